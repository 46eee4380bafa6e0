"""Dominyam as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.dominyam.bots import BOTS
from games.dominyam.expected import EXPECTING
from games.dominyam.facts import facts
from games.dominyam.lesson import LESSON
from games.dominyam.rules.rules import RULES
from games.engine.registry import Game, hides_nothing

HERE: Final = Path(__file__).parent


def _texts(folder: str) -> dict[str, str]:
    """By file name; the scenario for two comes first, since most matches are theirs."""
    paths = sorted((HERE / folder).glob("*.json"), key=lambda path: (path.stem != "players_02", path.stem))
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=_texts("scenarios"),
    bots=BOTS,
    usual_bot="strong",
    micro=_texts("micro"),
    variants={
        "difference": '{"difference_points": true}',
        "low": '{"value_end": "low"}',
        "short_stall": '{"stall_limit": 1}',
    },
    facts=facts,
    expected=EXPECTING,
    lesson=LESSON,
    hides=hides_nothing,
)
