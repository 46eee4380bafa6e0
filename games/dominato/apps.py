from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DominatoConfig(AppConfig):
    name = "games.dominato"
    verbose_name = _("Dominato")

    def ready(self) -> None:
        from games.dominato.plugin import PLUGIN
        from games.dominato.spec import SPEC
        from games.engine import registry
        from games.kit import plugins

        registry.register(SPEC)
        plugins.register(PLUGIN)
