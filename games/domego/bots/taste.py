"""What the bots differ in: which tiers a firm wants."""

from typing import Final

import msgspec

from games.domego.rules.sheet import Part, Tiers


class Taste(msgspec.Struct, frozen=True):
    """Limits to what a tier may cost. A tier that is no better than these is left alone.

    `cubes_per_card`: most cubes for a card less. `days_per_ten_cubes`: fewest days for ten cubes, None where no delay
    tier is taken. `spare`: cubes bought beyond the plan, against risks.
    """

    cubes_per_card: int
    days_per_ten_cubes: int | None
    highest_risk_tier: int
    spare: int

    def tiers(self, part: Part) -> tuple[int, int]:
        """The risk and the delay tier that this firm would like on a line of a sheet; 0 for none."""
        risk = 0
        for tier in range(min(len(part.risk) - 1, self.highest_risk_tier), 0, -1):
            cubes, cards = part.risk[tier]
            if cubes <= self.cubes_per_card * cards:
                risk = tier
                break
        return risk, 0 if self.days_per_ten_cubes is None else self._delay_tier(part.delay, self.days_per_ten_cubes)

    def _delay_tier(self, tiers: Tiers, days_per_ten: int) -> int:
        for tier in range(len(tiers) - 1, 0, -1):
            cubes, days = tiers[tier]
            if 10 * days >= days_per_ten * cubes:
                return tier
        return 0


MINIMAL: Final = Taste(cubes_per_card=0, days_per_ten_cubes=None, highest_risk_tier=0, spare=1)
BALANCED: Final = Taste(cubes_per_card=3, days_per_ten_cubes=26, highest_risk_tier=1, spare=2)
CAUTIOUS: Final = Taste(cubes_per_card=9, days_per_ten_cubes=None, highest_risk_tier=20, spare=3)
