"""Figures that players can forecast, and uncertain events that a class can predict."""

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


NOTHING = -1
"""The outcome of a prediction whose event did not happen."""


class Predictable(msgspec.Struct, frozen=True):
    """An uncertain event that a class can predict before it happens. `key` names it within the match.

    `question` and `options` are in the current language. `odds` are weights of the options as the rules give them;
    empty if they give none.
    """

    key: str
    question: str
    options: tuple[str, ...]
    odds: tuple[int, ...] = ()
