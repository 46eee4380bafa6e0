"""The expected size of a study: people of each arm and of its teams."""

from typing import Any, Final

import msgspec
from django.db.models import QuerySet

from classrooms.models import DrawBy, Enrolment, Study, Team
from classrooms.play.sessions.queries.set_up import roles_of
from games.engine.codec import convert
from games.engine.errors import RulesError

AGREE: Final = 0.85
"""Assumed share of people who agree to the use of their answers."""


class Sizes(msgspec.Struct, frozen=True):
    """The people of each arm who are expected in the analysis, and the size of the teams of each arm (1: no teams)."""

    people: tuple[int, ...]
    team_sizes: tuple[int, ...]

    @property
    def is_enough(self) -> bool:
        """Has every arm two people at least?"""
        return min(self.people, default=0) > 1

    @property
    def are_teams(self) -> bool:
        """Is a team, and not a person, the unit in any arm?"""
        return max(self.team_sizes, default=1) > 1

    def twice(self) -> "Sizes":
        """The same study with twice the people."""
        return Sizes(tuple(2 * number for number in self.people), self.team_sizes)

    def alone(self) -> "Sizes":
        """The same study without teams."""
        return Sizes(self.people, tuple(1 for _arm in self.team_sizes))


def students_of(study: Study) -> QuerySet[Enrolment]:
    """The enrolments of the students of the study's course, who take part."""
    return Enrolment.objects.filter(course=study.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True)


def sizes_of(study: Study) -> Sizes:
    """The size of a study with the present students and teams of its course."""
    arms = list(study.arms.select_related("session").order_by("position"))
    students = students_of(study).count()
    people = round(students * AGREE)
    share, rest = divmod(people, max(1, len(arms)))
    if study.draw_by == DrawBy.TEAM:
        teams = Team.objects.filter(course=study.course_id, members__isnull=False).distinct().count()
        team_sizes = [max(1, round(students / teams)) if teams else 1] * len(arms)
    else:
        team_sizes = [1 if arm.session is None else _seats(arm.session) for arm in arms]
    return Sizes(tuple(share + (number < rest) for number in range(len(arms))), tuple(team_sizes))


def _seats(session: object) -> int:
    try:
        return max(1, len(roles_of(session)))  # type: ignore[arg-type]
    except (RulesError, LookupError):
        return 1


def current_power(study: Study) -> dict[str, Any] | None:
    """The stored power, if it was computed for the present sizes; else None."""
    found: dict[str, Any] | None = study.power
    return found if found is not None and convert(found["sizes"], Sizes) == sizes_of(study) else None
