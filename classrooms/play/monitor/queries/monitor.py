"""The monitor of a session: one row per team, with its progress and the people it waits for. Read only, in a
constant number of queries.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Sum

from classrooms.models import Session, SessionTeam
from classrooms.people.access.permissions import RIGHTS, Right
from classrooms.play.monitor.queries.needs import Need, most_urgent, needs_of, off_needs
from classrooms.play.monitor.queries.progress import progress_of
from classrooms.play.monitor.queries.ranking import NO_RANK, Ranked, ranking
from classrooms.play.sessions.queries.curves import curves_of
from games.public.matches import scenario_of, selectors
from games.public.models import Decision, Match, SeatHolder, Status
from games.public.work import Ends, ends_of, presence
from games.ui import faces
from games.ui.faces import RoleName
from games.ui.progress import Progress

LOOKERS: Final = [role for role, rights in RIGHTS.items() if Right.LOOK in rights]
NOBODY: Final[Mapping[int, datetime]] = {}


@dataclass(frozen=True)
class Person:
    """A person on a seat, by name."""

    pk: int
    name: str


@dataclass(frozen=True)
class Awaited:
    """A seat with an open mandatory decision. `here` says whether one of its people has the table open, None if that is
    unknown; `seen` is the time of their last sign.
    """

    seat: int
    role: RoleName
    people: tuple[Person, ...]
    decision: Decision
    here: bool | None
    seen: datetime | None

    @property
    def names(self) -> str:
        """Empty for a bot."""
        return ", ".join(person.name for person in self.people)


@dataclass(frozen=True)
class Row:
    """A team. `held` are its seats with people, `here` those whose people are present, None if unknown. `ends` is its
    expected end, as far as it is known.
    """

    table: SessionTeam
    match: Match | None
    roles: tuple[RoleName, ...]
    progress: Progress | None
    awaited: tuple[Awaited, ...] = ()
    held: int = 0
    here: int | None = None
    needs: tuple[Need, ...] = ()
    ends: Ends | None = None
    ranked: Ranked = NO_RANK

    @property
    def bots(self) -> int:
        """Seats that bots play."""
        return len(self.roles) - self.held

    @property
    def since(self) -> datetime | None:
        """Since when the team waits."""
        return min((each.decision.opened_at for each in self.awaited), default=None)

    @property
    def due_at(self) -> datetime | None:
        """The time at which the first awaited answer is due; None without a deadline and while clocks are stopped."""
        if self.is_paused:
            return None
        return min((each.decision.due_at for each in self.awaited if each.decision.due_at), default=None)

    @property
    def weight(self) -> int:
        """The urgency of the team's needs."""
        return sum(need.weight for need in self.needs)

    @property
    def is_steered(self) -> bool:
        """Is there a match that can be steered?"""
        return self.match is not None and self.match.started_at is not None and not self.match.is_over

    @property
    def awaits_people(self) -> bool:
        """Has nobody come to this table yet, so that its clocks have not started?"""
        return self.match is not None and self.match.awaits_people and not self.match.is_over

    @property
    def is_paused(self) -> bool:
        return self.match is not None and self.match.status == Status.PAUSED


@dataclass(frozen=True)
class Monitor:
    """All teams of a session at one moment, in the requested order."""

    play_session: Session
    rows: tuple[Row, ...]
    now: datetime

    def needy(self, also: Collection[int] = ()) -> int:
        """The number of teams that need help, teams with a match in `also` included."""
        return sum(any(need.counts for need in row.needs) or row.table.match_id in also for row in self.rows)

    @property
    def unbegun(self) -> int:
        """The number of tables that wait for their first person."""
        return sum(row.awaits_people for row in self.rows)

    @property
    def needs(self) -> list[tuple[Row, Need]]:
        """Needs that are shown as cards, most urgent first."""
        found = [(row, need) for row in self.rows for need in row.needs if need.is_card]
        return sorted(found, key=lambda each: (-each[1].weight, each[0].table.position, each[0].table.pk))


def pulse(session_id: int, user_id: int) -> tuple[int, int | None, str] | None:
    """A version of all that the cockpit shows of a session, in one query: revisions of session and matches, and
    the reader's role. None without permission to look.
    """
    rows = Session.objects.filter(
        pk=session_id,
        course__enrolments__user=user_id,
        course__enrolments__left_at__isnull=True,
        course__enrolments__role__in=LOOKERS,
    )
    told = rows.annotate(moves=Sum("session_teams__match__revision"))
    return told.values_list("revision", "moves", "course__enrolments__role").first()


def monitor(play_session: Session, now: datetime, sort: str = "") -> Monitor:
    """The rows in the order of `sort`: name, turn, the name of a gauge, or (anything else) need of help."""
    tables = play_session.session_teams.select_related("match")
    rows = rows_of(list(tables.defer("match__state", "match__scenario", "match__options")), play_session, now)
    return Monitor(play_session, tuple(sorted(rows, key=_order(sort))), now)


def monitor_row(table: SessionTeam, play_session: Session, now: datetime) -> Row:
    """The row of one team."""
    return rows_of([table], play_session, now)[0]


def rows_of(tables: Iterable[SessionTeam], play_session: Session, now: datetime) -> list[Row]:
    """Teams in the order in which they come."""
    return rows_across({play_session: list(tables)}, now)[play_session.pk]


