"""Facts of a match. `turn` counts the turns of all players (0: founding), `seat` is whom it is about.

Together they tell all that happened: see `games.utboheme.facts`. Handfuls of cards are in the order of the resources.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.engine.types import Event, Seat
from games.utboheme.rules.board import Board
from games.utboheme.rules.resources import Cards, Resource
from games.utboheme.rules.types import Kind, Need

Why = Literal["paid", "robber", "shortage"]


class IslandLaid(Event, frozen=True):
    """The island of this match; the binome glandeur stands on hexagon `robber`."""

    board: Board
    robber: int
    bank: Cards


class StartThrown(Event, frozen=True):
    """A die each, by seat; 0 did not throw in this round."""

    round: int
    dice: tuple[int, ...]


class StarterFound(Event, frozen=True):
    """`seat` won the throw and founds first; `begins` plays the first turn."""

    begins: Seat


class UvFounded(Event, frozen=True):
    """A free UV. For the second one the bank gives `cards`."""

    crossing: int
    cards: Cards


class CcFounded(Event, frozen=True):
    """The free CC that goes with a UV."""

    path: int


class TurnBegun(Event, frozen=True):
    """`seat` is the active player now."""


class Rolled(Event, frozen=True):
    """The dice of the turn."""

    dice: tuple[int, int]


class Harvested(Event, frozen=True):
    """What a hexagon owed (`due`) and gave (`got`), by seat. `why` not "paid": blocked, or the bank ran short."""

    hexagon: int
    resource: Resource
    due: tuple[int, ...]
    got: tuple[int, ...]
    why: Why


class DiscardOwed(Event, frozen=True):
    """A seven came and `seat` holds too much."""

    cards: int


class Discarded(Event, frozen=True):
    """Cards go back to the bank; `by_order`: a standing order chose them."""

    cards: Cards
    by_order: bool


class RobberMoved(Event, frozen=True):
    """The binome glandeur goes from `before` to `hexagon`; a card of `victim` changes hands, None: nobody's."""

    hexagon: int
    before: int
    why: Literal["seven", "ancien"]
    victim: Seat | None


class Stolen(Event, frozen=True):
    """Which card `seat` took. Only the two of them know."""

    victim: Seat
    resource: Resource


class BankTraded(Event, frozen=True):
    """`paid` cards of `give` for one of `take`."""

    give: Resource
    paid: int
    take: Resource


class Offered(Event, frozen=True):
    """`seat` offers `cards` (negative: asks for them). `asked` are those who may answer, `counters` the offer that it
    answers itself, `need` what its maker says to need it for, unset where nothing is said.
    """

    number: int
    asked: tuple[Seat, ...]
    cards: Cards
    counters: int | None
    need: Need | UnsetType = UNSET


class OfferAnswered(Event, frozen=True):
    """`seat` answers an offer; `by_order`: a standing order did."""

    number: int
    accepted: bool
    by_order: bool


class OfferClosed(Event, frozen=True):
    """An offer is off the table without a trade; "uncovered": its maker has not got the cards when it is confirmed."""

    number: int
    why: Literal["withdrawn", "refused", "lapsed", "uncovered"]


class Traded(Event, frozen=True):
    """The active player (`seat`) gives `gave` to `partner` and gets `got`."""

    number: int
    partner: Seat
    gave: Cards
    got: Cards


class CcBuilt(Event, frozen=True):
    """A CC in a turn; `free` with road building."""

    path: int
    free: bool


class UvBuilt(Event, frozen=True):
    """A paid UV."""

    crossing: int


class UvUpgraded(Event, frozen=True):
    """A UV has become a UV**."""

    crossing: int


class CardBought(Event, frozen=True):
    """A development card was bought; `left` are in the pile."""

    left: int


class CardTaken(Event, frozen=True):
    """Which card it is. Only its owner knows."""

    card: Kind


class CardPlayed(Event, frozen=True):
    """A development card is shown."""

    card: Kind


class Discovered(Event, frozen=True):
    """Cards that discovery took from the bank."""

    cards: Cards


class Monopolised(Event, frozen=True):
    """Cards of `resource` that each seat gave to `seat`."""

    resource: Resource
    given: tuple[int, ...]


class LongestMoved(Event, frozen=True):
    """The card for the longest trail goes from `before` to `seat` (None: aside). `lengths` by seat."""

    before: Seat | None
    lengths: tuple[int, ...]


class OldestMoved(Event, frozen=True):
    """The card for most anciens goes from `before` to `seat`."""

    before: Seat | None
    anciens: int


class KeepOrdered(Event, frozen=True):
    """A standing order for sevens was given, or taken back (None). Only its owner knows."""

    cards: Cards | None


class RateOrdered(Event, frozen=True):
    """A standing order for trade was given, or taken back (0). Only its owner knows."""

    give: Resource
    get: Resource
    most: int


class PlanStopped(Event, frozen=True):
    """A plan ended after `done` steps: with all of them (`code` empty), or because the next one was refused."""

    done: int
    steps: int
    code: str


class HandRevealed(Event, frozen=True):
    """At the end: the development cards that `seat` had kept hidden, by kind."""

    cards: Cards


class GameEnded(Event, frozen=True):
    """The match is over: by points, or after the last round. `scores` by seat, hidden points included."""

    why: Literal["points", "rounds"]
    scores: tuple[int, ...]


UtbohemeEvent = (
    IslandLaid
    | StartThrown
    | StarterFound
    | UvFounded
    | CcFounded
    | TurnBegun
    | Rolled
    | Harvested
    | DiscardOwed
    | Discarded
    | RobberMoved
    | Stolen
    | BankTraded
    | Offered
    | OfferAnswered
    | OfferClosed
    | Traded
    | CcBuilt
    | UvBuilt
    | UvUpgraded
    | CardBought
    | CardTaken
    | CardPlayed
    | Discovered
    | Monopolised
    | LongestMoved
    | OldestMoved
    | KeepOrdered
    | RateOrdered
    | PlanStopped
    | HandRevealed
    | GameEnded
)
