"""The tiles in hand and their possible placements, for forms and scripts."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.dominato import names
from games.catalogue.dominato.board import DrawnTile, drawn, points_path, tells_places, writes_balances
from games.catalogue.dominato.face.lying import places_in_words
from games.catalogue.dominato.rules.links import greatest_declaration, links, may_pass, turns_of
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import Laid
from games.catalogue.dominato.rules.view import View


@dataclass(frozen=True)
class HandTile:
    """A tile in hand: its number in the deck and its picture."""

    number: int
    picture: DrawnTile
    words: str
    checked: bool = False
    fits: bool | None = None
    """True if the tile can be laid; None unless the helper highlights places."""


@dataclass(frozen=True)
class Say:
    """A balance to declare: `value` as in the form, its points as a path, and its sign as a class."""

    value: int
    signed: str
    words: str
    path: str
    css: str
    checked: bool


@dataclass(frozen=True)
class Group:
    """A tile with its right placements: pairs (value of the form, words)."""

    words: str
    options: tuple[tuple[str, str], ...]


def hand_tiles(view: View, chosen: str = "") -> tuple[HandTile, ...]:
    """The seat's tiles, ascending."""
    found, fitting = [], None
    if tells_places(view):
        fitting = {link.tile for link in links(view.deck, view.table, view.hand, view.options)}
    for number in view.hand:
        tile = view.deck.tiles[number]
        picture = drawn(Laid(number, 0, 0, "H", tile.a, tile.b), helper=writes_balances(view.options))
        fits = None if fitting is None else number in fitting
        found.append(HandTile(number, picture, picture.label, str(number) == chosen, fits))
    return tuple(found)


def sayings(view: View, chosen: str = "") -> tuple[Say, ...]:
    """The balances to declare, if the options ask for one: red ones, green ones, zero."""
    if not view.options.say_first:
        return ()
    most = greatest_declaration(view.deck)
    return tuple(
        Say(
            value,
            names.signed(value),
            names.balance(value),
            points_path(value),
            "d-red" if value > 0 else "d-green",
            str(value) == chosen,
        )
        for value in (*range(1, most + 1), *range(-1, -most - 1, -1), 0)
    )


def groups(view: View) -> tuple[Group, ...]:
    """The right placements by tile, if the helper may show them: a list to choose from without a script."""
    if not tells_places(view):
        return ()
    free = places(view.table, view.options.incidental_contacts)
    by_tile: dict[int, list[tuple[str, str]]] = {}
    for link in links(view.deck, view.table, view.hand, view.options):
        tile, place = view.deck.tiles[link.tile], free[link.place]
        first = tile.b if link.turned else tile.a
        words = {"place": names.place(link.place + 1, place.way), "points": names.points(first)}
        where = _("%(place)s, %(points)s on the left") if place.way == "H" else _("%(place)s, %(points)s on top")
        said = where % words
        if link.order > 1:
            said = _("%(what)s: %(link)s") % {"what": said, "link": names.link_name(link.order)}
        by_tile.setdefault(link.tile, []).append((f"{link.tile}-{link.turned}-{link.place}", said))
    return tuple(
        Group(names.tile(view.deck.tiles[number].a, view.deck.tiles[number].b), tuple(options))
        for number, options in by_tile.items()
    )


def place_options(view: View) -> list[tuple[int, str]]:
    """All free places in words, also for players who do not see the table."""
    return list(enumerate(places_in_words(view, range(1, len(view.places) + 1))))


def can_pass(view: View) -> bool:
    """True if passing is possible now. Without challenges, that needs the option `free_pass`, or a hand that fits
    nowhere.
    """
    if may_pass(view.options):
        return True
    return next(links(view.deck, view.table, view.hand, view.options), None) is None


def script_data(view: View) -> str:
    """The data with which the script highlights places, as JSON. It has the requirements of places only if the helper
    shows them anyway.
    """
    tells = tells_places(view)
    free = places(view.table, view.options.incidental_contacts)
    data: dict[str, Any] = {
        "tells": tells,
        "helper": writes_balances(view.options),
        "says": bool(view.options.say_first),
        "places": [
            [place.x, place.y, place.way, [[need.part, need.value] for need in place.needs] if tells else []]
            for place in free
        ],
        "tiles": {
            str(number): [view.deck.tiles[number].a, view.deck.tiles[number].b, _turns(view, number)]
            for number in view.hand
        },
        "words": {
            "place": [names.place(index + 1, place.way) for index, place in enumerate(free)],
            "choose": _("Choose a tile."),
            "where": _("Choose a place."),
            "say": _("Say the balance."),
            "lay": _("Now lay it."),
            "nowhere": _("This tile fits nowhere."),
            "turn": _("No free place this way round: turn the tile."),
            "said": _("%(what)s: %(link)s"),
            "count": _("%(number)s places are lit."),
            "points": {str(value): names.points(value) for value in range(-9, 10)},
        },
    }
    return json.dumps(data, ensure_ascii=False)


def _turns(view: View, number: int) -> int:
    return turns_of(view.deck.tiles[number], view.table)
