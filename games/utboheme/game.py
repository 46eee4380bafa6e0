"""Les colons de l'UTBoheme as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.engine.registry import Game
from games.utboheme.bots import BOTS
from games.utboheme.expected import EXPECTING
from games.utboheme.facts import facts
from games.utboheme.lesson import LESSON
from games.utboheme.rules.rules import RULES
from games.utboheme.rules.uncovering import uncovers

HERE: Final = Path(__file__).parent


def _text(path: str) -> str:
    return (HERE / path).read_text(encoding="utf-8")


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios={name: _text(f"scenarios/{name}.json") for name in ("classic", "three", "two")},
    bots=BOTS,
    usual_bot="greedy",
    micro={name: _text(f"micro/{name}.json") for name in ("quiet", "ring", "triangle")},
    variants={
        "free": '{"phases": "free", "play_same_turn": true, "auto_roll": false, "player_trade": false}',
        "short": '{"max_rounds": 9, "first_turn": "oldest", "oldest_seat": 2, "holder_keeps_tie": true}',
    },
    facts=facts,
    expected=EXPECTING,
    uncovers=uncovers,
    lesson=LESSON,
)
