"""Domego's bots, by strength."""

from collections.abc import Callable
from functools import partial
from typing import Final

from games.catalogue.domego.bots.expert import ExpertBot
from games.catalogue.domego.bots.firm import FirmBot
from games.catalogue.domego.bots.taste import BALANCED, CAUTIOUS, MINIMAL
from games.engine.bots import Bot, RandomBot
from games.engine.rules import Rules

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": RandomBot,
    "minimal": partial(FirmBot, MINIMAL),
    "balanced": partial(FirmBot, BALANCED),
    "cautious": partial(FirmBot, CAUTIOUS),
    "expert": ExpertBot,
}
