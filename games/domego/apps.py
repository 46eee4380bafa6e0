from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DomegoConfig(AppConfig):
    name = "games.domego"
    verbose_name = _("Domego")

    def ready(self) -> None:
        from games.domego.face import FACE
        from games.domego.game import GAME
        from games.engine import registry
        from games.kit import faces

        registry.register(GAME)
        faces.register(FACE)
