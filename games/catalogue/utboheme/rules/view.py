"""The information of a seat: the table, its own cards and orders, and the numbers of the others' cards."""

from msgspec import UNSET, UnsetType

from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.orders import refusals_of
from games.catalogue.utboheme.rules.resources import NONE, Cards
from games.catalogue.utboheme.rules.scoring import open_points, points_of
from games.catalogue.utboheme.rules.topology import numbers_in
from games.catalogue.utboheme.rules.types import Figures, OnOffer, Options, Rate, RefusalOrder, Stage, State
from games.engine.types import Seat, Value
from games.engine.view_projection import seen

Numbers = tuple[int, ...]


class View(Value, frozen=True):
    """The state as `viewer` sees it (None: an observer); for the rest see `State`. Tuples are by seat. `cc`, `uv` and
    `upgraded` list paths and crossings. `hand`, `cards`, `bought`, `keep`, `rates` and `refusals` are the viewer's own.
    `hand_counts` and `card_counts` are the numbers of cards of all. `points` are the public ones, at the end all;
    `own_points` are all of the viewer's.
    """

    viewer: Seat | None
    board: Board
    figures: Figures
    options: Options
    turn: int
    step: int
    stage: Stage
    back: Stage
    seat: Seat
    first: Seat
    founded: int
    spot: int
    building: bool
    played: bool
    free_cc: int
    dice: Numbers
    robber: int
    cc: tuple[Numbers, ...]
    uv: tuple[Numbers, ...]
    upgraded: tuple[Numbers, ...]
    bank: Cards
    pile: int
    hand: Cards
    cards: Cards
    bought: Cards
    hand_counts: Numbers
    card_counts: Numbers
    anciens: Numbers
    lengths: Numbers
    longest: Seat | None
    oldest: Seat | None
    owing: Numbers
    offers: tuple[OnOffer, ...]
    made: Numbers
    keep: Cards | None
    rates: tuple[Rate, ...]
    points: Numbers
    own_points: int
    winner: Seat | None
    refusals: RefusalOrder | UnsetType = UNSET


def view_of(state: State, viewer: Seat | None) -> View:
    over = state.stage == "over"
    points = tuple([points_of(state, seat) if over else open_points(state, seat) for seat in range(state.players)])
    hand, cards, own = NONE, NONE, 0
    keep: Cards | None = None
    rates: tuple[Rate, ...] = ()
    refusals: RefusalOrder | None = None
    if viewer is not None:
        hand, cards, keep, rates = state.hands[viewer], state.cards[viewer], state.keep[viewer], state.rates[viewer]
        own, refusals = points_of(state, viewer), refusals_of(state, viewer)
    return seen(
        View,
        state,
        viewer=viewer,
        cc=tuple([numbers_in(mask) for mask in state.cc]),
        uv=tuple([numbers_in(mask) for mask in state.uv]),
        upgraded=tuple([numbers_in(mask) for mask in state.upgraded]),
        pile=sum(state.pile),
        hand=hand,
        cards=cards,
        bought=state.bought if viewer == state.seat else NONE,
        hand_counts=tuple([sum(each) for each in state.hands]),
        card_counts=tuple([sum(each) for each in state.cards]),
        keep=keep,
        rates=rates,
        points=points,
        own_points=own,
        refusals=refusals or UNSET,
    )
