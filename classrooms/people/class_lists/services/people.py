"""People of a course: joining, changes, leaving and returning."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from classrooms.models import (
    Course,
    Enrolment,
    Forecast,
    PeerReview,
    QuizAnswer,
    SeatPlan,
    Session,
    SessionStatus,
    StudyTest,
    SurveyAnswer,
    TableObserver,
    Team,
    User,
)
from classrooms.people.class_lists.services.observed import observing_end
from classrooms.people.class_lists.services.rosters_checks import is_mail
from classrooms.people.class_lists.services.rosters_time import MOST_EXTRA_TIME
from games.public.base import BadRequest, NotAllowed, clock
from games.public.models import FIRST_GAME, KEPT, OVER, PERSON_ID, Intervention, Match, Message, Move, SeatHolder
from games.public.people import guest_create
from games.public.steering import Actor, intervention_record, seat_assign, seat_release

Role = Enrolment.Role
ENDED = (SessionStatus.FINISHED, SessionStatus.ARCHIVED)


@dataclass(frozen=True)
class Traces:
    """A person's traces in matches and sessions. `used` also counts an opened personal link."""

    played: bool
    used: bool


def traces_of(user_ids: Iterable[int]) -> dict[int, Traces]:
    """The traces of these people, first games excluded, in a constant number of queries."""
    people = list(user_ids)
    seats = SeatHolder.objects.filter(user__in=people).exclude(seat__match__state="")
    seats = seats.exclude(seat__match__scenario_key=FIRST_GAME)
    players = set(seats.values_list("user_id", flat=True))
    in_matches = (Move.objects, Message.objects)
    players |= {
        author
        for rows in in_matches
        for author in rows.filter(author__in=people)
        .exclude(match__scenario_key=FIRST_GAME)
        .order_by()
        .values_list("author_id", flat=True)
        .distinct()
    }
    written: tuple[tuple[Any, str], ...] = (
        (QuizAnswer, "user"),
        (SurveyAnswer, "user"),
        (Forecast, "user"),
        (StudyTest, "person__user"),
        (PeerReview, "author"),
    )
    for model, column in written:
        rows = model.objects.filter(**{f"{column}__in": people}).order_by()
        players |= set(rows.values_list(f"{column}_id", flat=True))
    came = set(User.objects.filter(pk__in=people, last_login__isnull=False).values_list("pk", flat=True))
    return {pk: Traces(pk in players, pk in players or pk in came) for pk in people}


@transaction.atomic
def course_join(*, course: Course, user: Any, even_closed: bool = False) -> Enrolment:
    """Enrol a person as a student by the course's code. Members keep their role; a former student returns as a student.
    Raises NotAllowed while the code is closed, unless an instructor admits them (`even_closed`).
    """
    fresh = Course.objects.select_for_update().get(pk=course.pk)
    if not even_closed and (not fresh.join_open or fresh.archived_at is not None):
        raise NotAllowed
    row, created = Enrolment.objects.get_or_create(course=fresh, user=user)
    if not created and row.left_at is not None:
        row.left_at, row.role = None, Role.STUDENT
        row.save(update_fields=["left_at", "role"])
    return row


@transaction.atomic
def course_join_as_guest(*, course: Course, display_name: str, email: str = "", even_closed: bool = False) -> Enrolment:
    """Enrol a person without an account as a new guest. Raises NotAllowed as `course_join`, BadRequest for an invalid
    name or address. An address of another person is only noted: it gives no access to any account.
    """
    email = email.strip()
    if email and not is_mail(email):
        raise BadRequest(field="email", reason=email[:80])
    guest = guest_create(display_name=display_name, email=email)
    return course_join(course=course, user=guest, even_closed=even_closed)


@transaction.atomic
def student_edit(
    *,
    enrolment: Enrolment,
    display_name: str,
    email: str,
    student_number: str,
    extra_time: int,
    family_name: str = "",
    given_name: str = "",
) -> Enrolment:
    """Change a course's data of a student. Name and address are changed for guests only: people with an account keep
    theirs. More time applies from the next decision on, and answers the student's request. Raises BadRequest for values
    out of bounds.
    """
    user = enrolment.user
    if not 0 <= extra_time <= MOST_EXTRA_TIME:
        raise BadRequest(field="extra_time", reason=extra_time)
    if user.is_guest:
        user.display_name, user.email = display_name, email.strip()
        user.family_name, user.given_name = family_name, given_name
        user.full_clean(exclude=["password", "username"])
        user.save(update_fields=["display_name", "family_name", "given_name", "email"])
    enrolment.student_number, enrolment.extra_time = " ".join(student_number.split()), extra_time
    enrolment.extra_time_asked = 0
    enrolment.full_clean(exclude=["course", "user"])
    enrolment.save(update_fields=["student_number", "extra_time", "extra_time_asked"])
    seats_in_play(enrolment.course_id, user.pk).update(extra_time=extra_time)
    return enrolment


def extra_time_ask(*, user: Any, course_id: int, percent: int) -> None:
    """A student asks for extra time in a course, 0 takes it back; no reason is asked for. Instructors answer on the
    page of the student. Raises BadRequest for values out of bounds and where they are no student.
    """
    rows = Enrolment.objects.filter(
        user=user, course=course_id, role=Role.STUDENT, left_at__isnull=True, course__archived_at__isnull=True
    )
    if not 0 <= percent <= MOST_EXTRA_TIME or not rows.update(extra_time_asked=percent):
        raise BadRequest(field="extra_time", reason=percent)


