"""Dominato's bots, by strength."""

from collections.abc import Callable
from typing import Final

from games.catalogue.dominato.bots.greedy import GreedyBot
from games.catalogue.dominato.bots.strong import StrongBot
from games.engine.bots import Bot, RandomBot
from games.engine.rules import Rules

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
}
