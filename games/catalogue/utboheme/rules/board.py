"""The contents of the island, and tables for fast access to them."""

from functools import lru_cache

from games.catalogue.utboheme.rules.resources import INDEX, Resource
from games.catalogue.utboheme.rules.topology import Hexagon, mask_of, topology
from games.engine.types import Value

DEAREST = 4
"""The number of equal cards that the bank takes for one without a trade zone."""
DESERT_INDEX = -1


class Harbour(Value, frozen=True):
    """A trade zone on the sea hexagon `sea`, open to the two `crossings`."""

    sea: Hexagon
    crossings: tuple[int, int]
    rate: int
    resource: Resource | None


class Board(Value, frozen=True, cache_hash=True):
    """The laid island, by hexagon number: resource (None: desert) and token (0 on the desert)."""

    land: tuple[Hexagon, ...]
    resources: tuple[Resource | None, ...]
    tokens: tuple[int, ...]
    harbours: tuple[Harbour, ...]


def dots(token: int) -> int:
    """The number of the 36 throws that give a token; 0 without one."""
    return 6 - abs(7 - token) if token else 0


class Layout:
    """The tables of a board. Masks are those of `topology`; resources are indexes, -1 is the desert."""

    __slots__ = (
        "board", "by_number", "dots_at", "end_mask", "ends", "ends_at", "every_crossing", "every_path", "harbour_mask",
        "hexagons_at", "near", "paths_at", "resource", "shape", "special_mask", "token", "touching",
    )  # fmt: skip

    def __init__(self, board: Board) -> None:
        shape = self.shape = topology(board.land)
        self.board = board
        self.ends, self.end_mask = shape.ends, shape.end_mask
        self.paths_at, self.near = shape.paths_at, shape.near
        self.hexagons_at, self.touching = shape.hexagons_at, shape.crossings_of
        self.every_crossing = (1 << len(shape.corners)) - 1
        self.every_path = (1 << len(shape.sides)) - 1
        self.resource = tuple(DESERT_INDEX if each is None else INDEX[each] for each in board.resources)
        self.token = board.tokens
        self.by_number = tuple(
            tuple(hexagon for hexagon, token in enumerate(board.tokens) if token == number) if number else ()
            for number in range(13)
        )
        self.dots_at = tuple(sum(dots(board.tokens[h]) for h in around) for around in shape.hexagons_at)
        self.harbour_mask = _open_to(board, None)
        self.special_mask = tuple(_open_to(board, resource) for resource in INDEX)

    def rates(self, pieces: int) -> tuple[int, ...]:
        """By resource: the number of cards that the bank takes for one, from a player with these crossings."""
        usual = 3 if pieces & self.harbour_mask else DEAREST
        return tuple(2 if pieces & mask else usual for mask in self.special_mask)


def _open_to(board: Board, resource: Resource | None) -> int:
    return mask_of(c for harbour in board.harbours if harbour.resource == resource for c in harbour.crossings)


@lru_cache(64)
def layout(board: Board) -> Layout:
    """The tables of a board, cached."""
    return Layout(board)
