"""Events of a match. `turn` counts 1 to 14 in the order of play (see `step_of`), `seat` is the player in turn. Together
they describe the whole match: see `games.catalogue.dominyam.facts`.
"""

from typing import Literal

from games.catalogue.dominyam.rules.combinations import Assignment
from games.catalogue.dominyam.rules.dominoes import Domino
from games.engine.types import Event

Ending = Literal["eaten", "blocked", "stalled", "turns"]


class Dealt(Event, frozen=True):
    """The dominoes are dealt to `places`; `seat` begins."""

    places: tuple[int, ...]
    dominoes: tuple[Domino, ...]


class TurnBegun(Event, frozen=True):
    """A turn begins, for the `attempt`-th time at this number. `best` is the greatest sum of a pair that may be
    eaten.
    """

    attempt: int
    target: int
    best: int


class Rolled(Event, frozen=True):
    """The dice after roll number `roll`; `thrown` are the numbers of the dice that were thrown."""

    roll: int
    thrown: tuple[int, ...]
    dice: tuple[int, ...]


class Guessed(Event, frozen=True):
    """A guess before the next throw, with the dice `kept` and `throws` throws left. The player says that the meal of
    `places` has a chance of `percent`. `exact` is that chance in thousandths with best play.
    """

    places: tuple[int, int]
    dominoes: tuple[Domino, Domino]
    kept: tuple[int, ...]
    throws: int
    percent: int
    exact: int


class Kept(Event, frozen=True):
    """The player keeps all dice although throws are left."""

    roll: int


class Eaten(Event, frozen=True):
    """A meal with its points: the point die, and the bonus of the variant. `total` are the player's points now."""

    places: tuple[int, int]
    dominoes: tuple[Domino, Domino]
    dice: tuple[int, ...]
    target: int
    point: int
    bonus: int
    total: int


class TargetMoved(Event, frozen=True):
    """The facilitator changes the target of the turn under way by `amount`, to `target`."""

    amount: int
    target: int


class PointsBrought(Event, frozen=True):
    """The facilitator gives `amount` points to `seat`, or takes them if it is below 0. `total` are the points now."""

    amount: int
    total: int


class WentWithout(Event, frozen=True):
    """A turn without a meal; `could` is True if the dice allowed one."""

    dice: tuple[int, ...]
    could: bool


class GameEnded(Event, frozen=True):
    """The end of the match with its reason; `left` are the places that are still full."""

    why: Ending
    left: tuple[int, ...]


class Scored(Event, frozen=True):
    """A player's final score."""

    points: int
    hand: Assignment
    uneaten: int
    total: int


DominyamEvent = (
    Dealt | TurnBegun | Rolled | Guessed | Kept | Eaten | WentWithout | TargetMoved | PointsBrought | GameEnded | Scored
)
