"""What a player can answer. Hexagons, crossings and paths go by their numbers (see `topology`), resources by name."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move
from games.utboheme.rules.resources import Cards, Number, Resource
from games.utboheme.rules.types import Need

HexagonNumber = Annotated[int, Meta(ge=0, le=36)]
CrossingNumber = Annotated[int, Meta(ge=0, le=149)]
PathNumber = Annotated[int, Meta(ge=0, le=149)]
OfferNumber = Annotated[int, Meta(ge=1, le=99)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
MOST_IN_OFFER = 19
"""Cards of a kind that an offer can name: more there are not."""
Signed = Annotated[int, Meta(ge=-MOST_IN_OFFER, le=MOST_IN_OFFER)]


class Roll(Move, frozen=True):
    """Throw both dice."""


class BuildCc(Move, frozen=True):
    """Put a CC on a path: paid, or free while founding and with road building."""

    path: PathNumber


class BuildUv(Move, frozen=True):
    """Put a UV on a crossing: paid, or free while founding."""

    crossing: CrossingNumber


class UpgradeUv(Move, frozen=True):
    """Replace an own UV by a UV**."""

    crossing: CrossingNumber


class BuyCard(Move, frozen=True):
    """Take a development card from the pile."""


class PlayAncien(Move, frozen=True):
    """Show an ancien; the robber is moved next."""


class PlayRoads(Move, frozen=True):
    """Road building: up to two free CC follow."""


class StopRoads(Move, frozen=True):
    """Leave the rest of road building unused."""


class PlayDiscovery(Move, frozen=True):
    """Take two cards from the bank."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0


class PlayMonopoly(Move, frozen=True):
    """Take all cards of a resource from the others."""

    resource: Resource


class MoveRobber(Move, frozen=True):
    """Put the binome glandeur on a hexagon and take a card of `victim`; None takes none."""

    hexagon: HexagonNumber
    victim: SeatNumber | None = None


class Discard(Move, frozen=True):
    """Give up half of the hand."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0


class BankTrade(Move, frozen=True):
    """One card of `take` for as many of `give` as the player's best rate asks."""

    give: Resource
    take: Resource


class EndTurn(Move, frozen=True):
    """It is the next player's turn."""


class Offer(Move, frozen=True):
    """Offer a trade. Numbers above 0 are cards that the offerer gives, below 0 those it gets.

    `to` is the seat that is asked; the active player's own number, or one that nobody has, asks everybody. `need` is
    what the maker says to need it for: rules do not read it.
    """

    to: SeatNumber
    beer: Signed = 0
    sleep: Signed = 0
    coffee: Signed = 0
    course: Signed = 0
    food: Signed = 0
    need: Need | None = None


class AcceptOffer(Move, frozen=True):
    """Be ready to trade as offered; the active player confirms."""


class RefuseOffer(Move, frozen=True):
    """Not this trade; also takes back an acceptance."""


class Confirm(Move, frozen=True):
    """The active player carries an offer out with `partner`."""

    offer: OfferNumber
    partner: SeatNumber


class Withdraw(Move, frozen=True):
    """Take the own offer from the table, or clear another's away."""

    offer: OfferNumber


class KeepCards(Move, frozen=True):
    """Standing order for a seven: discard at once, the most numerous first, and of these numbers only what must be."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0


class DropKeep(Move, frozen=True):
    """Decide again by hand what to discard."""


class SetRate(Move, frozen=True):
    """Standing order for trade: accept up to `most` cards of `give` for each card of `get`; 0 ends it."""

    give: Resource
    get: Resource
    most: Annotated[int, Meta(ge=0, le=4)]


Step = (
    Roll
    | BuildCc
    | BuildUv
    | UpgradeUv
    | BuyCard
    | PlayAncien
    | PlayRoads
    | StopRoads
    | PlayDiscovery
    | PlayMonopoly
    | MoveRobber
    | Discard
    | BankTrade
    | Offer
    | EndTurn
)


class Plan(Move, frozen=True):
    """Several steps at once, played in order until one is impossible or somebody else has to answer first."""

    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=20)]


UtbohemeMove = Step | AcceptOffer | RefuseOffer | Confirm | Withdraw | KeepCards | DropKeep | SetRate | Plan


def cards_of(move: PlayDiscovery | Discard | Offer | KeepCards) -> Cards:
    """The five numbers of a move."""
    return move.beer, move.sleep, move.coffee, move.course, move.food
