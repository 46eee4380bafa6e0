"""The progress part of a face: a running match for observers, the comparison of teams, and forecasts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.ui.faces.scene import Scene
from games.ui.faces.words import Heading
from games.ui.learning import Forecastable, Predictable
from games.ui.progress import Comparison, Progress


def _turn_alone(scene: Scene, heading: Heading) -> Progress:
    return Progress(turn=heading.turn, turns=heading.turns, title=heading.title, sub=heading.sub)


@dataclass(frozen=True, kw_only=True)
class ProgressPart:
    """Progress for instructors. Without it the monitor shows the turn, and nothing can be forecast."""

    current: Callable[[Scene, Heading], Progress] = _turn_alone
    """(scene, heading): the progress of a match, from the observer's view and the record of `kinds`."""
    kinds: tuple[str, ...] = ()
    """Kinds of event for `current`. Their number must not grow with moves."""
    comparison: Callable[[Scene], Comparison] = lambda scene: Comparison()
    """The comparison between teams, from the observer's view and the record of `comparison_kinds`."""
    comparison_kinds: tuple[str, ...] = ()
    """Kinds of event for `comparison`."""
    forecastables: Callable[[Any], tuple[Forecastable, ...]] = lambda scenario: ()
    """(scenario): the figures of each turn that can be forecast; empty for a game without any."""
    forecast_kinds: tuple[str, ...] = ()
    """Kinds of event that hold the actual values. A turn in `forecast_actuals` was over with the last of them."""
    forecast_actuals: Callable[[Any, Sequence[Any]], Mapping[int, Mapping[str, int]]] = lambda scenario, events: {}
    """(scenario, events): the actual values by turn and figure, from the events of `forecast_kinds`, oldest first."""
    negotiation_kinds: tuple[str, ...] = ()
    """Kinds of move by which people negotiate: offers, and answers to them. Empty for a game without negotiation."""
    predictables: Callable[[Scene], tuple[Predictable, ...]] = lambda scene: ()
    """(scene): the uncertain events that come next, from the observer's view; empty for a game without any."""
    prediction_kinds: tuple[str, ...] = ()
    """Kinds of event that decide a prediction."""
    predicted: Callable[[Any, str, Sequence[Any]], int | None] = lambda scenario, key, events: None
    """(scenario, key, events): the index of the option that came true, by the key of the prediction and the events of
    `prediction_kinds`, oldest first; NOTHING if its event did not happen, None while it is open.
    """
