"""The possible placements of a hand on a table."""

from collections.abc import Iterator
from typing import NamedTuple

from games.catalogue.dominato.rules.places import Table, places
from games.catalogue.dominato.rules.scenario import Tile
from games.catalogue.dominato.rules.types import Deck, Options


class Link(NamedTuple):
    """A placement that is right in shape and values: the numbers of its move, and its order."""

    tile: int
    place: int
    turned: int
    order: int


def links(deck: Deck, table: Table, hand: tuple[int, ...], options: Options) -> Iterator[Link]:
    """Every right placement of the tiles in hand, by tile."""
    free = places(table, options.incidental_contacts)
    for number in hand:
        tile = deck.tiles[number]
        a, b = tile.a, tile.b
        both_ways = turns_of(tile, table)
        for index, place in enumerate(free):
            if place.fits(a, b):
                yield Link(number, index, 0, len(place.needs))
            if both_ways and place.fits(b, a):
                yield Link(number, index, 1, len(place.needs))


def turns_of(tile: Tile, table: Table) -> int:
    """The highest `turned` of this tile: 0 if both squares are equal, and for the first tile of a table."""
    return 1 if tile.a != tile.b and table else 0


def can_place(deck: Deck, table: Table, hand: tuple[int, ...], options: Options) -> bool:
    """True if this hand has a right placement."""
    return next(links(deck, table, hand, options), None) is not None


def may_pass(options: Options) -> bool:
    """True if a player with a right placement may pass. With challenges that is always so, as nothing checks the
    hand.
    """
    return options.free_pass or options.validation == "challenge"


def greatest_declaration(deck: Deck) -> int:
    """The greatest balance of a tile. Players can declare balances from its negative up to it."""
    return max(abs(tile.balance) for tile in deck.tiles)
