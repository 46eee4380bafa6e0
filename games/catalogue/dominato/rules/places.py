"""The free places of a table: where a tile's shape may lie, and the values that each place requires."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.catalogue.dominato.rules.events import Kind
from games.catalogue.dominato.rules.geometry import AROUND, TOUCH, Touch, Way
from games.catalogue.dominato.rules.types import Laid
from games.engine.types import Value

Table = tuple[Laid, ...]


class Need(Value, frozen=True):
    """One median contact. A part of the new tile (0 first square, 1 second square, 2 balance) must have `value`. That
    is the value of tile number `neighbour` of the table.
    """

    part: int
    value: int
    neighbour: int


class FreePlace(Value, frozen=True):
    """A place for a tile by its shape alone. `needs` are its contacts; their number is the link's order."""

    x: int
    y: int
    way: Way
    needs: tuple[Need, ...]

    def fits(self, a: int, b: int) -> bool:
        """True if all contacts are valid with these squares."""
        parts = (a, b, a + b)
        for need in self.needs:  # noqa: SIM110  three times as fast as all()
            if parts[need.part] != need.value:
                return False
        return True

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of links by neighbour: a nested neighbour gives two contacts, a perpendicular one gives one."""
        neighbours = [need.neighbour for need in self.needs]
        return tuple("nested" if neighbours.count(each) == 2 else "T" for each in dict.fromkeys(neighbours))


EMPTY_TABLE: Final = (FreePlace(0, 0, "H", ()),)
"""The place of the first tile. Its direction does not matter, because the whole table may be turned."""


@lru_cache(maxsize=512)
def places(table: Table, incidental: bool) -> tuple[FreePlace, ...]:
    """All free places, by x, y and way (lying before standing). A move gives the index in this order."""
    if not table:
        return EMPTY_TABLE
    before = table[:-1]
    return grown(before, places(before, incidental) if before else (), table[-1], incidental)


def grown(before: Table, free: Iterable[FreePlace], laid: Laid, incidental: bool) -> tuple[FreePlace, ...]:
    """The free places after one more tile; `free` were those before it (none for the first tile)."""
    index, parts, after = len(before), laid.parts, []
    seen = set()
    for place in free:
        seen.add((place.x, place.y, place.way))
        touch = TOUCH.get((place.x - laid.x, place.y - laid.y, place.way, laid.way))
        if touch is None:
            after.append(place)
        elif touch.contacts:
            after.append(FreePlace(place.x, place.y, place.way, place.needs + _needs(touch, parts, index)))
        elif incidental and not touch.overlap:
            after.append(place)
    table = (*before, laid)
    for dx, dy, way in AROUND[laid.way]:
        x, y = laid.x + dx, laid.y + dy
        if (x, y, way) not in seen:
            needs = needs_at(table, x, y, way, incidental)
            if needs:
                after.append(FreePlace(x, y, way, needs))
    after.sort(key=_position)
    return tuple(after)


def _position(place: FreePlace) -> tuple[int, int, Way]:
    return place.x, place.y, place.way


def _needs(touch: Touch, parts: tuple[int, int, int], index: int) -> tuple[Need, ...]:
    return tuple(Need(mine, parts[theirs], index) for mine, theirs in touch.contacts)


def needs_at(table: Table, x: int, y: int, way: Way, incidental: bool) -> tuple[Need, ...] | None:
    """The contacts of a tile at this place; None if its shape may not lie there, empty if it touches nothing."""
    needs: list[Need] = []
    for index, laid in enumerate(table):
        touch = TOUCH.get((x - laid.x, y - laid.y, way, laid.way))
        if touch is None:
            continue
        if touch.overlap or not (touch.contacts or incidental):
            return None
        needs += _needs(touch, laid.parts, index)
    return tuple(needs)


def is_right(table: Table) -> bool:
    """True if all contacts of the last tile were valid when it was laid, and its declared balance is right. The
    contacts of a first tile always are.
    """
    last = table[-1]
    if last.visible_balance != last.balance:
        return False
    needs = needs_at(table[:-1], last.x, last.y, last.way, incidental=True) or ()
    return all(last.parts[need.part] == need.value for need in needs)
