"""The rank of a class among the classes that played the same scenario on this site."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean
from typing import Final

import msgspec

from classrooms.models import Session
from classrooms.play.sessions.queries.set_up import scenario_of
from games.public.models import Match, Status
from games.ui import faces

FEWEST_CLASSES: Final = 5
"""With fewer classes, the own one included, no rank is given."""

FEWEST_TEAMS: Final = 2
"""A class counts with so many ended teams, so that no number is one team's."""
MOST_MATCHES: Final = 5_000
"""Older matches are not read."""


class ClassRank(msgspec.Struct, frozen=True):
    """The number of classes, the own one included, and of other classes with a lower, an equal and a higher mean."""

    classes: int
    lower: int
    equal: int
    higher: int

    @property
    def percent(self) -> float:
        """The percentile rank from 0 to 100: other classes below, and half of those with the same mean."""
        return 100 * (self.lower + self.equal / 2) / (self.classes - 1)


def class_rank(own: float, others: Sequence[float]) -> ClassRank | None:
    """The rank of a class by its mean of a figure; None below five classes. Means that are not finite do not count."""
    known = [mean for mean in others if math.isfinite(mean)]
    if not math.isfinite(own) or len(known) + 1 < FEWEST_CLASSES:
        return None
    lower, higher = sum(mean < own for mean in known), sum(mean > own for mean in known)
    return ClassRank(len(known) + 1, lower, len(known) - lower - higher, higher)


def rank_in_site(play_session: Session) -> ClassRank | None:
    """The rank of a class by the mean sum of points of its ended teams; None below five classes, for a game without
    points, and for a scenario of the session's own. One query. Rehearsals and single tables do not count.
    """
    if play_session.scenario:
        return None
    means = _means(play_session)
    own = means.pop(play_session.pk, None)
    return None if own is None else class_rank(own, list(means.values()))


def bots_mean(play_session: Session) -> float | None:
    """The mean sum of points of the bots' games that the scenario's usual points come from; None for a scenario without
    such games, and where low points are good.
    """
    reach = faces.get(play_session.game).reach
    found = reach(scenario_of(play_session)) if reach is not None else None
    if found is None or found.low_is_good:
        return None
    return sum(mean(scores) for scores in found.scores)


def _means(play_session: Session) -> dict[int, float]:
    """The mean sum of points by session of the same scenario."""
    rows = Match.objects.filter(
        status=Status.FINISHED,
        session_team__session__game=play_session.game,
        session_team__session__scenario_key=play_session.scenario_key,
        session_team__session__scenario="",
        session_team__session__is_rehearsal=False,
    ).order_by("-pk")
    sums: dict[int, list[int]] = defaultdict(list)
    for session, result in rows.values_list("session_team__session", "result")[:MOST_MATCHES]:
        if scores := (result or {}).get("scores"):
            sums[session].append(sum(scores))
    return {session: mean(found) for session, found in sums.items() if len(found) >= FEWEST_TEAMS}
