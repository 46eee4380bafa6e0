"""Mails to teams: the people whom one would reach, and those that were written so far."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery

from classrooms.models import Enrolment, Session, SessionTeam, TeamMail, User
from classrooms.people.class_lists.namesakes import tell_apart
from games.public.base import site_url
from games.public.matches import pace
from games.public.models import HELD, KEPT, Decision, SeatHolder, Status
from games.public.work import STUCK_AFTER


@dataclass(frozen=True)
class Receiver:
    """A person at one or several of the chosen teams. `since` is the time from which their move is awaited there."""

    user: Any
    teams: tuple[str, ...]
    since: datetime | None = None

    @property
    def team(self) -> str:
        """The names of the teams."""
        return ", ".join(self.teams)

    @property
    def can_get_mail(self) -> bool:
        """Has the person an address and wants mail?"""
        return self.has_address and self.user.mail_notifications

    @property
    def has_address(self) -> bool:
        return bool(self.user.email and self.user.is_active)


def people_of(play_session: Session, to: str, tables: Collection[int] = ()) -> dict[int, Receiver]:
    """The people of a mail by id, in the order of teams and seats, in two queries: members of the course with a seat at
    the chosen tables, or with one that a bot keeps for them. Erased people and those who left are none of them.
    """
    member = Enrolment.objects.filter(course=play_session.course_id, user=OuterRef("user"), left_at__isnull=True)
    rows = SeatHolder.objects.filter(
        Exists(member), KEPT, seat__match__session_team__session=play_session, user__erased_at__isnull=True
    )
    if to == TeamMail.To.SOME:
        rows = rows.filter(seat__match__session_team__in=tables)
    rows = rows.annotate(asked_at=_asked_at())
    if to == TeamMail.To.AWAITED:
        rows = rows.filter(HELD, asked_at__isnull=False)
    order = ("seat__match__session_team__position", "seat__match__session_team", "seat__index", "pk")
    found: dict[int, list[tuple[str, datetime | None]]] = {}
    for pk, team, since in rows.order_by(*order).values_list("user", "seat__match__session_team__name", "asked_at"):
        found.setdefault(pk, []).append((team, since))
    users = User.objects.in_bulk(found)
    return {pk: _receiver(users[pk], places) for pk, places in found.items()}


def _asked_at() -> Any:
    """The time from which a running match has awaited a move of the seat."""
    pending = Decision.objects.filter(
        match=OuterRef("seat__match"),
        match__status=Status.RUNNING,
        seat=OuterRef("seat__index"),
        closed_at__isnull=True,
        optional=False,
        passive=False,
    )
    return Subquery(pending.order_by("opened_at", "pk").values("opened_at")[:1], output_field=DateTimeField())


def _receiver(user: Any, places: Iterable[tuple[str, datetime | None]]) -> Receiver:
    places = list(places)
    since = min((since for _team, since in places if since is not None), default=None)
    return Receiver(user, tuple(dict.fromkeys(team for team, _since in places)), since)


@dataclass(frozen=True)
class MailReach:
    """The people whom a mail would reach now, or at `until`, the end of the quiet hours. The others have no address, or
    want no mail (`unwanted`).
    """

    reached: tuple[Receiver, ...]
    no_address: tuple[Receiver, ...]
    unwanted: int
    until: datetime | None


def mail_reach(play_session: Session, to: str, tables: Collection[int], now: datetime) -> MailReach:
    """The people whom a mail reaches. Equal names are distinguished."""
    people = list(people_of(play_session, to, tables).values())
    without = [each for each in people if not each.has_address]
    tell_apart(play_session.course_id, [each.user for each in people])
    return MailReach(
        tuple(each for each in people if each.can_get_mail),
        tuple(without),
        sum(each.has_address and not each.can_get_mail for each in people),
        quiet_until(play_session, now),
    )


def awaited_people(play_session: Session) -> list[Receiver]:
    """The people whose move is awaited, longest first. Equal names are distinguished."""
    found = list(people_of(play_session, TeamMail.To.AWAITED).values())
    tell_apart(play_session.course_id, [each.user for each in found])
    return sorted(found, key=lambda each: each.since.timestamp() if each.since else 0)


def quiet_until(play_session: Session, now: datetime) -> datetime | None:
    """The end of the quiet hours of a session; None outside of them."""
    limits = pace.parse_pace(play_session.pace)
    return pace.not_at_a_quiet_time(limits, now) if pace.is_quiet(limits, now) else None


def values_for(play_session: Session, receiver: Receiver) -> dict[str, str]:
    """The values of the placeholders for one person."""
    return {
        "name": receiver.user.get_short_name(),
        "team": receiver.team,
        "session": play_session.title,
        "link": site_url("classrooms:session", play_session.pk),
    }


@dataclass(frozen=True)
class MailLine:
    """A mail that was written, with the numbers of its copies. `waiting` includes copies on their way."""

    mail: TeamMail
    teams: tuple[str, ...]
    people: int
    sent: int
    failed: int
    dropped: int

    @property
    def waiting(self) -> int:
        """The copies that are neither sent nor given up."""
        return self.people - self.sent - self.failed - self.dropped


def mail_lines(play_session: Session, now: datetime) -> list[MailLine]:
    """The mails of a session, newest first, in two queries."""
    names: dict[int, str] = dict(SessionTeam.objects.filter(session=play_session).values_list("pk", "name"))
    stuck = Q(copies__claimed_at__lte=now - STUCK_AFTER, copies__sent_at__isnull=True, copies__dropped_at__isnull=True)
    rows: QuerySet[Any] = play_session.team_mails.select_related("by").annotate(
        people=Count("copies"),
        sent=Count("copies__sent_at"),
        dropped=Count("copies__dropped_at"),
        failed=Count("copies", filter=stuck),
    )
    return [
        MailLine(
            mail,
            tuple(names[table] for table in mail.tables if table in names),
            mail.people,
            mail.sent,
            mail.failed,
            mail.dropped,
        )
        for mail in rows
    ]
