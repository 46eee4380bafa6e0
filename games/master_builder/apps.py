from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MasterBuilderConfig(AppConfig):
    name = "games.master_builder"
    verbose_name = _("Master Builder")

    def ready(self) -> None:
        from games.engine import registry
        from games.kit import plugins
        from games.master_builder.plugin import PLUGIN
        from games.master_builder.spec import SPEC

        registry.register(SPEC)
        plugins.register(PLUGIN)
