"""The bots of Les colons de l'UTBohème, by strength."""

from collections.abc import Callable
from typing import Final

from games.catalogue.utboheme.bots.any_legal import AnyLegalBot
from games.catalogue.utboheme.bots.greedy import GreedyBot
from games.catalogue.utboheme.bots.strong import StrongBot
from games.engine.bots import Bot
from games.engine.rules import Rules

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": AnyLegalBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
}
