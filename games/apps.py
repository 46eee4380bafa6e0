import logging

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.engine import registry

logger = logging.getLogger(__name__)


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import checks  # noqa: F401 - registers them
        from games.models import Match
        from games.platform.work import news

        registry.register_all()
        for game in registry.all_games():
            for each in game.left_out:
                for fault in each.faults:
                    logger.error("Scenario left out: %s %s: %s", each.file, fault.path, fault.reason)
        news.follow("match", Match)
