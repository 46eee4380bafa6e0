from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.engine import registry


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        registry.register_all()
