"""Dominyam as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.dominyam.analysis import ANALYST
from games.catalogue.dominyam.bots import BOTS
from games.catalogue.dominyam.expected import EXPECTING
from games.catalogue.dominyam.facts import facts
from games.catalogue.dominyam.lesson import LESSON
from games.catalogue.dominyam.rules.accounts import ACCOUNTS
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.trial import TRIAL
from games.engine.registry import Game, hides_nothing, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "players_02"),
    bots=BOTS,
    usual_bot="strong",
    micro=texts(HERE / "micro"),
    variants={
        "difference": '{"difference_points": true}',
        "low": '{"value_end": "low"}',
        "guess": '{"chances": "guess"}',
        "short_stall": '{"stall_limit": 1}',
    },
    facts=facts,
    accounts=ACCOUNTS,
    analysis=ANALYST,
    expected=EXPECTING,
    lesson=LESSON,
    hides=hides_nothing,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.dominyam.face",
    debrief="games.catalogue.dominyam.debrief",
    analysis_words="games.catalogue.dominyam.analysis_words",
)
