"""Les colons de l'UTBoheme as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.engine.registry import Game, texts
from games.utboheme.analysis import ANALYST
from games.utboheme.bots import BOTS
from games.utboheme.expected import EXPECTING
from games.utboheme.facts import facts
from games.utboheme.lesson import LESSON
from games.utboheme.rules.defaults import only_refusal
from games.utboheme.rules.rules import RULES
from games.utboheme.rules.uncovering import uncovers

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "classic", "three", "two"),
    bots=BOTS,
    usual_bot="greedy",
    micro=texts(HERE / "micro", "quiet", "ring", "triangle"),
    variants={
        "free": '{"phases": "free", "play_same_turn": true, "auto_roll": false, "player_trade": false}',
        "short": '{"max_rounds": 9, "first_turn": "oldest", "oldest_seat": 2, "holder_keeps_tie": true}',
    },
    facts=facts,
    analysis=ANALYST,
    expected=EXPECTING,
    uncovers=uncovers,
    settles={"answer": only_refusal},
    lesson=LESSON,
    folder=HERE,
    face="games.utboheme.face",
    debrief="games.utboheme.debrief",
    analysis_words="games.utboheme.analysis_words",
)
