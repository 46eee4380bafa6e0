"""The tables of a session: teams that play, and plans of seats."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Course, Deal, Enrolment, SeatPlan, Session, SessionStatus, SessionTeam, Team
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.people.class_lists.services.teams_lot import SEED_LENGTH, new_seed
from classrooms.play.sessions.queries.hands import hands_in
from classrooms.play.sessions.queries.set_up import BEGUN, extra_time_of, roles_of
from classrooms.play.sessions.services import proposing
from classrooms.play.sessions.services.common import changed, locked, tables_of
from classrooms.play.sessions.services.life import match_settle_options
from classrooms.play.sessions.services.opening import table_lay
from classrooms.play.sessions.services.refusals import WrongSeat
from games.public.base import BadRequest, clock
from games.public.models import KEPT, Match, SeatHolder
from games.public.steering import match_start, seat_assign, seat_release
from games.ui.names import BadName, name_read

MOST_TABLES = 300
NAME_LENGTH = 80


@transaction.atomic
def tables_choose(*, session_id: int, teams: Sequence[Team], others: int) -> Session:
    """Choose the teams of the course that play, and the number of tables for people without a team. Tables that stay
    keep their plans. The draft no longer opens automatically. Raises WrongState unless it is a draft, WrongSeat for a
    team of another course or too many tables.
    """
    play_session = locked(session_id, SessionStatus.DRAFT)
    if len(teams) + others > MOST_TABLES:
        raise WrongSeat(reason=_("A session has at most %(number)d tables.") % {"number": MOST_TABLES})
    if any(team.course_id != play_session.course_id for team in teams):
        raise WrongSeat(reason=_("This team is not in the course."))
    kept = tables_of(play_session)
    chosen = {team.pk for team in teams}
    for table in [each for each in kept if each.team_id is not None and each.team_id not in chosen]:
        table.delete()
    loose = [each for each in kept if each.team_id is None]
    for table in loose[others:]:
        table.delete()
    by_team = {each.team_id: each for each in kept if each.team_id in chosen}
    for team in teams:
        table = by_team.get(team.pk) or SessionTeam(session=play_session, team=team)
        table.name = team.name
        by_team[team.pk] = table
    names = {team.name for team in teams} | {table.name for table in loose[:others]}
    extra = [SessionTeam(session=play_session, name=_free_name(names)) for _number in range(others - len(loose))]
    for position, table in enumerate([*(by_team[team.pk] for team in teams), *loose[:others], *extra]):
        table.position = position
        table.save()
    play_session.opens_itself = ""
    changed(play_session, "opens_itself")
    return play_session


def _free_name(taken: set[str]) -> str:
    """The next unused name of a table; it is marked as used."""
    number = 1
    while (name := _("Table %(number)d") % {"number": number}) in taken:
        number += 1
    taken.add(name)
    return name


@transaction.atomic
def table_add(
    *, session_id: int, by: Any, team: Team | None = None, name: str = "", now: datetime | None = None
) -> SessionTeam:
    """Add a table, also when the session is open or has begun. Its match waits in the lobby or starts at once, with the
    team's members on the proposed seats. Raises WrongState when it is over, WrongSeat for a team that plays already.
    """
    play_session = locked(session_id, SessionStatus.DRAFT, SessionStatus.OPEN, *BEGUN)
    now = now or clock.now()
    tables = tables_of(play_session)
    taken = {table.name for table in tables}
    if len(tables) >= MOST_TABLES or (team is not None and any(table.team_id == team.pk for table in tables)):
        raise WrongSeat(reason=_("This team plays already, or there are too many tables."))
    try:
        typed = team.name if team is not None else name_read(name, most=NAME_LENGTH, required=False)
    except BadName:
        raise WrongSeat(reason=_("Write a name of at most 80 characters, without special ones.")) from None
    if typed in taken:
        raise WrongSeat(reason=_("Another table has this name."))
    name = typed or _free_name(taken)
    position = max((table.position for table in tables), default=-1) + 1
    table = SessionTeam.objects.create(session=play_session, team=team, name=name, position=position)
    if team is not None:
        _deal_as(play_session)
        proposing.plan_propose(play_session, [table])
    if play_session.status != SessionStatus.DRAFT:
        _open_late(play_session, table, by, now)
    changed(play_session)
    return table


@transaction.atomic
def tables_trim(*, session_id: int) -> int:
    """Delete tables without people and their waiting matches; returns their number. One table stays. Raises WrongState
    unless the session is open.
    """
    play_session = locked(session_id, SessionStatus.OPEN)
    tables = tables_of(play_session)
    held = SeatHolder.objects.filter(seat__match__session_team__in=tables, released_at__isnull=True)
    taken = set(held.values_list("seat__match", flat=True))
    empty = [table for table in tables if table.match_id not in taken]
    empty = empty[1:] if len(empty) == len(tables) else empty
    for table in empty:
        match = table.match
        table.delete()
        if match is not None:
            match.delete()
    changed(play_session)
    return len(empty)


def _open_late(play_session: Session, table: SessionTeam, by: Any, now: datetime) -> None:
    users = list(table.seat_plans.values_list("user_id", flat=True))
    extra = extra_time_of(play_session.course_id, users)
    roles = [role.id for role in roles_of(play_session)]
    match = table_lay(play_session, table, roles=roles, extra=extra, by=by, now=now)
    course_staff_sync(course_id=play_session.course_id)
    if play_session.status in BEGUN:
        match_settle_options(match, hands_in([match]).get(match.pk, ()))
        match_start(match_id=match.pk, wait_for_people=True, now=now)


@transaction.atomic
def seat_plan_set(
    *, session_team_id: int, plan: Mapping[int, Iterable[int]], now: datetime | None = None
) -> SessionTeam:
    """Set the plan of a table: ids of people by seat; a seat without people goes to a bot. In an open session the seats
    themselves change at once. Once it has begun, seats are changed one by one from the monitor, and this raises
    WrongState. Raises WrongSeat for an unknown seat, for people outside the course or observers, and for people at
    another table of the session.
    """
    play_session = locked(_session_of(session_team_id), SessionStatus.DRAFT, SessionStatus.OPEN)
    table = SessionTeam.objects.select_related("match").get(pk=session_team_id)
    wanted = {(seat, user) for seat, users in plan.items() for user in users}
    _check_plan(play_session, table, wanted)
    table.seat_plans.all().delete()
    SeatPlan.objects.bulk_create(SeatPlan(session_team=table, seat=seat, user_id=user) for seat, user in sorted(wanted))
    if table.match is not None and play_session.status == SessionStatus.OPEN:
        _seat(play_session, table.match, wanted, now or clock.now())
    changed(play_session)
    return table


def _session_of(session_team_id: int) -> int:
    return SessionTeam.objects.values_list("session_id", flat=True).get(pk=session_team_id)


def _check_plan(play_session: Session, table: SessionTeam, wanted: set[tuple[int, int]]) -> None:
    seats = len(roles_of(play_session))
    people = {user for _seat, user in wanted}
    if any(not 0 <= seat < seats for seat, _user in wanted):
        raise WrongSeat(reason=_("This table has no such seat."))
    members = Enrolment.objects.filter(course=play_session.course_id, user__in=people, left_at__isnull=True)
    if set(members.exclude(role=Enrolment.Role.OBSERVER).values_list("user_id", flat=True)) != people:
        raise WrongSeat(reason=_("Only people of this course can sit down, and observers only look on."))
    twice = elsewhere(play_session, table, people)
    if twice:
        raise WrongSeat(reason=_("%(name)s sits at another table already.") % {"name": twice[0]})


def elsewhere(play_session: Session, table: SessionTeam, people: Iterable[int]) -> list[str]:
    """The names of people with a planned, held or kept seat at another table of the session."""
    planned = SeatPlan.objects.filter(session_team__session=play_session, user__in=people)
    seated = SeatHolder.objects.filter(KEPT, seat__match__session_team__session=play_session, user__in=people)
    names = {row.user.get_short_name() for row in planned.exclude(session_team=table).select_related("user")}
    at_others = seated.exclude(seat__match__session_team=table).select_related("user")
    return sorted(names | {row.user.get_short_name() for row in at_others})


def _seat(play_session: Session, match: Match, wanted: set[tuple[int, int]], now: datetime) -> None:
    """Give the seats of a waiting match to the people of the plan."""
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).select_related("seat", "user")
    held = {(row.seat.index, row.user_id): row.user for row in rows}
    for (seat, user_id), user in held.items():
        if (seat, user_id) not in wanted:
            seat_release(match_id=match.pk, seat=seat, user=user, now=now)
    new = wanted - held.keys()
    extra = extra_time_of(play_session.course_id, {user for _seat, user in new})
    people = {row.user_id: row.user for row in _members(play_session.course, {user for _seat, user in new})}
    for seat, user_id in sorted(new):
        seat_assign(match_id=match.pk, seat=seat, user=people[user_id], extra_time=extra.get(user_id, 0), now=now)


def _members(course: Course, people: set[int]) -> list[Enrolment]:
    return list(Enrolment.objects.filter(course=course, user__in=people).select_related("user"))


@transaction.atomic
def plans_propose(
    *,
    session_id: int,
    share: bool | None = None,
    deal: Deal | None = None,
    seed: str = "",
    only_empty: bool = False,
) -> Session:
    """Plan the seats of all tables again (or of those without a plan) for their teams' members. With fewer people than
    seats, each holds several with `share`; without it, bots have the rest. With more people than seats, two share a
    seat. `deal` is the way in which roles are assigned. An omitted value keeps the earlier choice, else the usual one.
    The seed is stored; without one, a new one is drawn, except for `only_empty`. Raises WrongState unless it is a
    draft, BadRequest for an overlong or unprintable seed.
    """
    play_session = locked(session_id, SessionStatus.DRAFT)
    if len(seed) > SEED_LENGTH or not seed.isprintable():
        raise BadRequest(field="seed", reason=len(seed))
    _deal_as(play_session, deal=deal, seed=seed or ("" if only_empty else new_seed()), share=share)
    tables = tables_of(play_session)
    if only_empty:
        planned = set(SeatPlan.objects.filter(session_team__in=tables).values_list("session_team", flat=True))
        tables = [table for table in tables if table.pk not in planned]
    proposing.plan_propose(play_session, tables)
    changed(play_session)
    return play_session


def _deal_as(play_session: Session, *, deal: Deal | None = None, seed: str = "", share: bool | None = None) -> None:
    """Store the way in which roles are assigned."""
    play_session.deal = deal or play_session.deal or proposing.deal_default(play_session)
    play_session.deal_seed = seed or play_session.deal_seed or new_seed()
    play_session.shares_roles = play_session.shares_roles if share is None else share
    play_session.save(update_fields=["deal", "deal_seed", "shares_roles"])


@transaction.atomic
def plans_clear(*, session_id: int) -> Session:
    """Delete the plans, so that people choose seats in the lobby. Raises WrongState unless it is a draft."""
    play_session = locked(session_id, SessionStatus.DRAFT)
    SeatPlan.objects.filter(session_team__session=play_session).delete()
    play_session.deal = play_session.deal_seed = ""
    changed(play_session, "deal", "deal_seed")
    return play_session
