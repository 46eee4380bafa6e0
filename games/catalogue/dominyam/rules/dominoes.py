"""The 28 dominoes as pairs of halves, and sets of them as bits of one number."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

Half = Annotated[int, Meta(ge=0, le=6)]
Domino = tuple[Half, Half]
"""A domino's halves; 0 is a blank. In a layout, the first half is on the first cell; elsewhere the lower half comes
first.
"""

DOMINOES: Final[tuple[Domino, ...]] = tuple((low, high) for low in range(7) for high in range(low, 7))
BITS: Final[dict[Domino, int]] = {domino: 1 << index for index, domino in enumerate(DOMINOES)}
FULL_SET: Final = (1 << len(DOMINOES)) - 1


def sorted_halves(domino: Domino) -> Domino:
    """The domino with its lower half first."""
    return domino if domino[0] <= domino[1] else (domino[1], domino[0])


def bits_of(dominoes: Iterable[Domino]) -> int:
    """A set of dominoes as bits; the order of their halves does not matter."""
    found = 0
    for domino in dominoes:
        found |= BITS[sorted_halves(domino)]
    return found


def dominoes_of(bits: int) -> tuple[Domino, ...]:
    """The dominoes of a set, lowest first."""
    return tuple(domino for index, domino in enumerate(DOMINOES) if bits >> index & 1)
