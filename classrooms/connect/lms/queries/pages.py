"""Data of the pages about platforms."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from classrooms.connect.lms.calling import origin_of
from classrooms.connect.lms.faults import describe_fault
from classrooms.connect.lms.mark_states import steps_from
from classrooms.connect.lms.services.scores import links_with_column, maximum_of, title_of, written
from classrooms.models import LmsCourse, LmsLineItem, LmsLink, LmsPlatform, LmsScore, Session
from classrooms.people.class_lists.namesakes import tell_apart
from games.public.pages import when
from games.public.work import hosts

State = LmsScore.State


def platforms() -> list[LmsPlatform]:
    """All platforms, with their numbers of waiting courses."""
    waiting = Count("deployments__courses", filter=Q(deployments__courses__is_allowed__isnull=True))
    return list(LmsPlatform.objects.annotate(courses_waiting=waiting).order_by("name", "pk"))


def courses_of_platform(platform: LmsPlatform) -> list[LmsCourse]:
    """The courses of a platform, waiting courses first."""
    rows = LmsCourse.objects.filter(deployment__platform=platform).select_related("course", "deployment")
    return sorted(rows, key=lambda row: (row.is_allowed is not None, row.title, row.pk))


def fault_words(platform: LmsPlatform) -> str:
    """The last fault in the current language."""
    return describe_fault(platform.fault, platform.fault_params)


class Rest(NamedTuple):
    """A host that is not asked before a moment: several requests in a row had no answer."""

    host: str
    at: datetime


def rest_of(platform: LmsPlatform, rows: Iterable[LmsCourse] = ()) -> Rest | None:
    """The first paused host of a platform and these courses of it; None if all may be asked."""
    addresses = [platform.jwks_url, platform.token_url]
    for row in rows:
        addresses += [row.members_url, row.groups_url, row.line_items_url]
    for origin in dict.fromkeys(filter(None, map(origin_of, addresses))):
        parts = urlsplit(origin)
        if (at := hosts.rests_until(hosts.name_of(parts))) is not None:
            return Rest(parts.netloc, at)
    return None


@dataclass(frozen=True)
class CourseHere:
    """A connected course of a platform, with the state of its list."""

    row: LmsCourse
    platform: LmsPlatform
    rest: Rest | None
    fault: str
    members: int
    gone: Sequence[Any]
    grouped: int


def connected(course_id: int) -> list[CourseHere]:
    """All platform courses connected to a course."""
    found = []
    for row in LmsCourse.objects.filter(course=course_id).select_related("deployment__platform"):
        members = list(row.members.filter(person__is_test=False).select_related("person__user"))
        tell_apart(course_id, [member.person.user for member in members])
        gone = [member for member in members if member.gone_at is not None]
        found.append(
            CourseHere(
                row,
                row.deployment.platform,
                rest_of(row.deployment.platform, [row]),
                describe_fault(row.roster_fault, row.roster_params),
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
    def acts(self) -> list[tuple[str, str]]:
        """An instructor's buttons in this state: the value and the words of each."""
        steps = steps_from(self.row.state, has_number=self.row.wanted is not None)
        return [(step.event, str(step.words % {"mark": self.wanted})) for step in steps if step.words]


@dataclass(frozen=True)
class Column:
    """A column of a platform's gradebook with the marks sent to it. `link` is the title of its link, if known; `others`
    are titles of other links of the session with columns of their own, which get nothing.
    """

    item: LmsLineItem
    platform: LmsPlatform
    rest: Rest | None
    title: str
    maximum: int
    lines: Sequence[ScoreLine]
    link: str
    others: Sequence[tuple[LmsLink, str]]

    @property
    def is_gone(self) -> bool:
        """Was the column deleted there, so that marks must be sent again by hand?"""
        return not self.item.url and any(line.row.fault == "column_gone" for line in self.lines)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The number of marks by the name of their state; empty states are left out."""
        states = [line.row.state for line in self.lines]
        return [(str(state.label), states.count(state)) for state in State if states.count(state)]

    @property
    def refused(self) -> int:
        """Marks that were given up."""
        return sum(line.row.state == State.REFUSED for line in self.lines)


def _called(links: Sequence[LmsLink]) -> dict[int, str]:
    """The titles of links by number; links of one title get the time of their first launch."""
    titles = [link.title for link in links]
    return {
        link.pk: link.title
        if titles.count(link.title) == 1
        else _("%(link)s, first opened %(at)s") % {"link": link.title, "at": when(link.created_at)}
        for link in links
    }


def columns(play_session: Session) -> list[Column]:
    """The columns of a session, with a line for each student."""
    items = LmsLineItem.objects.filter(session=play_session).select_related(
        "session__grade_book", "line", "lms_course__deployment__platform"
    )
    found = []
    for item in items:
        rows = list(item.scores.select_related("person__user"))
        tell_apart(play_session.course_id, [row.person.user for row in rows])
        lines = [
            ScoreLine(
                row,
                row.person.user.called_in_list,
                written(row.wanted),
                written(row.sent),
                describe_fault(row.fault, row.fault_params),
            )
            for row in rows
        ]
        lines.sort(key=lambda line: (line.row.state not in (State.CONFLICT, State.ASKS, State.REFUSED), line.name))
        platform = item.lms_course.deployment.platform
        rest = rest_of(platform, [item.lms_course])
        links = [] if item.stopped_at is not None else links_with_column(item)
        called = _called(links)
        link = next((called[each.pk] for each in links if each.line_item_url == item.url), "")
        others = [(each, called[each.pk]) for each in links if each.line_item_url != item.url]
        found.append(Column(item, platform, rest, title_of(item), maximum_of(item), lines, link, others))
    return found


@dataclass(frozen=True)
class StatesThere:
    """The states of a session's marks in a platform: name of the state and number."""

    platform: str
    counts: Sequence[tuple[str, int]]
    waits: bool
    is_stopped: bool


def states_of(play_session: Session) -> list[StatesThere]:
    """The states of each column for final marks to which any mark was ever sent, in one query."""
    rows = (
        LmsScore.objects.filter(line_item__session=play_session, line_item__line__isnull=True)
        .exclude(state=State.NONE)
        .values_list("line_item", "line_item__lms_course__deployment__platform__name", "line_item__stopped_at", "state")
        .annotate(number=Count("pk"))
        .order_by("line_item")
    )
    found: dict[int, tuple[str, bool, dict[str, int]]] = {}
    for item, platform, stopped_at, state, number in rows:
        found.setdefault(item, (platform, stopped_at is not None, {}))[2][state] = number
    return [
        StatesThere(
            platform,
            [(str(state.label), counts[state]) for state in State if state in counts],
            State.WAITING in counts and not stopped,
            stopped,
        )
        for platform, stopped, counts in found.values()
    ]


def without_column(play_session: Session) -> list[LmsCourse]:
    """Courses of platforms that could have a column for the session but have none."""
    rows = LmsCourse.objects.filter(course=play_session.course_id, is_allowed=True).exclude(line_items_url="")
    has = LmsLineItem.objects.filter(session=play_session, line__isnull=True).values("lms_course")
    return list(rows.exclude(pk__in=has).select_related("deployment__platform"))
