"""Events of a match. `turn` counts the turns of all players (0: founding), `seat` is the player concerned. Together
they describe the whole match: see `games.catalogue.utboheme.facts`. Handfuls of cards are in the order of resources.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.resources import Cards, Resource
from games.catalogue.utboheme.rules.types import Kind, Need
from games.engine.types import Event, Seat

Why = Literal["paid", "robber", "shortage"]


class IslandLaid(Event, frozen=True):
    """The island of this match; the binome glandeur (robber) is on hexagon `robber`."""

    board: Board
    robber: int
    bank: Cards


class StartThrown(Event, frozen=True):
    """A throw of one die by each seat; 0 did not throw in this round."""

    round: int
    dice: tuple[int, ...]


class StarterFound(Event, frozen=True):
    """`seat` won the throw and founds first; `begins` plays the first turn."""

    begins: Seat


class UvFounded(Event, frozen=True):
    """`seat` founds a free UV. For the second one the bank gives `cards`."""

    crossing: int
    cards: Cards


class CcFounded(Event, frozen=True):
    """`seat` founds the free CC beside its UV."""

    path: int


class TurnBegun(Event, frozen=True):
    """The turn of `seat` begins."""


class Rolled(Event, frozen=True):
    """The dice of the turn."""

    dice: tuple[int, int]


class Harvested(Event, frozen=True):
    """The income from a hexagon, by seat: `due` by the rules, `got` actually. `why` is "paid", or says that the robber
    or a short bank prevented it.
    """

    hexagon: int
    resource: Resource
    due: tuple[int, ...]
    got: tuple[int, ...]
    why: Why


class DiscardOwed(Event, frozen=True):
    """A seven was thrown, and `seat` holds too many cards."""

    cards: int


class Discarded(Event, frozen=True):
    """Cards return to the bank; `by_order`: a standing order chose them."""

    cards: Cards
    by_order: bool


class RobberMoved(Event, frozen=True):
    """The binome glandeur (robber) moves from `before` to `hexagon`. It takes a card of `victim`, or none if None."""

    hexagon: int
    before: int
    why: Literal["seven", "ancien"]
    victim: Seat | None


class Stolen(Event, frozen=True):
    """The card that `seat` stole. Only thief and victim see it."""

    victim: Seat
    resource: Resource


class BankTraded(Event, frozen=True):
    """`seat` gives the bank `paid` cards of `give` for one of `take`."""

    give: Resource
    paid: int
    take: Resource


class Offered(Event, frozen=True):
    """`seat` offers `cards` (negative: asks for them). `asked` are the seats that may answer; `counters` is the offer
    that this one answers. `need` is its declared purpose, unset without one.
    """

    number: int
    asked: tuple[Seat, ...]
    cards: Cards
    counters: int | None
    need: Need | UnsetType = UNSET


class OfferAnswered(Event, frozen=True):
    """`seat` answers an offer; `by_order`: a standing order answered."""

    number: int
    accepted: bool
    by_order: bool


class OfferClosed(Event, frozen=True):
    """An offer is closed without a trade; "uncovered": its maker lacks the cards at the confirmation."""

    number: int
    why: Literal["withdrawn", "refused", "lapsed", "uncovered"]


class Traded(Event, frozen=True):
    """The active player (`seat`) gives `gave` to `partner` and gets `got`."""

    number: int
    partner: Seat
    gave: Cards
    got: Cards


class CcBuilt(Event, frozen=True):
    """`seat` builds a CC in a turn; `free` with road building."""

    path: int
    free: bool


class UvBuilt(Event, frozen=True):
    """`seat` builds a paid UV."""

    crossing: int


class UvUpgraded(Event, frozen=True):
    """`seat` upgrades a UV to a UV**."""

    crossing: int


class CardBought(Event, frozen=True):
    """`seat` buys a development card; `left` are in the pile."""

    left: int


class CardTaken(Event, frozen=True):
    """The development card that was bought. Only its owner sees it."""

    card: Kind


class CardPlayed(Event, frozen=True):
    """`seat` plays a development card."""

    card: Kind


class Discovered(Event, frozen=True):
    """The cards that discovery took from the bank."""

    cards: Cards


class Monopolised(Event, frozen=True):
    """Cards of `resource` that each seat gave to `seat`."""

    resource: Resource
    given: tuple[int, ...]


class GiftReceived(Event, frozen=True):
    """`seat` receives `cards` from the bank because of an `event` of the facilitator."""

    event: str
    cards: Cards


class RobberSent(Event, frozen=True):
    """An `event` of the facilitator sends the binome glandeur (robber) from `before` to `hexagon`. He robs nobody."""

    event: str
    hexagon: int
    before: int


class LongestMoved(Event, frozen=True):
    """The card for the longest trail moves from `before` to `seat` (None: to the side). `lengths` are by seat."""

    before: Seat | None
    lengths: tuple[int, ...]


class OldestMoved(Event, frozen=True):
    """The card for most anciens moves from `before` to `seat`."""

    before: Seat | None
    anciens: int


class KeepOrdered(Event, frozen=True):
    """A standing order for sevens was given, or withdrawn (None). Only its owner sees it."""

    cards: Cards | None


class RateOrdered(Event, frozen=True):
    """A standing order for trade was given, or withdrawn (0). Only its owner sees it."""

    give: Resource
    get: Resource
    most: int


class RefusalsOrdered(Event, frozen=True):
    """A standing order to refuse offers was given, or withdrawn (all empty). Only its owner sees it."""

    all_now: bool
    asks: tuple[Resource, ...]
    gives: tuple[Resource, ...]


class PlanStopped(Event, frozen=True):
    """A plan ended after `done` steps: all of them (`code` empty), or because the next one was refused."""

    done: int
    steps: int
    code: str


class HandRevealed(Event, frozen=True):
    """At the end: the development cards that `seat` had hidden, by kind."""

    cards: Cards


class GameEnded(Event, frozen=True):
    """The match ends by points, or after the last round. `scores` are by seat, including hidden points."""

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
    | GiftReceived
    | RobberSent
    | LongestMoved
    | OldestMoved
    | KeepOrdered
    | RateOrdered
    | RefusalsOrdered
    | PlanStopped
    | HandRevealed
    | GameEnded
)
