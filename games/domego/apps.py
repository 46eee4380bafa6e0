from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DomegoConfig(AppConfig):
    name = "games.domego"
    verbose_name = _("Domego")

    def ready(self) -> None:
        from games.domego.plugin import PLUGIN
        from games.domego.spec import SPEC
        from games.engine import registry
        from games.kit import plugins

        registry.register(SPEC)
        plugins.register(PLUGIN)
