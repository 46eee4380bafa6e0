from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DominyamConfig(AppConfig):
    name = "games.dominyam"
    verbose_name = _("Dominyam")

    def ready(self) -> None:
        from games.dominyam.face import FACE
        from games.dominyam.game import GAME
        from games.engine import registry
        from games.kit import faces

        registry.register(GAME)
        faces.register(FACE)
