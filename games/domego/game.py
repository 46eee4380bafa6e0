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
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios"),
    bots=BOTS,
    usual_bot="balanced",
    micro=texts(HERE / "micro"),
    variants={
        "hidden": '{"hidden_allocations": true}',
        "staged": '{"payments": "staged", "hidden_allocations": true, "negotiation_minutes": 60}',
        "graded": (
            '{"price_cap_percent": 150, "price_floor_percent": 50,'
            ' "fixed_contracts": ["owner>architect", "architect>engineer"]}'
        ),
    },
    facts=facts,
    analysis=ANALYST,
    away=AWAY,
    expected=EXPECTING,
    lesson=LESSON,
    uncovers=uncovers,
    hides=hides,
    folder=HERE,
    face="games.domego.face",
    debrief="games.domego.debrief",
    analysis_words="games.domego.analysis_words",
)
