"""The errors of bots with an error rate, which are like those of pupils. One contact of the tile is wrong, or the
declared balance has the wrong colour or is one point off.
"""

from collections.abc import Iterator

from games.catalogue.dominato.rules.links import greatest_declaration, links, turns_of
from games.catalogue.dominato.rules.moves import Place
from games.catalogue.dominato.rules.places import FreePlace, places
from games.catalogue.dominato.rules.types import WIN_ORDER
from games.catalogue.dominato.rules.view import View
from games.engine.draws import Draws


def slip(view: View, draws: Draws, label: str) -> Place | None:
    """A wrong move as of a player who means well; None if there is none. It never wins at once."""
    if view.options.say_first and draws.below(2, f"{label}/errs/what"):
        found = list(_misspoken(view))
    else:
        found = list(_misplaced(view))
    return found[draws.below(len(found), f"{label}/errs/which")] if found else None


def _misplaced(view: View) -> Iterator[Place]:
    """Placements with all contacts right except one, which is nearly right: the other colour, or one point off."""
    for index, place in enumerate(places(view.table, view.options.incidental_contacts)):
        if not 0 < len(place.needs) < WIN_ORDER:
            continue
        for number in view.hand:
            tile = view.deck.tiles[number]
            for turned in range(turns_of(tile, view.table) + 1):
                a, b = (tile.b, tile.a) if turned else (tile.a, tile.b)
                if _is_near(place, a, b):
                    yield Place(number, index, turned, tile.balance if view.options.say_first else None)


def _is_near(place: FreePlace, a: int, b: int) -> bool:
    parts = (a, b, a + b)
    off = [(parts[need.part], need.value) for need in place.needs if parts[need.part] != need.value]
    return len(off) == 1 and (off[0][0] == -off[0][1] or abs(off[0][0] - off[0][1]) == 1)


def _misspoken(view: View) -> Iterator[Place]:
    """Right placements with a wrong balance."""
    most = greatest_declaration(view.deck)
    for link in links(view.deck, view.table, view.hand, view.options):
        if link.order < WIN_ORDER:
            balance = view.deck.tiles[link.tile].balance
            for said in sorted({-balance, balance + 1, balance - 1} - {balance}):
                if abs(said) <= most:
                    yield Place(link.tile, link.place, link.turned, said)
