"""Les colons de l'UTBoheme as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.utboheme.analysis import ANALYST
from games.catalogue.utboheme.bots import BOTS
from games.catalogue.utboheme.expected import EXPECTING
from games.catalogue.utboheme.facts import facts
from games.catalogue.utboheme.lesson import LESSON
from games.catalogue.utboheme.rules.accounts import ACCOUNTS
from games.catalogue.utboheme.rules.defaults import only_refusal
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scenario import COUNTS
from games.catalogue.utboheme.rules.uncovering import uncovers
from games.catalogue.utboheme.trial import TRIAL
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "classic", "three", "two", "coffee"),
    bots=BOTS,
    usual_bot="greedy",
    micro=texts(HERE / "micro", "quiet", "ring", "triangle"),
    variants={
        "free": '{"phases": "free", "play_same_turn": true, "auto_roll": false, "player_trade": false}',
        "short": '{"max_rounds": 9, "first_turn": "oldest", "oldest_seat": 2, "holder_keeps_tie": true}',
    },
    facts=facts,
    accounts=ACCOUNTS,
    analysis=ANALYST,
    expected=EXPECTING,
    uncovers=uncovers,
    settles={"answer": only_refusal},
    lesson=LESSON,
    counts=COUNTS,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.utboheme.face",
    debrief="games.catalogue.utboheme.debrief",
    analysis_words="games.catalogue.utboheme.analysis_words",
)
