"""The progress of a match for instructors: the leader's points by turn, and each player's purchases."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme.face import forecasts
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.progress import Comparison, Decided, Gauge, Progress

KINDS = ("uv_founded", "uv_built", "uv_upgraded", "longest_moved", "oldest_moved")
"""The kinds of events that are read: at most one for each piece, and few for special cards."""


def progress(scene: Scene, heading: Heading) -> Progress:
    """The progress of a match; points are the public ones."""
    view: View = scene.view
    gauges = (
        Gauge(
            name="points",
            label=_("Points of who leads"),
            unit=pgettext("unit", "points"),
            value=max(view.points),
            target=view.figures.target,
            series=_leading(scene, max(0, view.turn - (view.stage != "over"))),
            fewer=False,
        ),
        Gauge(
            name="pieces",
            label=_("UV and UV** on the island"),
            value=sum(map(len, (*view.uv, *view.upgraded))),
            fewer=False,
        ),
    )
    return Progress(turn=view.turn, turns=heading.turns, title=heading.title, sub=heading.sub, gauges=gauges)


def _leading(scene: Scene, done: int) -> tuple[int, ...]:
    """The greatest number of open points after the foundation and after each finished turn."""
    view: View = scene.view
    points, found = [0] * len(view.points), [0] * (done + 1)
    for event in scene.record:
        _enter(points, event, view)
        for turn in range(event.turn, done + 1):
            found[turn] = max(points)
    return tuple(found)


def _enter(points: list[int], event: Any, view: View) -> None:
    figures = view.figures
    match event:
        case events.UvFounded() | events.UvBuilt():
            points[event.seat or 0] += figures.uv_points
        case events.UvUpgraded():
            points[event.seat or 0] += figures.upgraded_points - figures.uv_points
        case events.LongestMoved() | events.OldestMoved():
            worth = figures.longest_points if isinstance(event, events.LongestMoved) else figures.oldest_points
            for seat, sign in ((event.before, -1), (event.seat, 1)):
                if seat is not None:
                    points[seat] += sign * worth


def comparison(scene: Scene) -> Comparison:
    return Comparison(across=("points", "pieces"), decisions=tuple(_decisions(scene.record)))


def _decisions(record: Iterable[Any]) -> Iterable[Decided]:
    for event in record:
        if isinstance(event, events.UvBuilt):
            yield Decided(turn=event.turn, seat=event.seat, words=_("built a UV"))
        elif isinstance(event, events.UvUpgraded):
            yield Decided(turn=event.turn, seat=event.seat, words=_("made a UV**"))


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=KINDS,
    comparison=comparison,
    comparison_kinds=KINDS,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
)
