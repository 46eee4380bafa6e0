"""Domego as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.bots import BOTS
from games.catalogue.domego.expected import EXPECTING
from games.catalogue.domego.facts import facts
from games.catalogue.domego.lesson import LESSON
from games.catalogue.domego.rules.accounts import ACCOUNTS
from games.catalogue.domego.rules.away import AWAY
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scenario import COUNTS
from games.catalogue.domego.rules.uncovering import uncovers
from games.catalogue.domego.rules.view import hides
from games.catalogue.domego.trial import TRIAL
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "classic", "short", "school", "footbridge", "timber", "design_build"),
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
    accounts=ACCOUNTS,
    analysis=ANALYST,
    away=AWAY,
    expected=EXPECTING,
    lesson=LESSON,
    uncovers=uncovers,
    hides=hides,
    counts=COUNTS,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.domego.face",
    debrief="games.catalogue.domego.debrief",
    analysis_words="games.catalogue.domego.analysis_words",
)
