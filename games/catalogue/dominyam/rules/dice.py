"""The check that five dice fit four halves, and the die left over for points."""

from functools import lru_cache

from games.catalogue.dominyam.rules.dominoes import Domino


@lru_cache(1 << 16)
def _point_values(dice: tuple[int, ...], halves: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(dice)
    for half in halves:
        if half not in rest:
            return ()
        rest.remove(half)
    return tuple(sorted(set(rest)))


def point_values(dice: tuple[int, ...], first: Domino, second: Domino) -> tuple[int, ...]:
    """The possible values of the point die when two dominoes are eaten with these dice; none if they do not fit. A
    blank half takes any die, so the player chooses the die left over. README decision 5.
    """
    halves = tuple(sorted(half for half in (*first, *second) if half))
    return _point_values(tuple(sorted(dice)), halves)
