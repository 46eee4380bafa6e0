"""Joining an open session by its code: enrolment and seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import Http404

from classrooms.models import Course, Enrolment, Session, SessionStatus, SessionTeam, Team
from classrooms.people.access.codes import code_of
from classrooms.play.sessions.queries.set_up import BEGUN, roles_of, scenario_text, seats_held
from classrooms.play.sessions.services.common import changed, locked
from classrooms.play.sessions.services.membership import team_note
from classrooms.play.sessions.services.refusals import ClosedToLateComers, NoSeatFree, NotAdmitted, SeatNotFree
from games.public.base import clock
from games.public.matches import hides
from games.public.models import KEPT, Match, SeatHolder, person_model
from games.public.steering import hands_known, match_begin, match_create, match_start, seat_assign, seat_release


@dataclass(frozen=True)
class FreeSeat:
    """A seat at a table of a session."""

    table: SessionTeam
    seat: int


def session_of_code(code: str) -> Session:
    """The session of a join code, however it was typed. Raises Http404 for an unknown code, a draft's, and one of an
    archived course.
    """
    rows = Session.objects.exclude(status=SessionStatus.DRAFT).select_related("course")
    found = rows.filter(join_code=code_of(code), course__archived_at__isnull=True).first()
    if found is None:
        raise Http404
    return found


@transaction.atomic
def session_join(
    *,
    session_id: int,
    user: Any,
    session_team_id: int | None = None,
    seat: int | None = None,
    now: datetime | None = None,
) -> FreeSeat:
    """Enrol a person who has the code, and give them a seat: their present one, else the requested one, else a free
    one. Members of a team that plays sit at its table. If all its seats are taken and views hide nothing, they share
    one. If views hide something, a person who left a seat after the start can take only that seat again. People who
    chose their seat in the lobby may change it. In a session that has begun they take a bot's seat, if late joining is
    allowed. Raises WrongState before the opening and after the end, NotAdmitted, ClosedToLateComers, SeatNotFree or
    NoSeatFree; then nothing has changed.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    now = now or clock.now()
    enrolment = _enrolled(play_session.course, user)
    held = [FreeSeat(row.seat.match.session_team, row.seat.index) for row in seats_held(user.pk, play_session)]
    asked = session_team_id is not None and seat is not None
    if held and (not asked or not _may_move(play_session, held, user)):
        return held[0]
    if play_session.status in BEGUN and not play_session.late_join:
        raise ClosedToLateComers
    place = _place(play_session, user, session_team_id, seat, now)
    match = _match_of(place.table)
    for old in held:
        seat_release(match_id=_match_of(old.table).pk, seat=old.seat, user=user, now=now)
    seat_assign(match_id=match.pk, seat=place.seat, user=user, extra_time=enrolment.extra_time, now=now)
    match_begin(match_id=match.pk, now=now)
    if play_session.status in BEGUN:
        team_note([place.table])
    changed(play_session)
    return place


@transaction.atomic
def rehearsal_try(*, session_id: int, user: Any, now: datetime | None = None) -> Match:
    """Seat a person outside the class, such as a platform's test student, in a rehearsal that has begun; returns its
    match. They are on no list and in no team, and see no page of the course. Raises WrongState before the start and
    after the end, NotAdmitted for another session, SeatNotFree or NoSeatFree; then nothing has changed.
    """
    play_session = locked(session_id, *BEGUN)
    if not play_session.is_rehearsal:
        raise NotAdmitted
    held = next((row.seat.match for row in seats_held(user.pk, play_session)), None)
    if held is not None:
        return held
    place = _place(play_session, user, None, None, now or clock.now())
    match = _match_of(place.table)
    seat_assign(match_id=match.pk, seat=place.seat, user=user, now=now or clock.now())
    match_begin(match_id=match.pk, now=now)
    changed(play_session)
    return match


@transaction.atomic
def practice_begin(*, session_id: int, user: Any, now: datetime | None = None) -> Match:
    """Create a practice match with the game, scenario and options of a session, on its first seat, against bots and
    without deadlines. It is no table of the session: it counts nowhere, and the class does not see it. Raises
    ScenarioError or LookupError for a missing game.
    """
    play_session = Session.objects.select_related("course").get(pk=session_id)
    now = now or clock.now()
    match = match_create(
        game=play_session.game,
        roles=[role.id for role in roles_of(play_session)],
        by=user,
        scenario_key=play_session.scenario_key,
        scenario=scenario_text(play_session),
        options=play_session.options,
        title=play_session.title,
        expected=play_session.expected,
        undo=play_session.undo,
        now=now,
    )
    if play_session.bot:
        match.seats.update(bot=play_session.bot)
    seat_assign(match_id=match.pk, seat=0, user=user, now=now)
    return match_start(match_id=match.pk, now=now)


def _enrolled(course: Course, user: Any) -> Enrolment:
    """The person's enrolment, as a student if they had none. People removed from the course cannot rejoin by a code.
    Raises NotAdmitted.
    """
    enrolment, _new = Enrolment.objects.get_or_create(course=course, user=user)
    if enrolment.left_at is not None or enrolment.role == Enrolment.Role.OBSERVER:
        raise NotAdmitted
    return enrolment


