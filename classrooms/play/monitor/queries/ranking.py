"""The ranks of a session's teams by the project's result, the same for the projector, the comparison and the report."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, Final, Literal

from django.utils.translation import gettext as _

from games.public.models import Match, Status
from games.public.work import Ends, has_ends
from games.ui.alarms import project_result
from games.ui.progress import Progress, targets_so_far
from games.ui.targets import Curve, table_share

WHOLE: Final = 100
How = Literal["final", "expected", "so far", ""]


@dataclass(frozen=True)
class Ranked:
    """A team's rank by the `points` of its project, of 100; equal points share a rank. `how` is the kind of points: at
    the end, expected, or, in games without a forecast, of the targets so far. A stopped or unknown team has rank 0 and
    no points.
    """

    rank: int = 0
    points: int | None = None
    how: How = ""


NO_RANK: Final = Ranked()


def ranking(
    matches: Iterable[Match], ends: Mapping[int, Ends], told: Mapping[int, Progress], curve: Curve
) -> dict[int, Ranked]:
    """The ranks by match."""
    found = {match.pk: _result(match, ends.get(match.pk), told.get(match.pk), curve) for match in matches}
    known = [points for points, _how in found.values() if points is not None]
    return {
        pk: NO_RANK if points is None else Ranked(1 + sum(other > points for other in known), points, how)
        for pk, (points, how) in found.items()
    }


def ranked_words(teams: Iterable[Ranked]) -> str:
    """A sentence on the figure that ranks the teams; empty if no team has a rank."""
    hows = {team.how for team in teams if team.rank}
    if not hows:
        return ""
    if "expected" in hows:
        return _("Ranked by the project result: for teams that still play, the one expected at the end.")
    if "so far" in hows:
        return _("Ranked by the project result: for teams that still play, by the targets so far.")
    return _("Ranked by the project result.")


def _result(match: Match, ends: Ends | None, told: Progress | None, curve: Curve) -> tuple[int | None, How]:
    if match.is_over:
        return _points(_final(match, curve)), "final"
    if ends is not None:
        return _points(project_result(ends.targets, curve)), "expected"
    so_far = targets_so_far(told) if told is not None and not has_ends(match) else None
    if so_far is None:
        return None, ""
    lines = [{"met": each.met, "target": each.target, "missed_by": each.missed_by} for each in so_far.lines]
    return _points(table_share(lines, curve)), "so far"


def result_points(result: Mapping[str, Any], curve: Curve) -> int | None:
    """The points of the project, of 100, for the stored result of a finished match; None in a game without targets."""
    return _points(_share(result, curve))


def _final(match: Match, curve: Curve) -> Fraction | None:
    return _share(match.result or {}, curve) if match.status == Status.FINISHED else None


def _share(result: Mapping[str, Any], curve: Curve) -> Fraction | None:
    targets: list[dict[str, Any]] = result.get("targets", [])
    lines = [{**each, "missed_by": 0 if each["met"] else abs(each["value"] - each["target"])} for each in targets]
    return table_share(lines, curve)


def _points(share: Fraction | None) -> int | None:
    """Whole points, halves up: the expected end is known no better."""
    return None if share is None else floor(WHOLE * share + Fraction(1, 2))
