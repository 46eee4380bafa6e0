"""The tables of a session with the people of their seats, in a constant number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from classrooms.models import Enrolment, SeatPlan, Session, SessionTeam
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.sessions.queries.hands import hands_in, hands_planned, notes_of
from classrooms.play.sessions.queries.set_up import roles_of, scenario_of
from games.public.models import KEPT, Match, SeatHolder
from games.ui.faces import RoleName


@dataclass(frozen=True)
class SeatLine:
    """A seat of a table with its current or planned people. A seat without people is a bot's; the bot stands in for
    people in `kept` until they come.
    """

    index: int
    role: RoleName
    people: tuple[Any, ...]
    kept: tuple[Any, ...] = ()


@dataclass(frozen=True)
class TableLine:
    """A table: its seats, notes of the game on its people, and members of the team without a seat."""

    table: SessionTeam
    seats: tuple[SeatLine, ...]
    notes: tuple[str, ...]
    unseated: tuple[Any, ...]

    @property
    def match(self) -> Match | None:
        """The current match of the table."""
        match: Match | None = self.table.match
        return match

    @property
    def people(self) -> list[Any]:
        """Everybody at the table once, in the order of their seats."""
        found = {user.pk: user for seat in self.seats for user in seat.people}
        return list(found.values())

    @property
    def free(self) -> int:
        """Seats without people and not kept for anybody."""
        return sum(1 for seat in self.seats if not seat.people and not seat.kept)


def table_lines(play_session: Session) -> list[TableLine]:
    """The tables in their order. People are the planned ones before the opening, and the holders of seats
    afterwards.
    """
    plans = Prefetch("seat_plans", SeatPlan.objects.select_related("user").order_by("seat", "pk"))
    rows = play_session.session_teams.select_related("match", "team").prefetch_related(plans, "team__members")
    tables = list(rows.order_by("position", "pk"))
    matches = [table.match for table in tables if table.match is not None]
    held, kept = _seated(matches)
    hands = hands_in(matches)
    roles, scenario = roles_of(play_session), scenario_of(play_session)
    here = set(Enrolment.objects.filter(course=play_session.course_id, left_at=None).values_list("user", flat=True))
    tell_apart(play_session.course_id, _everybody(tables, held))
    lines = []
    for table in tables:
        people = held.get(table.match_id, {}) if table.match_id else _planned(table)
        hand = hands.get(table.match_id, ()) if table.match_id else hands_planned(table)
        waited = kept.get(table.match_id or 0, {})
        seated = {user.pk for users in (*people.values(), *waited.values()) for user in users}
        members = table.team.members.all() if table.team is not None else ()
        lines.append(
            TableLine(
                table,
                tuple(
                    SeatLine(index, role, tuple(people.get(index, ())), tuple(waited.get(index, ())))
                    for index, role in enumerate(roles)
                ),
                notes_of(play_session, scenario, table.match, hand),
                tuple(user for user in members if user.pk not in seated and user.pk in here),
            )
        )
    return lines


def _everybody(tables: list[SessionTeam], held: Mapping[int, Mapping[int, list[Any]]]) -> list[Any]:
    """All people named at the tables; a person may occur twice."""
    planned = [plan.user for table in tables for plan in table.seat_plans.all()]
    members = [user for table in tables if table.team is not None for user in table.team.members.all()]
    return [*planned, *members, *(user for seats in held.values() for users in seats.values() for user in users)]


def _planned(table: SessionTeam) -> Mapping[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for plan in table.seat_plans.all():
        found.setdefault(plan.seat, []).append(plan.user)
    return found


Seated = dict[int, dict[int, list[Any]]]
"""People by match and seat."""


def _seated(matches: list[Match]) -> tuple[Seated, Seated]:
    """The holders of seats, and people for whom seats are kept, in one query."""
    held: Seated = {}
    kept: Seated = {}
    rows = SeatHolder.objects.filter(KEPT, seat__match__in=matches)
    for row in rows.select_related("seat", "user").order_by("since", "pk"):
        found = held if row.released_at is None else kept
        found.setdefault(row.seat.match_id, {}).setdefault(row.seat.index, []).append(row.user)
    return held, kept


def extra_times_of(play_session: Session) -> list[tuple[str, int]]:
    """Students with extra time in the course, by name."""
    rows = Enrolment.objects.filter(course=play_session.course_id, left_at__isnull=True, extra_time__gt=0)
    rows = rows.filter(role=Enrolment.Role.STUDENT).select_related("user").order_by("user__display_name", "pk")
    tell_apart(play_session.course_id, [row.user for row in rows])
    return [(row.user.called, row.extra_time) for row in rows]


def seat_groups(play_session: Session, line: TableLine) -> list[tuple[str, list[tuple[int, str]]]]:
    """Candidates for a table by kind: "team", members and people on its seats; "free", students without a seat in the
    session; "staff".
    """
    planned = SeatPlan.objects.filter(session_team__session=play_session).values_list("user_id", flat=True)
    seated = SeatHolder.objects.filter(
        seat__match__session_team__session=play_session, released_at__isnull=True
    ).values_list("user_id", flat=True)
    rows = Enrolment.objects.filter(course=play_session.course_id, left_at__isnull=True).exclude(
        role=Enrolment.Role.OBSERVER
    )
    own = {user.pk for user in (*line.people, *line.unseated)}
    taken = {*planned, *seated} - own
    groups: dict[str, list[tuple[int, str]]] = {"team": [], "free": [], "staff": []}
    found = list(rows.select_related("user").order_by("user__display_name", "pk"))
    tell_apart(play_session.course_id, [*(row.user for row in found), *line.people])
    for row in found:
        if row.user_id in taken:
            continue
        kind = "team" if row.user_id in own else "free" if row.role == Enrolment.Role.STUDENT else "staff"
        groups[kind].append((row.user_id, row.user.called))
    for user in line.people:
        if (user.pk, user.called) not in groups["team"]:
            groups["team"].append((user.pk, user.called))
    return list(groups.items())
