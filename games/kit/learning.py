"""What a game offers for learning beside the play: quiz questions, and figures that players can forecast."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.kit.quiz import Bank


class Forecastable(msgspec.Struct, frozen=True):
    """A figure of a turn that players can foresee, in whole numbers from `low` to `high`.

    `label` and `unit` are in the current language. A forecast counts as near up to `tolerance` above or below.
    """

    name: str
    label: str
    unit: str
    low: int
    high: int
    tolerance: int = 0


class Learning:
    """Part of `Face`. A game overrides what it has; the usual answers say "nothing"."""

    def quiz(self) -> Bank:
        """The game's questions."""
        return Bank()

    def forecastables(self, scenario: Any) -> tuple[Forecastable, ...]:
        """What can be foreseen of each turn; empty for a game in which nothing can."""
        return ()

    def forecast_kinds(self) -> tuple[str, ...]:
        """Kinds of event that tell what came. A turn that `forecast_actuals` names was over with the last of them."""
        return ()

    def forecast_actuals(self, scenario: Any, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
        """What came, by turn and name of the figure, from the events of `forecast_kinds`, oldest first."""
        return {}
