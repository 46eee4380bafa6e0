from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DominatoConfig(AppConfig):
    name = "games.dominato"
    verbose_name = _("Dominato")

    def ready(self) -> None:
        from games.dominato.face import FACE
        from games.dominato.game import GAME
        from games.engine import registry
        from games.kit import faces

        registry.register(GAME)
        faces.register(FACE)