def seats_in_play(course_id: int, user_id: int) -> QuerySet[SeatHolder]:
    """The seats of a person, or kept for them, in matches of a course that are not over."""
    rows = SeatHolder.objects.filter(KEPT, user=user_id)
    return rows.filter(seat__match__session_team__session__course=course_id).exclude(seat__match__status__in=OVER)


def sessions_touch(session_ids: Iterable[int]) -> None:
    """Lock sessions in the order of their ids and raise their revisions. Must be called before any match is locked."""
    ids = sorted(set(session_ids))
    list(Session.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
    Session.objects.filter(pk__in=ids).update(revision=F("revision") + 1)


def sessions_with(course_id: int, user_ids: Iterable[int]) -> set[int]:
    """The unfinished sessions of a course in which one of these people has or will have a seat."""
    people = list(user_ids)
    seated = SeatHolder.objects.filter(KEPT, user__in=people, seat__match__session_team__session__course=course_id)
    places = Q(session_teams__seat_plans__user__in=people) | Q(session_teams__match__in=seated.values("seat__match"))
    rows = Session.objects.filter(places, course=course_id).exclude(status__in=ENDED)
    return set(rows.order_by().values_list("pk", flat=True))


@transaction.atomic
def student_remove(*, enrolment: Enrolment, by: Any = None, now: datetime | None = None) -> int:
    """End a student's part in a course; returns the number of seats they left. Bots continue at once, no deadline
    changes, and the team stays without them. Their moves stay. Safe to repeat.
    """
    now = now or clock.now()
    sessions_touch(sessions_with(enrolment.course_id, [enrolment.user_id]))
    row = Enrolment.objects.select_for_update().get(pk=enrolment.pk)
    if row.left_at is not None or row.role != Role.STUDENT:
        return 0
    left = places_leave(row.course_id, row.user, by=by, now=now)
    row.left_at = now
    row.save(update_fields=["left_at"])
    return left


def places_leave(course_id: int, user: User, *, by: Any, now: datetime) -> int:
    """Remove a person from the seats, views, plans and teams of a course; returns the number of seats. Sessions must be
    locked before.
    """
    observing_end(TableObserver.objects.filter(user=user, session_team__session__course=course_id), now)
    left = seats_leave(course_id, user, by=by, now=now)
    plans_open(course_id, user.pk).delete()
    Team.members.through.objects.filter(team__course=course_id, **{PERSON_ID: user.pk}).delete()
    return left


def plans_open(course_id: int, user_id: int) -> QuerySet[SeatPlan]:
    """A person's planned seats in sessions of a course that have not ended."""
    rows = SeatPlan.objects.filter(user=user_id, session_team__session__course=course_id)
    return rows.exclude(session_team__session__status__in=ENDED)


def seats_leave(course_id: int, user: User, *, by: Any, now: datetime) -> int:
    """Free the seats of a person in unfinished matches, in the order of their ids, and log it in matches that have
    begun. Returns their number.
    """
    places = seats_in_play(course_id, user.pk).order_by("seat__match", "seat__index")
    found = list(places.values_list("seat__match_id", "seat__index"))
    for match_id, seat in found:
        seat_release(match_id=match_id, seat=seat, user=user, now=now)
        note_change(Intervention.Kind.RELEASE, match_id, seat, user, by=by, now=now)
    return len(found)


def note_change(kind: Intervention.Kind, match_id: int, seat: int, user: User, *, by: Any, now: datetime) -> None:
    """Log a change of a seat in a match that has begun."""
    match = Match.objects.only("number", "state").get(pk=match_id)
    if match.has_begun:
        intervention_record(match=match, kind=kind, actor=Actor(user=by, at=now), seat=seat, user=user)


@transaction.atomic
def student_put_back(*, enrolment: Enrolment, by: Any = None, now: datetime | None = None) -> int:
    """Enrol a student again, with the seats they left then that are still free, and the teams of these seats; returns
    the number of seats. Safe to repeat.
    """
    now = now or clock.now()
    sessions = Session.objects.filter(course=enrolment.course_id).exclude(status__in=ENDED)
    sessions_touch(
        sessions.filter(session_teams__match__seats__holders__user=enrolment.user_id).values_list("pk", flat=True)
    )
    row = Enrolment.objects.select_for_update().select_related("user").get(pk=enrolment.pk)
    if row.left_at is None or row.role != Role.STUDENT:
        return 0
    left_at, row.left_at = row.left_at, None
    row.save(update_fields=["left_at"])
    free = _seats_left_at(row, left_at)
    for holder in free:
        match_id, seat = holder.seat.match_id, holder.seat.index
        seat_assign(match_id=match_id, seat=seat, user=row.user, extra_time=row.extra_time, now=now)
        note_change(Intervention.Kind.TO_PERSON, match_id, seat, row.user, by=by, now=now)
    for team in Team.objects.filter(session_teams__match__in={holder.seat.match_id for holder in free}):
        team.members.add(row.user)
    return len(free)


def _seats_left_at(enrolment: Enrolment, moment: datetime) -> list[SeatHolder]:
    """Seats of unfinished matches that a person left with the course and that are free now."""
    rows = SeatHolder.objects.filter(
        user=enrolment.user_id,
        released_at=moment,
        seat__match__session_team__session__course=enrolment.course_id,
    ).exclude(seat__match__status__in=OVER)
    taken = SeatHolder.objects.filter(released_at__isnull=True).values("seat")
    return list(rows.exclude(seat__in=taken).select_related("seat").order_by("seat__match", "seat__index"))
