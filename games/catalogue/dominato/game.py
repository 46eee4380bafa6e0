"""Dominato as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.dominato.analysis import ANALYST
from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.expected import EXPECTING
from games.catalogue.dominato.facts import facts
from games.catalogue.dominato.lesson import LESSON
from games.catalogue.dominato.rules.accounts import ACCOUNTS
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.uncovering import uncovers
from games.catalogue.dominato.trial import TRIAL
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "two", "three", "four"),
    bots=BOTS,
    usual_bot="greedy",
    micro=texts(HERE / "micro", "four_tiles", "aside"),
    variants={
        "challenge": '{"validation": "challenge", "games": 1}',
        "incidental": '{"incidental_contacts": true, "games": 1}',
        "free_pass": '{"free_pass": true, "games": 1}',
        "say_first": '{"validation": "challenge", "say_first": true, "bots_err": 20, "bots_overlook": 40, "games": 1}',
        "tries": '{"helper": false, "tries": true, "say_first": true, "games": 1}',
    },
    facts=facts,
    accounts=ACCOUNTS,
    analysis=ANALYST,
    expected=EXPECTING,
    uncovers=uncovers,
    lesson=LESSON,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.dominato.face",
    debrief="games.catalogue.dominato.debrief",
    analysis_words="games.catalogue.dominato.analysis_words",
)
