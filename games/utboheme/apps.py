from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class UtbohemeConfig(AppConfig):
    name = "games.utboheme"
    verbose_name = _("Les colons de l'UTBohème")

    def ready(self) -> None:
        from games.engine import registry
        from games.kit import faces
        from games.utboheme.face import FACE
        from games.utboheme.game import GAME

        registry.register(GAME)
        faces.register(FACE)
