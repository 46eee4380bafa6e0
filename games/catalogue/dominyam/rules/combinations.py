"""The combinations at the end, and the best assignment of a hand to them.
A combination gains its score less the plain values of its dominoes. Each kind counts once, each domino in one
combination. The best assignment is therefore the best choice of disjoint candidates, at most one of each kind.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal

from games.catalogue.dominyam.rules.dominoes import BITS, DOMINOES, Domino, bits_of, dominoes_of
from games.engine.types import Value

ValueEnd = Literal["high", "low"]
Kind = Literal["full", "large_straight", "small_straight", "brelan", "pair"]
KINDS: Final[tuple[Kind, ...]] = ("full", "large_straight", "small_straight", "brelan", "pair")
LARGE_STRAIGHTS = ([0, 1, 2, 3, 4, 5], [0, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])
SMALL_STRAIGHTS = ([1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6])


class Combination(Value, frozen=True):
    """Dominoes that score together; the lower half of each comes first."""

    kind: Kind
    dominoes: tuple[Domino, ...]
    points: int


class Assignment(Value, frozen=True):
    """The score of a hand at the end: its combinations in the order of `KINDS`, and `values` of the other dominoes."""

    combinations: tuple[Combination, ...]
    others: tuple[Domino, ...]
    values: int
    total: int


class Candidate(Value, frozen=True):
    """A combination for the search: `gain` is its score less its dominoes' values."""

    bits: int
    gain: int
    combination: Combination


def combination(dominoes: tuple[Domino, ...]) -> Combination | None:
    """The combination that these dominoes make together; None if they make none."""
    halves = sorted(half for domino in dominoes for half in domino)
    match len(dominoes):
        case 1 if halves[0] == halves[1]:
            return Combination("pair", dominoes, sum(halves))
        case 2 if halves in SMALL_STRAIGHTS:
            return Combination("small_straight", dominoes, 15)
        case 2 if halves[0] == 0 < halves[1] == halves[3]:
            return Combination("brelan", dominoes, sum(halves))
        case 3 if halves in LARGE_STRAIGHTS:
            return Combination("large_straight", dominoes, 20)
        case 3 if _is_full(halves):
            return Combination("full", dominoes, 25)
    return None


def _is_full(halves: list[int]) -> bool:
    """True for one blank, three alike and two others alike."""
    low, high = halves[1], halves[-1]
    return halves[0] == 0 < low < high and halves[2] == low and halves[4] == high and halves[3] in (low, high)


def value_of(domino: Domino, end: ValueEnd) -> int:
    """The score of a domino outside all combinations."""
    return max(domino) if end == "high" else min(domino)


@cache
def candidates(end: ValueEnd) -> tuple[tuple[Candidate, ...], ...]:
    """By kind, all combinations of the whole set with a gain, the greatest gain first."""
    found: dict[Kind, list[Candidate]] = {kind: [] for kind in KINDS}
    for size in (1, 2, 3):
        for dominoes in combinations(DOMINOES, size):
            made = combination(dominoes)
            if made is not None:
                gain = made.points - sum(value_of(domino, end) for domino in dominoes)
                if gain > 0:
                    found[made.kind].append(Candidate(bits_of(dominoes), gain, made))
    return tuple(tuple(sorted(found[kind], key=lambda each: (-each.gain, each.bits))) for kind in KINDS)


Makeable = tuple[tuple[int, tuple[Candidate, ...]], ...]
"""By kind: the greatest possible gain of all later kinds, and the candidates."""


def _search(makeable: Makeable, kind: int, used: int, need: int) -> tuple[int, tuple[Candidate, ...]] | None:
    """The best choice among the kinds from `kind` on, if it gains more than `need`."""
    if kind == len(makeable):
        return (0, ()) if need < 0 else None
    limit, of_kind = makeable[kind]
    best: tuple[int, tuple[Candidate, ...]] | None = None
    for candidate in of_kind:
        if candidate.gain + limit <= need:
            break
        if not candidate.bits & used:
            found = _search(makeable, kind + 1, used | candidate.bits, need - candidate.gain)
            if found is not None:
                need = candidate.gain + found[0]
                best = need, (candidate, *found[1])
    return _search(makeable, kind + 1, used, need) or best


@lru_cache(1 << 14)
def best_assignment(hand: int, end: ValueEnd) -> Assignment:
    """The assignment with the highest score (README decision 8); among equals the first one found."""
    makeable: list[tuple[int, tuple[Candidate, ...]]] = []
    limit = 0
    for of_kind in reversed(candidates(end)):
        made = tuple([candidate for candidate in of_kind if candidate.bits & hand == candidate.bits])
        makeable.insert(0, (limit, made))
        limit += made[0].gain if made else 0
    gain, chosen = _search(tuple(makeable), 0, 0, -1) or (0, ())
    used = 0
    for candidate in chosen:
        used |= candidate.bits
    others = dominoes_of(hand & ~used)
    total = gain + sum(_values(hand, end))
    values = sum(value_of(domino, end) for domino in others)
    return Assignment(tuple(candidate.combination for candidate in chosen), others, values, total)


def _values(hand: int, end: ValueEnd) -> Iterator[int]:
    return (value_of(domino, end) for domino, bit in BITS.items() if hand & bit)
