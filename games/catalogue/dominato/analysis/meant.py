"""The intent of a turn, in a form that can be carried out on another table."""

from collections.abc import Sequence
from typing import Final, Literal

from games.catalogue.dominato.rules.geometry import SIZE, TOUCH, Way
from games.catalogue.dominato.rules.links import Link, links, may_pass
from games.catalogue.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.catalogue.dominato.rules.places import FreePlace, Table, places
from games.catalogue.dominato.rules.types import Laid, State
from games.engine.types import Value

Side = Literal["right", "left", "above", "below"]


class Beside(Value, frozen=True):
    """A tile that is touched, as it lies, and its side on which the new one is laid."""

    side: Side
    a: int
    b: int


class Lay(Value, frozen=True, tag_field="kind", tag="lay"):
    """A tile to lay, with its squares in their final order: a right placement, a link of `order` with its
    neighbours.
    """

    tile: int
    x: int
    y: int
    way: Way
    a: int
    b: int
    order: int
    beside: tuple[Beside, ...]


class Skip(Value, frozen=True, tag_field="kind", tag="skip"):
    """A pass although a tile fits."""


Intent = Lay | Skip
SKIP: Final = Skip()


def open_to(state: State) -> tuple[Intent, ...]:
    """All right moves of the player in turn: every placement that fits, and passing if allowed."""
    free = places(state.table, state.options.incidental_contacts)
    hand = state.hands[state.seat]
    found = tuple(_lay(state, free, link) for link in links(state.deck, state.table, hand, state.options))
    return (*found, SKIP) if found and may_pass(state.options) else found


def _lay(state: State, free: Sequence[FreePlace], link: Link) -> Lay:
    place, tile = free[link.place], state.deck.tiles[link.tile]
    a, b = (tile.b, tile.a) if link.turned else (tile.a, tile.b)
    return Lay(
        link.tile, place.x, place.y, place.way, a, b, link.order, beside(state.table, place.x, place.y, place.way)
    )


def beside(table: Table, x: int, y: int, way: Way) -> tuple[Beside, ...]:
    """The tiles that a tile at this place touches."""
    found = []
    for laid in table:
        touch = TOUCH.get((x - laid.x, y - laid.y, way, laid.way))
        if touch is not None and touch.contacts:
            found.append(Beside(_side(x, y, way, laid), laid.a, laid.b))
    return tuple(found)


def _side(x: int, y: int, way: Way, laid: Laid) -> Side:
    width, height = SIZE[way]
    if x >= laid.x + SIZE[laid.way][0]:
        return "right"
    if x + width <= laid.x:
        return "left"
    return "above" if y + height <= laid.y else "below"


def meant_by(state: State, move: DominatoMove) -> Intent | None:
    """The intent of a move of this turn; None for a claim, and for a tile that does not fit."""
    if isinstance(move, Pass):
        return SKIP
    if not isinstance(move, Place):
        return None
    free = places(state.table, state.options.incidental_contacts)
    place, tile = free[move.place], state.deck.tiles[move.tile]
    a, b = (tile.b, tile.a) if move.turned else (tile.a, tile.b)
    if not place.fits(a, b) or move.said not in (None, tile.balance):
        return None
    link = Link(move.tile, move.place, move.turned, len(place.needs))
    return _lay(state, free, link)


def move_of(state: State, intent: Intent) -> DominatoMove | None:
    """The move for an intent; None if the tile or the place is no longer available, or does not fit."""
    fits = open_to(state)
    if isinstance(intent, Skip):
        return Pass() if may_pass(state.options) or not fits else None
    found = (intent.tile, intent.x, intent.y, intent.way, intent.a, intent.b)
    if not any(
        isinstance(each, Lay) and (each.tile, each.x, each.y, each.way, each.a, each.b) == found for each in fits
    ):
        return None
    return _placing(state, *found)


def _placing(state: State, tile: int, x: int, y: int, way: Way, a: int, b: int) -> Place | None:
    """Lay a tile by coordinates, right or not; None if it is not in hand or its shape may not lie there."""
    free = places(state.table, state.options.incidental_contacts)
    number = next((index for index, each in enumerate(free) if (each.x, each.y, each.way) == (x, y, way)), None)
    if number is None or tile not in state.hands[state.seat]:
        return None
    named = state.deck.tiles[tile]
    turned = 0 if (named.a, named.b) == (a, b) else 1
    return Place(tile, number, turned, named.balance if state.options.say_first else None)


def again(before: State, state: State, move: DominatoMove) -> DominatoMove | None:
    """The move that now does what a recorded move did in the position `before`. Places are matched by coordinates, not
    by number. None if that is impossible, or would concern another tile.
    """
    match move:
        case Place():
            free = places(before.table, before.options.incidental_contacts)
            place, tile = free[move.place], before.deck.tiles[move.tile]
            a, b = (tile.b, tile.a) if move.turned else (tile.a, tile.b)
            found = _placing(state, move.tile, place.x, place.y, place.way, a, b)
            return None if found is None else Place(found.tile, found.place, found.turned, move.said)
        case Claim() | Close():
            return move if before.table[-1:] == state.table[-1:] else None
        case Give():
            claimant = state.window.claimant if state.window is not None else None
            return move if claimant is not None and move.tile in state.hands[claimant] else None
    return move
