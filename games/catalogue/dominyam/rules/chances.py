"""The chance of a meal: of one pair, or of any possible one."""

from functools import lru_cache

from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.odds import (
    FIRST_OUTCOME,
    KEEP_INDEX,
    OUTCOMES,
    before_throwing,
    with_throws,
    worth_of,
)

PairOfDominoes = tuple[Domino, Domino]


def fits(pair: PairOfDominoes) -> tuple[float, ...]:
    """By outcome: 1 if the dice fit this pair, else 0."""
    return _fits(_halves(pair))


def points_left(pair: PairOfDominoes) -> tuple[tuple[int, int], ...]:
    """The outcomes that fit this pair, each with its greatest point die."""
    return _points_left(_halves(pair))


def _halves(pair: PairOfDominoes) -> tuple[int, ...]:
    return tuple(sorted(half for domino in pair for half in domino if half))


def _carrying(halves: tuple[int, ...]) -> PairOfDominoes:
    """A pair with these halves that are not blank."""
    padded = (*halves, *(0,) * (4 - len(halves)))
    return (padded[0], padded[1]), (padded[2], padded[3])


@lru_cache(4096)
def _fits(halves: tuple[int, ...]) -> tuple[float, ...]:
    pair = _carrying(halves)
    return tuple(worth_of(lambda dice: 1.0 if point_values(dice, *pair) else 0.0))


@lru_cache(4096)
def _points_left(halves: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    pair = _carrying(halves)
    found = ((index, point_values(dice, *pair)) for index, dice in enumerate(OUTCOMES))
    return tuple((index, values[-1]) for index, values in found if values)


def fits_any(pairs: tuple[PairOfDominoes, ...]) -> tuple[float, ...]:
    """By outcome: 1 if the dice fit at least one of these pairs, else 0."""
    worths = [fits(pair) for pair in pairs]
    return (
        tuple(map(max, zip(*worths, strict=True)))
        if len(worths) > 1
        else worths[0]
        if worths
        else (0.0,) * len(OUTCOMES)
    )


@lru_cache(4096)
def chance(worth: tuple[float, ...], throws: int) -> float:
    """The chance of a fit in this many throws from the first, with best play."""
    return before_throwing(worth, throws)


@lru_cache(512)
def _with_throws(worth: tuple[float, ...], throws: int) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(each) for each in with_throws(worth, throws))


def chance_keeping(worth: tuple[float, ...], kept: tuple[int, ...], throws: int) -> float:
    """The chance of a fit if these dice are kept and the others thrown, at most `throws` times."""
    if throws == 0:
        return worth[KEEP_INDEX[tuple(sorted(kept))] - FIRST_OUTCOME]
    return _with_throws(worth, throws - 1)[-1][KEEP_INDEX[tuple(sorted(kept))]]
