"""Tables of Dominato as the test cases name them: `table("0,0,H,1,2")`, `game(...)` with given hands."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import structs

from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.moves import Claim, Close, Give, Pass, Place
from games.catalogue.dominato.rules.places import needs_at, places
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.types import GameScore, Laid, Options, State
from games.engine.draws import LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, played

FOLDER = Path(__file__).resolve().parents[4] / "games" / "catalogue" / "dominato"
SCENARIOS = {int(RULES.load_scenario(text).players): RULES.load_scenario(text) for text in GAME.scenarios.values()}
TILES = SCENARIOS[2].tiles
SEED = b"dominato"


def number_of(a, b):
    """The tile with these squares, either way round."""
    return next(n for n, tile in enumerate(TILES) if sorted((tile.a, tile.b)) == sorted((a, b)))


def tiles(*pairs):
    return tuple(sorted(number_of(a, b) for a, b in pairs))


def laid(x, y, way, a, b):
    return Laid(number_of(a, b), x, y, way, a, b)


def table(*tiles_as_they_lie):
    return tuple(laid(*each) for each in tiles_as_they_lie)


B = (0, 0, "H", 1, 2)


def judged(board, new, *, incidental=False):
    """(order, kinds) of a placement on a board, found in the list of places; None if the rules refuse it."""
    x, y, way, a, b = new
    for place in places(table(*board), incidental):
        if (place.x, place.y, place.way) == (x, y, way) and place.fits(a, b):
            return len(place.needs), place.kinds()
    return None


def shape_at(board, x, y, way, *, incidental=False):
    """The part and value of each need from `needs_at`, without the neighbours."""
    needs = needs_at(table(*board), x, y, way, incidental)
    return None if needs is None else [(need.part, need.value) for need in needs]


@contextmanager
def raises_illegal(code, **params):
    with pytest.raises(IllegalMove) as refused:
        yield
    assert (refused.value.code, refused.value.params) == (code, params)


class Game:
    """A position with its moves. `did` are the events of the last move."""

    def __init__(self, state):
        self.state, self.did = state, ()

    def prompt(self, seat, kind):
        return next(p for p in RULES.prompts(self.state) if (p.seat, p.kind) == (seat, kind))

    def play(self, seat, kind, move):
        key = self.prompt(seat, kind).key
        outcome = RULES.apply(self.state, seat, key, move, LabelledDraws(SEED))
        self.state, self.did = outcome.state, outcome.events
        return self

    def place(self, seat, x, y, way, a, b):
        """Lay the tile {a, b} at this place."""
        free = [(p.x, p.y, p.way) for p in RULES.view(self.state, seat).places]
        number = number_of(a, b)
        turned = 0 if (TILES[number].a, TILES[number].b) == (a, b) else 1
        return self.play(seat, "play", Place(number, free.index((x, y, way)), turned))

    def pass_turn(self, seat):
        return self.play(seat, "play", Pass())

    def claim(self, seat, kind="play"):
        return self.play(seat, kind, Claim())

    def close(self, seat, kind="check"):
        return self.play(seat, kind, Close())

    def give(self, seat, a, b):
        return self.play(seat, "give", Give(number_of(a, b)))

    def bring(self, event, amount=1, to=None):
        """The facilitator brings an event, to a seat or to the table."""
        outcome = played(RULES, self.state, None, "event-1", Brought(event, amount, to), LabelledDraws(SEED))
        self.state, self.did = outcome.state, outcome.events
        return self

    @property
    def hands(self):
        return [[(TILES[n].a, TILES[n].b) for n in hand] for hand in self.state.hands]

    @property
    def asked(self):
        """(seat, kind) of the open prompts; optional ones are in brackets."""
        return [(p.seat, f"({p.kind})" if p.optional else p.kind) for p in RULES.prompts(self.state)]

    @property
    def score(self):
        return self.state.done[-1]


def game(*hands, board=(B,), seat=0, games=1, **options):
    """A running game with these hands (lists of (a, b)) and this table; the last tile laid has no window."""
    players = len(hands)
    chosen = Options(games=games, **options)
    start = RULES.setup(SCENARIOS[players], chosen, players, LabelledDraws(SEED)).state
    given = tuple(tiles(*hand) for hand in hands)
    state = structs.replace(start, hands=given, table=table(*board), seat=seat, starter=0, step=len(board), aside=())
    assert isinstance(state, State)
    return Game(state)


__all__ = ["B", "FOLDER", "GameScore", "RULES", "SCENARIOS", "GAME", "TILES"]
