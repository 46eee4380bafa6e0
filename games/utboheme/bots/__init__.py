"""The bots of Les colons de l'UTBohème, by strength."""

from collections.abc import Callable
from typing import Final

from games.engine.bots import Bot
from games.engine.rules import Rules
from games.utboheme.bots.any_legal import AnyLegalBot
from games.utboheme.bots.greedy import GreedyBot
from games.utboheme.bots.strong import StrongBot

BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {
    "random": AnyLegalBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
}
