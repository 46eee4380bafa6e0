"""The information of a seat: the table, its own hand, and the number of the others' tiles."""

from msgspec import UNSET, UnsetType

from games.catalogue.dominato.rules.geometry import Way
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import Deck, GameScore, Laid, Options, Phase, State, Window
from games.engine.types import Seat, Value
from games.engine.view_projection import seen


class Spot(Value, frozen=True):
    """A place that a move can name by its number in the view's list."""

    x: int
    y: int
    way: Way


class View(Value, frozen=True):
    """The state as one seat sees it; see `State`. `viewer` None is an observer, whose hand is empty."""

    deck: Deck
    options: Options
    viewer: Seat | None
    games: int
    game: int
    starter: Seat
    seat: Seat
    step: int
    phase: Phase
    table: tuple[Laid, ...]
    places: tuple[Spot, ...]
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    aside: int
    passes: int
    window: Window | None
    done: tuple[GameScore, ...]
    tries: tuple[Laid, ...] | UnsetType = UNSET
    """The viewer's own wrong tiles of the present turn."""
    brought: tuple[int, ...] | UnsetType = UNSET


def view_of(state: State, seat: Seat | None) -> View:
    free = places(state.table, state.options.incidental_contacts) if state.phase != "over" else ()
    return seen(
        View,
        state,
        viewer=seat,
        places=tuple(Spot(place.x, place.y, place.way) for place in free),
        hand=() if seat is None else state.hands[seat],
        counts=tuple(len(hand) for hand in state.hands),
        aside=len(state.aside),
        tries=state.tries if seat == state.seat else UNSET,
    )
