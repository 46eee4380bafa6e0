from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DominyamConfig(AppConfig):
    name = "games.dominyam"
    verbose_name = _("Dominyam")

    def ready(self) -> None:
        from games.dominyam.plugin import PLUGIN
        from games.dominyam.spec import SPEC
        from games.engine import registry
        from games.kit import plugins

        registry.register(SPEC)
        plugins.register(PLUGIN)
