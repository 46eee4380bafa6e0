from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MasterBuilderConfig(AppConfig):
    name = "games.master_builder"
    verbose_name = _("Master Builder")

    def ready(self) -> None:
        from games.engine import registry
        from games.kit import faces
        from games.master_builder.face import FACE
        from games.master_builder.game import GAME

        registry.register(GAME)
        faces.register(FACE)
