"""The draw of arms and forms: from a seed alone, so that it can be checked afterwards."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ORDERS: Final = ("AB", "BA")
"""The orders of the two forms: A before, B after, A later, or the other way round."""


@dataclass(frozen=True)
class Unit:
    """A person or a team to be drawn: its key, and the stratum within which it is drawn."""

    key: str
    stratum: str


def seed_digest(seed: str) -> str:
    """The digest by which a seed is fixed before the draw."""
    return hashlib.sha256(f"study {seed}".encode()).hexdigest()


def arms_drawn(
    units: Iterable[Unit], arms: int, seed: str, taken: Mapping[str, Sequence[int]] | None = None
) -> dict[str, int]:
    """The arm (index) of each unit by key.

    Within a stratum, units are put in an order by lot and dealt to the arms in turn. In a tie, the arm with fewest
    units gets the next one: arms differ by at most one unit. `taken` counts the units of an earlier draw by stratum
    and arm: latecomers go to the arms with fewest.
    """
    by_stratum: dict[str, list[Unit]] = {}
    for unit in units:
        by_stratum.setdefault(unit.stratum, []).append(unit)
    earlier = taken or {}
    counts = [sum(row[arm] for row in earlier.values()) for arm in range(arms)]
    places = {}
    for stratum in sorted(by_stratum):
        own = list(earlier.get(stratum, [0] * arms))
        for unit in sorted(by_stratum[stratum], key=lambda each: _lot(seed, "unit", each.key)):
            fewest = min(zip(own, counts, strict=True))
            ties = [arm for arm in range(arms) if (own[arm], counts[arm]) == fewest]
            arm = min(ties, key=lambda each: _lot(seed, "arm", f"{unit.key} {each}"))
            own[arm] += 1
            counts[arm] += 1
            places[unit.key] = arm
    return places


def orders_drawn(people: Iterable[str], seed: str) -> dict[str, str]:
    """The order of forms of each person by key: half begin with form A, half with form B, by lot."""
    ordered = sorted(people, key=lambda each: _lot(seed, "form", each))
    first = int(_lot(seed, "first", ""), 16) % 2
    return {person: ORDERS[(number + first) % 2] for number, person in enumerate(ordered)}


def order_drawn(person: str, seed: str) -> str:
    """The order of forms, by lot, of one person who joins later."""
    return ORDERS[int(_lot(seed, "form", person), 16) % 2]


def _lot(seed: str, purpose: str, key: str) -> str:
    return hmac.new(seed.encode(), f"{purpose} {key}".encode(), hashlib.sha256).hexdigest()
