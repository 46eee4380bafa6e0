"""The set-up of Master Builder's first game: two rounds, three contracts, three workers each."""

from pathlib import Path
from typing import Any, Final

from games.catalogue.master_builder.rules.moves import Nominate, Pass
from games.catalogue.master_builder.rules.view import View
from games.engine.lesson import Lesson
from games.engine.registry import made_from
from games.engine.types import Prompt

LEARNER: Final = 0
KEYS: Final = ("north_wall", "weavers_house", "east_wall")
WALL, HOUSE, OTHER_WALL = 1, 2, 3
"""Numbers of the contracts, in the order of their keys."""
QUIET: Final = ("guild_demands", "banquet_of_the_masters")
"""Events that affect none of the learner's workers."""
OPENING: Final = 4
"""The learner's opening bid (k), which the opponent does not raise."""


def script(view: View, prompt: Prompt) -> Any:
    """The opponent's moves. It leaves the first contract to the learner, and takes the next one at a price that nobody
    can raise. It then nominates the last contract with all its money. Its crew never changes.
    """
    match prompt.kind:
        case "bid" | "hire":
            return Pass()
        case "nominate":
            learner, own = view.firms[LEARNER], view.firms[prompt.seat]
            return Nominate(view.lots[0].contract, own.cash if own.sites else min(learner.cash, own.cash))
    return None


def _scenario(shipped: dict[str, Any]) -> dict[str, Any]:
    """The shipped scenario, reduced to the lesson."""
    contracts = {each["key"]: each for each in shipped["contracts"]}
    small = {
        "scenario": "first_game",
        "name": {"en": "A wall and a house", "fr": "Une muraille et une maison"},
        "players": [2],
        "rounds": 2,
        "start_money": 24,
        "draft": 3,
        "goes": 1,
        "removed_for_two": 0,
        "contracts": [contracts[key] | {"number": number} for number, key in enumerate(KEYS, start=1)],
        "events": [each for each in shipped["events"] if each["key"] in QUIET],
        "economy": [each for each in shipped["economy"] if each["reveal"][0] == 0],
    }
    return shipped | small


LESSON: Final = Lesson(
    scenario=made_from(Path(__file__).parent / "scenarios", "classic", _scenario),
    seats=2,
    seat=LEARNER,
    seed=b"a wall and a house 0",
    options='{"first_player":0}',
    script=script,
)
