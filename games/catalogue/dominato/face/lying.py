"""The positions of tiles and places in words, by the sides of neighbouring tiles. Tiles have their number in the
table's list.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.catalogue.dominato import names
from games.catalogue.dominato.rules.geometry import SIZE, TOUCH, Way
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import Laid
from games.catalogue.dominato.rules.view import View


def touched(view: View, x: int, y: int, way: Way, but: int = -1) -> str:
    """A text such as `right of tile 2, above tile 5`; empty without a neighbour. `but` is the tile's own number
    from 0.
    """
    found = []
    for index, laid in enumerate(view.table):
        touch = TOUCH.get((x - laid.x, y - laid.y, way, laid.way)) if index != but else None
        if touch is not None and touch.contacts:
            found.append(_side(x, y, way, laid) % {"number": index + 1})
    return ", ".join(found)


def _side(x: int, y: int, way: Way, laid: Laid) -> str:
    width, height = SIZE[way]
    other_width, _other_height = SIZE[laid.way]
    if x >= laid.x + other_width:
        return _("right of tile %(number)d")
    if x + width <= laid.x:
        return _("left of tile %(number)d")
    return _("above tile %(number)d") if y + height <= laid.y else _("below tile %(number)d")


def places_in_words(view: View, numbers: Iterable[int]) -> list[str]:
    """The free places with these numbers (from 1), each with the tiles that a tile there would touch."""
    free = places(view.table, view.options.incidental_contacts)
    lines = []
    for number in numbers:
        place = free[number - 1]
        words, where = names.place(number, place.way), touched(view, place.x, place.y, place.way)
        lines.append(_("%(place)s: %(where)s") % {"place": words, "where": where} if where else words)
    return lines
