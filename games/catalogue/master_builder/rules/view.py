"""The information of a seat: everything except the order of piles and the other players' hidden information."""

from games.catalogue.master_builder.rules.hiring import looked_at
from games.catalogue.master_builder.rules.moves import Want
from games.catalogue.master_builder.rules.scenario import Skill
from games.catalogue.master_builder.rules.types import (
    Employee,
    Fate,
    Lot,
    Options,
    Phase,
    Rental,
    Sheet,
    Site,
    State,
    Talks,
    turn_order,
)
from games.engine.types import Seat, Value
from games.engine.view_projection import seen


class FirmView(Value, frozen=True):
    """A player's public information. `events` is the number of cards in the hand; `planned` means that a plan is
    confirmed.
    """

    cash: int
    crew: tuple[Employee, ...]
    sites: tuple[Site, ...]
    small: int
    large: int
    events: int
    planned: bool

    @property
    def wages(self) -> int:
        """The sum of the wages, even above the limit that is paid."""
        return sum(employee.wage for employee in self.crew)


class StackView(Value, frozen=True):
    """A stack of workers: the top one, the number of workers, and the fired ones at the bottom, in order."""

    top: str | None
    workers: int
    back: tuple[str, ...]


class AuctionView(Value, frozen=True):
    """See `Auction`; of the limits, only the viewer's own."""

    contract: int
    leader: Seat
    price: int
    still: tuple[Seat, ...]
    asked: Seat
    limit: int


class View(Value, frozen=True):
    """The state as one seat sees it; see `State`. `viewer` None is an observer. `events`, `wishes`, `limit` and `plan`
    are the viewer's own. `looking` is the stack that the viewer has paid for, from the top. `repay_late` means that the
    contract deck is empty, so loans cost more.
    """

    sheet: Sheet
    options: Options
    viewer: Seat | None
    round: int
    last_round: int
    phase: Phase
    first: Seat
    bank: int
    firms: tuple[FirmView, ...]
    stacks: tuple[StackView, ...]
    deck: tuple[int, ...]
    """The contracts that were never revealed, by number. The ones that will still come are random."""
    deck_left: int
    lots: tuple[Lot, ...]
    go: int
    hiring: Seat | None
    """The seat whose turn it is to hire or fire."""
    skill_looked: Skill | None
    looking: tuple[str, ...]
    auction_number: int
    declined: tuple[Seat, ...]
    auction: AuctionView | None
    fate: Fate
    talks: Talks
    rentals: tuple[Rental, ...]
    owing: tuple[Seat, ...]
    events: tuple[str, ...]
    wishes: tuple[Want, ...]
    plan: tuple[str, ...] | None
    proposed: bool
    """True if the viewer has asked for the best plan of this round."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """Seats in turn order."""
        return turn_order(self.first, len(self.firms))


def view_of(state: State, seat: Seat | None) -> View:
    own = None if seat is None else state.firms[seat]
    hiring = state.order[state.hiring.at] if state.phase == "hire" else None
    looking = seat is not None and hiring == seat
    return seen(
        View,
        state,
        viewer=seat,
        firms=tuple(_firm(state, each) for each in range(state.players)),
        stacks=tuple(StackView(pile.seen[0] if pile.seen else None, len(pile), pile.back) for pile in state.stacks),
        go=state.hiring.go,
        hiring=hiring,
        skill_looked=state.hiring.looking,
        looking=looked_at(state) if looking else (),
        auction_number=state.market.number,
        declined=state.market.declined,
        auction=_auction(state, seat),
        events=own.events if own else (),
        wishes=own.wishes if own else (),
        plan=state.plans[seat] if seat is not None and state.plans else None,
        proposed=seat in (state.proposed or ()),
    )


def _firm(state: State, seat: Seat) -> FirmView:
    firm = state.firms[seat]
    planned = bool(state.plans) and state.plans[seat] is not None
    return FirmView(firm.cash, firm.crew, firm.sites, firm.small, firm.large, len(firm.events), planned)


def _auction(state: State, seat: Seat | None) -> AuctionView | None:
    auction = state.market.auction
    if auction is None:
        return None
    limit = 0 if seat is None else auction.limits[seat]
    return AuctionView(auction.contract, auction.leader, auction.price, auction.still, auction.asked, limit)
