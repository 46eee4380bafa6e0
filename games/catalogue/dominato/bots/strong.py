"""A bot that looks one move ahead: the link itself, its next possible moves, and those of the others."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.catalogue.dominato.bots.base import ThinkingBot
from games.catalogue.dominato.rules.links import Link
from games.catalogue.dominato.rules.places import FreePlace, grown, places
from games.catalogue.dominato.rules.scenario import Tile
from games.catalogue.dominato.rules.types import REPLAY_ORDER, WIN_ORDER, Laid
from games.catalogue.dominato.rules.view import View
from games.engine.draws import Draws

WIN: Final = 1_000_000
AGAIN: Final = 60
"""The worth of another turn, in tenths of a tile that can be placed."""
WIN_AT_HAND: Final = 5_000
"""The worth of a possible triple link for which the bot holds the tile and has another turn."""
WIN_LEFT: Final = 500
"""The cost of a possible triple link that the next player may lay."""
OWN_TILE, OWN_DOUBLE = 10, 3
THEIR_TILE, THEIR_DOUBLE = 10, 5


class Outlook(NamedTuple):
    """The possible placements of a set of tiles: the number of tiles that fit, the number of double links, and the best
    order.
    """

    tiles: int
    doubles: int
    best: int


class StrongBot(ThinkingBot):
    """Weighs order, its own mobility and denial. With two players it knows the other hand: all remaining tiles."""

    def choose(self, view: View, found: list[Link], draws: Draws, label: str) -> Link:
        """See `ThinkingBot.choose`. Ties are random."""
        free = places(view.table, view.options.incidental_contacts)
        worth = [self._worth(view, free, link) for link in found]
        best = [link for link, value in zip(found, worth, strict=True) if value == max(worth)]
        return best[draws.below(len(best), label)]

    def gift(self, view: View, draws: Draws, label: str) -> int:
        """The tile that fits in the fewest places, because it blocks the hand that gets it."""
        free = places(view.table, view.options.incidental_contacts)

        def uses(number: int) -> tuple[int, int]:
            tile = view.deck.tiles[number]
            fitting = sum(place.fits(tile.a, tile.b) or place.fits(tile.b, tile.a) for place in free)
            return fitting, -max(abs(tile.a), abs(tile.b))

        return min(view.hand, key=uses)

    def _worth(self, view: View, free: tuple[FreePlace, ...], link: Link) -> int:
        hand = [view.deck.tiles[number] for number in view.hand if number != link.tile]
        if link.order >= WIN_ORDER or not hand:
            return WIN + link.order
        after = _after(view, free, link)
        own, theirs = outlook(after, hand), outlook(after, _unseen(view))
        held, unseen = view.counts[_next(view)], max(1, len(_unseen(view)))
        danger = THEIR_TILE * theirs.tiles + THEIR_DOUBLE * theirs.doubles
        value = OWN_TILE * (own.tiles - len(hand)) + OWN_DOUBLE * own.doubles
        if link.order == REPLAY_ORDER:
            value += AGAIN + (WIN_AT_HAND if own.best >= WIN_ORDER else 0)
        elif theirs.best >= WIN_ORDER:
            danger += WIN_LEFT
        return value - danger * held // unseen


def outlook(free: Sequence[FreePlace], tiles: Sequence[Tile]) -> Outlook:
    """The possible placements of these tiles in these places."""
    fitting = doubles = best = 0
    for tile in tiles:
        orders = [len(place.needs) for place in free if place.fits(tile.a, tile.b) or place.fits(tile.b, tile.a)]
        if orders:
            fitting += 1
            doubles += orders.count(REPLAY_ORDER)
            best = max(best, *orders)
    return Outlook(fitting, doubles, best)


def _after(view: View, free: tuple[FreePlace, ...], link: Link) -> tuple[FreePlace, ...]:
    place, tile = free[link.place], view.deck.tiles[link.tile]
    a, b = (tile.b, tile.a) if link.turned else (tile.a, tile.b)
    laid = Laid(link.tile, place.x, place.y, place.way, a, b)
    return grown(view.table, free if view.table else (), laid, view.options.incidental_contacts)


def _unseen(view: View) -> list[Tile]:
    """The tiles that are neither on the table nor in the seat's hand."""
    seen = {*view.hand, *(laid.tile for laid in view.table)}
    return [tile for number, tile in enumerate(view.deck.tiles) if number not in seen]


def _next(view: View) -> int:
    return (view.seat + 1) % len(view.counts)
