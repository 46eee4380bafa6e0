"""Newsvendor as it declares itself."""

from pathlib import Path
from typing import Final

from games.engine.registry import Game, texts
from newsvendor.bots import BOTS
from newsvendor.rules import ACCOUNTS, RULES

HERE: Final = Path(__file__).parent

GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "cheap", "dear"),
    bots=BOTS,
    usual_bot="mean",
    micro=texts(HERE / "micro"),
    accounts=ACCOUNTS,
    uncovers=RULES.uncovers,
    folder=HERE,
    face="newsvendor.face",
)
