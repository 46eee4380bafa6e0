"""The curve by which a class is marked: the value of a missed target of the project."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from classrooms.models import RubricLine
from games.public.models import Match
from games.ui.targets import CURVES, Curve

KIND: Final = "project"
"""The kind of rubric line that has the curve."""
USUAL_CURVE: Final = "usual"
OWN_CURVE: Final = "own"
"""A straight line from the target to nothing at `fall` percent above it."""


def curve_of(params: Mapping[str, Any]) -> Curve:
    """The curve of a line for the project result. Params without a name of one are of a straight line of their own."""
    name = params.get("curve", OWN_CURVE)
    return CURVES[str(name)] if name != OWN_CURVE else Curve(0, 100, int(params.get("fall", 50)))


def curve_for(match: Match) -> Curve:
    """The one by which the class of a match is marked; the usual one where no rubric has one. One query."""
    lines = RubricLine.objects.filter(kind=KIND, book__session__session_teams__match=match)
    line = lines.order_by("position", "pk").first()
    return CURVES[USUAL_CURVE] if line is None else curve_of(line.params)


def curves_of(session_ids: Iterable[int]) -> dict[int, Curve]:
    """The curve of each session's rubric; the usual one if the rubric has no line for it. One query."""
    wanted = list(session_ids)
    lines = RubricLine.objects.filter(kind=KIND, book__session__in=wanted)
    rows = lines.order_by("-position", "-pk").values_list("book__session", "params")
    return dict.fromkeys(wanted, CURVES[USUAL_CURVE]) | {session: curve_of(params) for session, params in rows}
