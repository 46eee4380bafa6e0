"""Figures that players can forecast."""

import msgspec


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
