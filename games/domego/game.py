"""Domego as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.domego.analysis import ANALYST
from games.domego.bots import BOTS
from games.domego.expected import EXPECTING
from games.domego.facts import facts
from games.domego.lesson import LESSON
from games.domego.rules.away import AWAY
from games.domego.rules.rules import RULES
from games.domego.rules.uncovering import uncovers
from games.domego.rules.view import hides
from games.engine.registry import Game

HERE: Final = Path(__file__).parent


def _texts(folder: str) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / folder).glob("*.json"))}


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=_texts("scenarios"),
    bots=BOTS,
    usual_bot="balanced",
    micro=_texts("micro"),
    variants={
        "hidden": '{"hidden_allocations": true}',
        "staged": '{"payments": "staged", "hidden_allocations": true, "negotiation_minutes": 60}',
        "graded": '{"price_cap_percent": 150, "fixed_contracts": ["owner>architect", "architect>engineer"]}',
    },
    facts=facts,
    analysis=ANALYST,
    away=AWAY,
    expected=EXPECTING,
    lesson=LESSON,
    uncovers=uncovers,
    hides=hides,
)