def rows_across(tables_by: Mapping[Session, Iterable[SessionTeam]], now: datetime) -> dict[int, list[Row]]:
    """The rows of several sessions, by session, in as many queries as those of one."""
    tables = [table for each in tables_by.values() for table in each]
    matches = [table.match for table in tables if table.match is not None]
    roles = _roles_by_session(tables)
    told = progress_of(matches)
    pending = selectors.open_decisions(matches)
    people = people_in(matches)
    signs = presence.last_seen([match.pk for match in matches])
    ends, curves = ends_of(matches), curves_of([play_session.pk for play_session in tables_by])
    found = {}
    for play_session, each in tables_by.items():
        ranks = ranking([table.match for table in each if table.match], ends, told, curves[play_session.pk])
        rows = [
            _row(table, roles.get(play_session.pk, ()), told, pending, people, signs, play_session, now)
            for table in each
        ]
        found[play_session.pk] = _with_ends(rows, ends, ranks)
    return found


def _with_ends(rows: Iterable[Row], ends: Mapping[int, Ends], ranks: Mapping[int, Ranked]) -> list[Row]:
    """Rows with their ranks, and the needs of teams far off their targets."""
    found = [
        replace(row, ends=ends.get(row.match.pk), ranked=ranks.get(row.match.pk, NO_RANK)) if row.match else row
        for row in rows
    ]
    off = off_needs(found)
    return [
        replace(row, needs=most_urgent((*row.needs, off[row.table.pk]))) if row.table.pk in off else row
        for row in found
    ]


def _roles_by_session(tables: Iterable[SessionTeam]) -> dict[int, tuple[RoleName, ...]]:
    """The matches of a session have one scenario: that of one is read."""
    firsts: dict[int, Match] = {}
    for table in tables:
        if table.match is not None:
            firsts.setdefault(table.session_id, table.match)
    unread = [match.pk for match in firsts.values() if "scenario" in match.get_deferred_fields()]
    whole = Match.objects.defer("state").in_bulk(unread) if unread else {}
    return {session: roles_of([whole.get(match.pk, match)]) for session, match in firsts.items()}


def people_in(matches: Iterable[Match]) -> dict[int, dict[int, list[Person]]]:
    """The people on the seats of each match, in one query that reads little more than their names."""
    rows = SeatHolder.objects.filter(seat__match__in=[match.pk for match in matches], released_at__isnull=True)
    told = rows.order_by("since", "pk").values_list(
        "seat__match_id", "seat__index", "user_id", "user__display_name", "user__username"
    )
    found: dict[int, dict[int, list[Person]]] = {}
    for match_id, seat, pk, name, username in told:
        found.setdefault(match_id, {}).setdefault(seat, []).append(Person(pk, name or username))
    return found


def roles_of(matches: Iterable[Match]) -> tuple[RoleName, ...]:
    """The seats of the matches of a session, which have one scenario."""
    first = next(iter(matches), None)
    return faces.get(first.game).words.roles(scenario_of(first)) if first is not None else ()


def _row(
    table: SessionTeam,
    roles: tuple[RoleName, ...],
    told: Mapping[int, Progress],
    pending: Mapping[int, list[Decision]],
    people: Mapping[int, Mapping[int, list[Person]]],
    signs: Mapping[Any, Mapping[int, datetime]] | None,
    play_session: Session,
    now: datetime,
) -> Row:
    match = table.match
    if match is None:
        return Row(table, None, roles, None)
    held = people.get(match.pk, {})
    seen = None if signs is None else signs.get(match.pk, NOBODY)
    awaited = _awaited(pending.get(match.pk, []), roles, held, seen, now) if not match.is_over else ()
    here = None
    if seen is not None:
        here = sum(any(presence.is_here(seen.get(user.pk), now) for user in users) for users in held.values())
    row = Row(table, match, roles, told.get(match.pk), awaited, len(held), here)
    return replace(row, needs=needs_of(row, play_session, now))


def _awaited(
    decisions: Iterable[Decision],
    roles: tuple[RoleName, ...],
    held: Mapping[int, list[Person]],
    seen: Mapping[int, datetime] | None,
    now: datetime,
) -> tuple[Awaited, ...]:
    """Each awaited seat once, with its first open decision."""
    oldest: dict[int, Decision] = {}
    for decision in sorted(decisions, key=lambda each: (each.opened_at, each.pk)):
        if not decision.passive:
            oldest.setdefault(decision.seat, decision)
    found = []
    for seat, decision in sorted(oldest.items()):
        users = tuple(held.get(seat, ()))
        signs = [seen[user.pk] for user in users if seen is not None and user.pk in seen]
        here = None if seen is None else any(presence.is_here(at, now) for at in signs)
        found.append(Awaited(seat, roles[seat], users, decision, here, max(signs, default=None)))
    return tuple(found)


def _order(sort: str) -> Any:
    """Names and turns ascending, gauges with the worst first, need with the longest waiting first."""

    def by_need(row: Row) -> tuple[Any, ...]:
        since = row.since.timestamp() if row.since else float("inf")
        return (-row.weight, since, row.table.position, row.table.pk)

    def by_turn(row: Row) -> tuple[Any, ...]:
        return (row.progress.turn if row.progress else -1, row.table.position, row.table.pk)

    def by_name(row: Row) -> tuple[Any, ...]:
        return (row.table.name.casefold(), row.table.pk)

    def by_gauge(row: Row) -> tuple[Any, ...]:
        gauge = next((each for each in row.progress.gauges if each.name == sort), None) if row.progress else None
        if gauge is None:
            return (1, 0, row.table.position, row.table.pk)
        return (0, -gauge.value if gauge.fewer else gauge.value, row.table.position, row.table.pk)

    return {"name": by_name, "turn": by_turn, "": by_need, "need": by_need}.get(sort, by_gauge)
