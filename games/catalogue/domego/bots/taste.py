"""The taste of a bot: the tiers that a firm prefers."""

from typing import Final

import msgspec

from games.catalogue.domego.rules.sheet import Part, Tiers


class Taste(msgspec.Struct, frozen=True):
    """The preferences of a firm on a line of a sheet. `highest_risk_tier` is taken, or the last tier if there are
    fewer. A delay tier must save at least `days_per_ten_cubes`; None means that no delay tier is taken. `spare` is the
    number of cubes bought beyond the plan, against risks.
    """

    highest_risk_tier: int
    days_per_ten_cubes: int | None
    spare: int

    def tiers(self, part: Part) -> tuple[int, int]:
        """The risk and the delay tier that this firm would like; 0 for none."""
        risk = min(len(part.risk) - 1, self.highest_risk_tier)
        return risk, 0 if self.days_per_ten_cubes is None else self._delay_tier(part.delay, self.days_per_ten_cubes)

    def _delay_tier(self, tiers: Tiers, days_per_ten: int) -> int:
        for tier in range(len(tiers) - 1, 0, -1):
            cubes, days = tiers[tier]
            if 10 * days >= days_per_ten * cubes:
                return tier
        return 0


MINIMAL: Final = Taste(highest_risk_tier=0, days_per_ten_cubes=None, spare=1)
BALANCED: Final = Taste(highest_risk_tier=1, days_per_ten_cubes=26, spare=2)
CAUTIOUS: Final = Taste(highest_risk_tier=20, days_per_ten_cubes=None, spare=3)
