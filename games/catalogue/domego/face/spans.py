"""The line between a standard contract's low and high price, with both sides' offers on it."""

from dataclasses import dataclass

from games.ui.faces import RoleName

LEFT, RIGHT = 12, 288
MARGIN = 0.32
"""The length of the axis beyond low and high, as a part of their distance."""


@dataclass(frozen=True)
class Side:
    css: str
    letter: str
    price: int
    x: float

    @property
    def corner(self) -> float:
        return self.x - 7.5


@dataclass(frozen=True)
class Span:
    """x coordinates on a drawing 300 wide and 44 high."""

    low: float
    high: float
    sides: tuple[Side, ...]
    settled: float | None

    @property
    def axis(self) -> str:
        low, high = self.low, self.high
        return f"M{LEFT} 22H{RIGHT}M{low} 16v12M{high} 16v12M{low - 4} 26l8 -8M{high - 4} 26l8 -8"

    @property
    def tick(self) -> str:
        return f"M{(self.settled or 0) - 4} 22l3 3 5 -6"


def span_of(
    low: int, high: int, own: tuple[RoleName, int | None], other: tuple[RoleName, int | None], price: int | None
) -> Span:
    """A span. Prices beyond the axis are drawn at its end; two marks at one place are side by side."""
    start = low - MARGIN * (high - low)
    scale = (RIGHT - LEFT) / max(1e-9, (1 + 2 * MARGIN) * (high - low))

    def at(amount: int) -> float:
        return round(min(RIGHT, max(LEFT, LEFT + (amount - start) * scale)), 1)

    sides: list[Side] = []
    if price is None:
        offers = sorted((amount, role.id, role) for role, amount in (own, other) if amount is not None)
        places = [at(amount) for amount, _, _ in offers]
        if len(places) == 2 and places[1] - places[0] < 17:
            middle = min(RIGHT - 8.5, max(LEFT + 8.5, sum(places) / 2))
            places = [middle - 8.5, middle + 8.5]
        sides = [Side(role.css, role.letter, amount, x) for (amount, _, role), x in zip(offers, places, strict=True)]
    return Span(at(low), at(high), tuple(sides), None if price is None else at(price))
