"""Master Builder's bots, by strength."""

from collections.abc import Callable
from typing import Final

from games.catalogue.master_builder.bots.strong import StrongBot
from games.catalogue.master_builder.bots.thrifty import ThriftyBot
from games.engine.bots import Bot, RandomBot
from games.engine.rules import Rules

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": RandomBot,
    "thrifty": ThriftyBot,
    "strong": StrongBot,
}
