"""The tiles in hand, and what can be done with them, for forms and scripts."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.dominato import names
from games.dominato.board import DrawnTile, drawn, points_path, tells_places, writes_balances
from games.dominato.lying import places_in_words
from games.dominato.rules.links import links, may_pass, most_said, turns_of
from games.dominato.rules.places import places
from games.dominato.rules.types import Laid
from games.dominato.rules.view import View


@dataclass(frozen=True)
class HandTile:
    """A tile in hand: its number in the deck and its picture."""

    number: int
    picture: DrawnTile
    words: str
    checked: bool = False
    fits: bool | None = None
    """Can it be laid? Told where the helper tells places, else None."""


@dataclass(frozen=True)
class Say:
    """A balance that can be said: `value` as a form sends it, its points as a path, and its sign as a class."""

    value: int
    signed: str
    words: str
    path: str
    css: str
    checked: bool


@dataclass(frozen=True)
class Group:
    """A tile with the right placements of it: (value of the form, words)."""

    words: str
    options: tuple[tuple[str, str], ...]


def hand_tiles(view: View, chosen: str = "") -> tuple[HandTile, ...]:
    """The own tiles, ascending."""
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
    """The balances that can be said, where one is asked: red ones, green ones, none."""
    if not view.options.say_first:
        return ()
    most = most_said(view.deck)
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
    """Right placements tile by tile, where the helper may tell them: one list to choose from without any script."""
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
    """All free places with their words: they are chosen by who does not see the table, too."""
    return list(enumerate(places_in_words(view, range(1, len(view.places) + 1))))


def can_pass(view: View) -> bool:
    """May one pass now? Without challenges only where nothing fits, or where passing is free."""
    if may_pass(view.options):
        return True
    return next(links(view.deck, view.table, view.hand, view.options), None) is None


def script_data(view: View) -> str:
    """What the script needs to light places, as JSON. Needs of places are told where the helper tells them anyway."""
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
