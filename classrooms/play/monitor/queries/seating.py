"""People on the seats of a session's table, and people who could take one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from classrooms.models import Enrolment, Session, SessionTeam
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.monitor.queries.monitor import Awaited, Row
from games.public.matches import Person, holdings_in, stories
from games.public.models import KEPT, Match, Seat, SeatHolder
from games.public.work import presence
from games.ui.faces import RoleName

Role = Enrolment.Role


@dataclass(frozen=True)
class SeatLine:
    """A seat: its people, its bot, its open decisions and its earlier holders. People have the time of their last page
    of the site (None: not lately, or unknown). `kept` are the people for whom the bot stands in.
    """

    seat: int
    role: RoleName
    bot: str
    people: tuple[tuple[Any, datetime | None, bool], ...]
    awaited: Awaited | None
    before: tuple[Any, ...]
    kept: tuple[Any, ...] = ()


def seat_lines(row: Row, now: datetime) -> list[SeatLine]:
    """The seats of a team's table, in three queries."""
    match = row.match
    if match is None:
        return []
    held: dict[int, list[Any]] = {}
    before: dict[int, list[Any]] = {}
    kept: dict[int, list[Any]] = {}
    for holder in SeatHolder.objects.filter(seat__match=match).select_related("seat", "user").order_by("since", "pk"):
        (held if holder.released_at is None else before).setdefault(holder.seat.index, []).append(holder.user)
        if holder.has_stand_in and not match.is_over:
            kept.setdefault(holder.seat.index, []).append(holder.user)
    at_table = (presence.last_seen([match.pk]) or {}).get(match.pk, {})
    signs = presence.last_on_site(user.pk for users in held.values() for user in users) | at_table
    bots = dict(Seat.objects.filter(match=match).values_list("index", "bot"))
    awaited = {each.seat: each for each in row.awaited}
    lines = []
    for seat, role in enumerate(row.roles):
        people = tuple(
            (user, signs.get(user.pk), presence.is_here(at_table.get(user.pk), now)) for user in held.get(seat, ())
        )
        earlier = tuple(dict.fromkeys(user for user in before.get(seat, ()) if user not in held.get(seat, ())))
        lines.append(
            SeatLine(seat, role, bots.get(seat, ""), people, awaited.get(seat), earlier, tuple(kept.get(seat, ())))
        )
    return lines


@dataclass(frozen=True)
class Candidates:
    """People who could take a seat: members of the team first, then people of the course without another seat."""

    team: Sequence[Any] = ()
    others: Sequence[Any] = ()


def candidates_for(play_session: Session, table: SessionTeam) -> Candidates:
    """People of the course without a seat at another table of the session, in three queries. Staff may play too."""
    rows = Enrolment.objects.filter(course=play_session.course_id, left_at__isnull=True).exclude(role=Role.OBSERVER)
    people = [row.user for row in rows.select_related("user").order_by("user__display_name", "user_id")]
    seated = SeatHolder.objects.filter(KEPT, seat__match__session_team__session=play_session)
    tell_apart(play_session.course_id, people)
    elsewhere = set(seated.exclude(seat__match__session_team=table).values_list("user_id", flat=True))
    members = set(table.team.members.values_list("pk", flat=True)) if table.team is not None else set()
    free = [user for user in people if user.pk not in elsewhere]
    return Candidates([user for user in free if user.pk in members], [user for user in free if user.pk not in members])


@dataclass(frozen=True)
class WhoseLine:
    """A seat with the authors of its moves, and the people who held it while others decided and made no move."""

    seat: int
    role: RoleName
    parts: tuple[tuple[Person, int, int, int], ...]
    """Person, how many moves, number of the first and of the last one."""
    idle: tuple[Person, ...]
    given: tuple[Any, ...]
    """Everybody who ever held the seat."""


def whose_lines(match: Match, roles: Sequence[RoleName]) -> list[WhoseLine]:
    """The authors of the moves of each seat, in six queries."""
    held = holdings_in([match.pk])[match.pk]
    return [
        WhoseLine(
            story.seat,
            roles[story.seat],
            tuple((person, len(numbers), numbers[0], numbers[-1]) for person, numbers in story.own.items()),
            story.idle,
            tuple({row.user_id: row.user for row in held.get(story.seat, ())}.values()),
        )
        for story in stories(match)
    ]


def students_of(play_session: Session) -> list[Any]:
    """All present and former students of the course, by name."""
    rows = Enrolment.objects.filter(course=play_session.course_id, role=Role.STUDENT, user__erased_at__isnull=True)
    people = [row.user for row in rows.select_related("user")]
    tell_apart(play_session.course_id, people)
    return sorted(people, key=lambda user: user.get_full_name().casefold())
