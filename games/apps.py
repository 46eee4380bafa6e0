from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.engine import registry


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import checks  # noqa: F401 - registers them
        from games.models import Match
        from games.platform.work import news

        registry.register_all()
        news.follow("match", Match)
