"""The moves with which a player answers a prompt. Hexagons, crossings and paths have numbers (see `topology`),
resources have names.
"""

from typing import Annotated

from msgspec import Meta

from games.catalogue.utboheme.rules.resources import Cards, Number, Resource
from games.catalogue.utboheme.rules.types import Need
from games.engine.types import Move

HexagonNumber = Annotated[int, Meta(ge=0, le=36)]
CrossingNumber = Annotated[int, Meta(ge=0, le=149)]
PathNumber = Annotated[int, Meta(ge=0, le=149)]
OfferNumber = Annotated[int, Meta(ge=1, le=99)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
MOST_IN_OFFER = 19
"""The most cards of a kind in an offer: the bank has no more."""
Signed = Annotated[int, Meta(ge=-MOST_IN_OFFER, le=MOST_IN_OFFER)]


class Roll(Move, frozen=True):
    """Throw both dice."""


class BuildCc(Move, frozen=True):
    """Build a CC on a path: paid, or free while founding and with road building."""

    path: PathNumber


class BuildUv(Move, frozen=True):
    """Build a UV on a crossing: paid, or free while founding."""

    crossing: CrossingNumber


class UpgradeUv(Move, frozen=True):
    """Replace one of the seat's UVs by a UV**."""

    crossing: CrossingNumber


class BuyCard(Move, frozen=True):
    """Buy a development card from the pile."""


class PlayAncien(Move, frozen=True):
    """Play an ancien; the robber moves next."""


class PlayRoads(Move, frozen=True):
    """Play road building; up to two free CC follow."""


class StopRoads(Move, frozen=True):
    """End road building with free CC left."""


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
    """Move the binome glandeur (robber) to a hexagon and take a card of `victim`; None takes none."""

    hexagon: HexagonNumber
    victim: SeatNumber | None = None


class Discard(Move, frozen=True):
    """Discard half of the hand."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0


class BankTrade(Move, frozen=True):
    """Give the bank cards of `give`, at the seat's best rate, for one of `take`."""

    give: Resource
    take: Resource


class EndTurn(Move, frozen=True):
    """End the turn."""


class Offer(Move, frozen=True):
    """Offer a trade. Numbers above 0 are cards that the offerer gives, below 0 those it gets. `to` is the seat that is
    asked. The active player's own number, or an unused number, asks everybody. `need` is the declared purpose, which
    the rules ignore.
    """

    to: SeatNumber
    beer: Signed = 0
    sleep: Signed = 0
    coffee: Signed = 0
    course: Signed = 0
    food: Signed = 0
    need: Need | None = None


class AcceptOffer(Move, frozen=True):
    """Accept an offer; the active player confirms the trade."""


class RefuseOffer(Move, frozen=True):
    """Refuse an offer, or take an acceptance back."""


class Confirm(Move, frozen=True):
    """Carry an offer out with `partner`, as the active player."""

    offer: OfferNumber
    partner: SeatNumber


class Withdraw(Move, frozen=True):
    """Withdraw one's offer, or close another player's."""

    offer: OfferNumber


class KeepCards(Move, frozen=True):
    """A standing order for a seven: discard at once, the most numerous first, and these numbers only if unavoidable."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0


class DropKeep(Move, frozen=True):
    """End the standing order for a seven."""


class SetRate(Move, frozen=True):
    """A standing order for trade: accept up to `most` cards of `give` for each card of `get`; 0 ends it."""

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


class SetRefusals(Move, frozen=True):
    """A standing order to refuse offers, which replaces the earlier one. It refuses all until the seat's turn begins,
    those that ask for one of `asks`, or those that give none of `gives`. An empty order ends it.
    """

    all_now: bool = False
    asks: Annotated[tuple[Resource, ...], Meta(max_length=5)] = ()
    gives: Annotated[tuple[Resource, ...], Meta(max_length=5)] = ()


class Plan(Move, frozen=True):
    """Several steps at once, played in order until one is impossible or somebody else must answer first."""

    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=20)]


Order = KeepCards | DropKeep | SetRate | SetRefusals
UtbohemeMove = Step | AcceptOffer | RefuseOffer | Confirm | Withdraw | Order | Plan


def cards_of(move: PlayDiscovery | Discard | Offer | KeepCards) -> Cards:
    """The five numbers of a move."""
    return move.beer, move.sleep, move.coffee, move.course, move.food
