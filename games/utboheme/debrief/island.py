"""What the dice did, and what each hexagon brought."""

from dataclasses import dataclass
from typing import Any

from games.utboheme import names
from games.utboheme.facts.tables import Facts
from games.utboheme.rules.board import dots


@dataclass(frozen=True)
class HexagonRow:
    """A hexagon in words: how often its number was to be expected and came, and the cards that it gave and withheld."""

    where: str
    expected: str
    rolled: int
    given: tuple[int, ...]
    total: int
    blocked: int
    short: int


def throw_rows(facts: Facts) -> list[dict[str, Any]]:
    """By sum of the dice: how often it was to be expected, and how often it came."""
    throws = sum(facts.throws)
    return [
        {"sum": total, "came": came, "expected": names.tenths(round(1000 * throws * _chances(total) / 36))}
        for total, came in enumerate(facts.throws, start=2)
    ]


def _chances(total: int) -> int:
    """Of 36 throws."""
    return 6 if total == 7 else dots(total)


def hexagon_rows(facts: Facts) -> list[HexagonRow]:
    """What gave most first; the desert is left out."""
    rows = [
        HexagonRow(
            where=names.region(facts.board, hexagon.number),
            expected=names.tenths(hexagon.expected),
            rolled=hexagon.rolled,
            given=hexagon.given,
            total=sum(hexagon.given),
            blocked=sum(hexagon.blocked),
            short=sum(hexagon.short),
        )
        for hexagon in facts.hexagons
        if hexagon.resource is not None
    ]
    return sorted(rows, key=lambda row: -row.total)
