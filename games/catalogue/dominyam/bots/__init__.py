"""Dominyam's bots, by strength."""

from collections.abc import Callable
from typing import Final

from games.catalogue.dominyam.bots.any_legal import AnyLegalBot
from games.catalogue.dominyam.bots.greedy import GreedyBot
from games.catalogue.dominyam.bots.strong import StrongBot
from games.engine.bots import Bot
from games.engine.rules import Rules

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": AnyLegalBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
}