def _may_move(play_session: Session, held: Sequence[FreeSeat], user: Any) -> bool:
    """May the person change their seat? They may in the lobby, unless the seat was planned for them."""
    planned = user.seat_plans.filter(session_team__session=play_session).exists()
    return play_session.status == SessionStatus.OPEN and not planned


def _place(play_session: Session, user: Any, session_team_id: int | None, seat: int | None, now: datetime) -> FreeSeat:
    """The requested seat if it may be taken, else the best free one. Raises SeatNotFree or NoSeatFree."""
    offers = seats_offered(play_session, user)
    places = [FreeSeat(table, index) for table, seats in offers for index in seats]
    if session_team_id is None or seat is None:
        if not places:
            raise NoSeatFree
        return places[0]
    asked = next((place for place in places if (place.table.pk, place.seat) == (session_team_id, seat)), None)
    if asked is None:
        raise SeatNotFree
    return asked


def seats_offered(play_session: Session, user: Any) -> list[tuple[SessionTeam, list[int]]]:
    """The tables and seats that a person may take, best first: tables with the fewest people, and their seats in order.
    Occupied seats are offered only at the person's own team's table, if it is full and hides nothing. A person who has
    seen a hand is offered only its seat. The number of queries is constant.
    """
    rows = play_session.session_teams.select_related("match").defer("match__state", "match__scenario")
    tables = list(rows.prefetch_related("match__seats").order_by("position", "pk"))
    own = _teams_of(user, play_session)
    mine = [table for table in tables if table.team_id in own]
    playing = [table for table in mine or tables if table.match is not None and not table.match.is_over]
    held = _held(playing)
    known = hands_known([_match_of(table) for table in playing], user)
    free = [(table, _free(table, held, known)) for table in playing]
    open_tables = [(table, seats) for table, seats in free if seats]
    if not open_tables and mine:
        return [(table, _shared(table, held)) for table in playing if not hides(_match_of(table))]
    return sorted(open_tables, key=lambda pair: (len(held.get(_match_of(pair[0]).pk, {})), pair[0].position))


def _teams_of(user: Any, play_session: Session) -> set[int]:
    if not user.is_authenticated:
        return set()
    return set(Team.objects.filter(course=play_session.course_id, members=user).values_list("pk", flat=True))


def _held(tables: Sequence[SessionTeam]) -> dict[int, dict[int, int]]:
    """The number of people who hold each seat, or for whom it is kept, by match."""
    rows = SeatHolder.objects.filter(KEPT, seat__match__session_team__in=list(tables))
    found: dict[int, dict[int, int]] = {}
    for match_id, index in rows.values_list("seat__match_id", "seat__index"):
        seats = found.setdefault(match_id, {})
        seats[index] = seats.get(index, 0) + 1
    return found


def _free(table: SessionTeam, held: dict[int, dict[int, int]], known: dict[int, frozenset[int]]) -> list[int]:
    match_id = _match_of(table).pk
    open_to = known[match_id] or _seats(table)
    return [index for index in _seats(table) if index in open_to and index not in held.get(match_id, {})]


def _shared(table: SessionTeam, held: dict[int, dict[int, int]]) -> list[int]:
    taken = held.get(_match_of(table).pk, {})
    return sorted(_seats(table), key=lambda index: (taken.get(index, 0), index))


def _seats(table: SessionTeam) -> list[int]:
    return [seat.index for seat in _match_of(table).seats.all()]


def _match_of(table: SessionTeam) -> Match:
    match: Match | None = table.match
    if match is None:
        raise SeatNotFree
    return match


@transaction.atomic
def late_join(*, session_team_id: int, seat: int, user: Any, now: datetime | None = None) -> FreeSeat:
    """Let a person join by hand, even if late joining is closed: on any seat, beside its holders. Raises WrongState
    before the opening and after the end, NotAdmitted, or SeatNotFree for an unknown seat.
    """
    table = SessionTeam.objects.select_related("match").get(pk=session_team_id)
    play_session = locked(table.session_id, SessionStatus.OPEN, *BEGUN)
    enrolment = _enrolled(play_session.course, user)
    now = now or clock.now()
    if seat not in _seats(table):
        raise SeatNotFree
    for row in seats_held(user.pk, play_session):
        if row.seat.match_id != _match_of(table).pk:
            seat_release(match_id=row.seat.match_id, seat=row.seat.index, user=user, now=now)
    seat_assign(match_id=_match_of(table).pk, seat=seat, user=user, extra_time=enrolment.extra_time, now=now)
    if play_session.status in BEGUN:
        team_note([table])
    changed(play_session)
    return FreeSeat(table, seat)


def guest_turn_away(*, user: Any) -> None:
    """Delete a guest who was created a moment ago and found no seat."""
    person_model().objects.filter(pk=user.pk, held_seats__isnull=True).delete()
