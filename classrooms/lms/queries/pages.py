"""What pages about platforms show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from classrooms.lms.faults import said
from classrooms.lms.services.scores import maximum_of, title_of, written
from classrooms.models import LmsCourse, LmsLineItem, LmsPlatform, LmsScore, Session

State = LmsScore.State


def platforms() -> list[LmsPlatform]:
    """All of them, with how many of their courses wait."""
    waiting = Count("deployments__courses", filter=Q(deployments__courses__is_allowed__isnull=True))
    return list(LmsPlatform.objects.annotate(courses_waiting=waiting).order_by("name", "pk"))


def courses_of_platform(platform: LmsPlatform) -> list[LmsCourse]:
    """Those that wait first."""
    rows = LmsCourse.objects.filter(deployment__platform=platform).select_related("course", "deployment")
    return sorted(rows, key=lambda row: (row.is_allowed is not None, row.title, row.pk))


def fault_words(platform: LmsPlatform) -> str:
    """The last thing that went wrong, in the current language."""
    return said(platform.fault, platform.fault_params)


@dataclass(frozen=True)
class CourseHere:
    """A course of a platform that is one of ours, and how its list stands."""

    row: LmsCourse
    platform: LmsPlatform
    fault: str
    members: int
    gone: Sequence[Any]
    grouped: int


def connected(course_id: int) -> list[CourseHere]:
    """All of a course."""
    found = []
    for row in LmsCourse.objects.filter(course=course_id).select_related("deployment__platform"):
        members = list(row.members.filter(person__is_test=False).select_related("person__user"))
        gone = [member for member in members if member.gone_at is not None]
        found.append(
            CourseHere(
                row,
                row.deployment.platform,
                said(row.roster_fault, row.roster_params),
                len(members) - len(gone),
                gone,
                sum(bool(member.groups) and member.gone_at is None for member in members),
            )
        )
    return found


@dataclass(frozen=True)
class ScoreLine:
    """One student's mark in a column."""

    row: LmsScore
    name: str
    wanted: str
    sent: str
    fault: str

    @property
    def may_resend(self) -> bool:
        """Is there something to send that does not wait already?"""
        return self.row.state in (State.REFUSED, State.SENT, State.STOPPED) and self.row.wanted is not None


@dataclass(frozen=True)
class Column:
    """A column of a platform's gradebook and what it was sent."""

    item: LmsLineItem
    platform: LmsPlatform
    title: str
    maximum: int
    lines: Sequence[ScoreLine]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many marks there are in each state, as they are called; empty states left out."""
        states = [line.row.state for line in self.lines]
        return [(str(state.label), states.count(state)) for state in State if states.count(state)]

    @property
    def refused(self) -> int:
        """Marks that were given up."""
        return sum(line.row.state == State.REFUSED for line in self.lines)


def columns(play_session: Session) -> list[Column]:
    """Those of a session, with a line for each student."""
    items = LmsLineItem.objects.filter(session=play_session).select_related(
        "session__grade_book", "line", "lms_course__deployment__platform"
    )
    found = []
    for item in items:
        rows = item.scores.select_related("person__user")
        lines = [
            ScoreLine(
                row,
                row.person.user.get_listed_name(),
                written(row.wanted),
                written(row.sent),
                said(row.fault, row.fault_params),
            )
            for row in rows
        ]
        lines.sort(key=lambda line: (line.row.state not in (State.CONFLICT, State.ASKS, State.REFUSED), line.name))
        found.append(Column(item, item.lms_course.deployment.platform, title_of(item), maximum_of(item), lines))
    return found


def without_column(play_session: Session) -> list[LmsCourse]:
    """Courses of platforms that could have a column for the session and have none."""
    rows = LmsCourse.objects.filter(course=play_session.course_id, is_allowed=True).exclude(line_items_url="")
    has = LmsLineItem.objects.filter(session=play_session, line__isnull=True).values("lms_course")
    return list(rows.exclude(pk__in=has).select_related("deployment__platform"))
