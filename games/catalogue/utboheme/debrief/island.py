"""Tables of the throws of the dice, and of the income from each hexagon."""

from dataclasses import dataclass
from typing import Any

from games.catalogue.utboheme import names
from games.catalogue.utboheme.facts.tables import Facts
from games.catalogue.utboheme.rules.board import dots


@dataclass(frozen=True)
class HexagonRow:
    """A hexagon in words: the expected and actual number of its throws, and the cards that it gave and withheld."""

    where: str
    expected: str
    rolled: int
    given: tuple[int, ...]
    total: int
    blocked: int
    short: int


def throw_rows(facts: Facts) -> list[dict[str, Any]]:
    """The expected and actual number of throws, by sum of the dice."""
    throws = sum(facts.throws)
    return [
        {"sum": total, "came": came, "expected": names.tenths(round(1000 * throws * _chances(total) / 36))}
        for total, came in enumerate(facts.throws, start=2)
    ]


def _chances(total: int) -> int:
    """The number of the 36 throws that give each sum."""
    return 6 if total == 7 else dots(total)


def hexagon_rows(facts: Facts) -> list[HexagonRow]:
    """The hexagons by number of cards given, most first, without the desert."""
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
