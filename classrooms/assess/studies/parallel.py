"""Two parallel forms of a test: the same number of questions of each theme, of like difficulty, none in both."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

UNKNOWN: Final = 0.5
"""The share of right answers that a question without enough answers counts with."""


@dataclass(frozen=True)
class Candidate:
    """A question that can be asked. `ease` is the share (0 to 1) of right answers, None if it is not known."""

    key: str
    theme: str
    ease: float | None = None


def parallel_forms(pool: Sequence[Candidate], size: int) -> tuple[list[str], list[str]]:
    """Keys of two forms of at most `size` questions each. Themes get places by their share of the pool.

    Within a theme, questions next to each other in ease make pairs. The form that is easier so far gets the harder
    question of the next pair.
    """
    by_theme: dict[str, list[Candidate]] = {}
    for each in pool:
        by_theme.setdefault(each.theme, []).append(each)
    wanted = _places({theme: len(own) // 2 for theme, own in by_theme.items()}, size)
    forms: tuple[list[str], list[str]] = ([], [])
    lead = 0.0
    for theme in sorted(by_theme):
        ordered = sorted(by_theme[theme], key=lambda each: (_ease(each), each.key))
        pairs = list(zip(ordered[::2], ordered[1::2], strict=False))
        pairs.sort(key=lambda pair: (_ease(pair[1]) - _ease(pair[0]), pair[0].key))
        for harder, easier in pairs[: wanted[theme]]:
            first, second = (harder, easier) if lead > 0 else (easier, harder)
            forms[0].append(first.key)
            forms[1].append(second.key)
            lead += _ease(first) - _ease(second)
    return forms


def _ease(each: Candidate) -> float:
    return UNKNOWN if each.ease is None else each.ease


def _places(pairs: dict[str, int], size: int) -> dict[str, int]:
    """The pairs of each theme: shares of `size`, the rest to themes without a pair, then to the largest remainders."""
    total = sum(pairs.values())
    if total <= size:
        return pairs
    shares = {theme: size * number / total for theme, number in pairs.items()}
    found = {theme: int(share) for theme, share in shares.items()}
    rest = size - sum(found.values())
    for theme in sorted(shares, key=lambda each: (found[each] > 0, found[each] - shares[each], each))[:rest]:
        found[theme] += 1
    return found
