"""Several students at one screen, and moves recorded for the wrong person: their authors, for debriefs and marks."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms import hooks
from classrooms.models import Enrolment, SeatPlan, Session, SessionStatus, SessionTeam
from classrooms.people.class_lists.claims import expected_guests
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.people.class_lists.services.people import course_join
from classrooms.play.sessions.queries.set_up import BEGUN, seats_held
from classrooms.play.sessions.services.common import changed, extra_time_of, locked
from classrooms.play.sessions.services.refusals import ClosedToLateComers, SeatNotFree, WrongSeat, wrong_state
from classrooms.play.sessions.services.tables import elsewhere
from games.public.base import OneHand, refusal
from games.public.matches import hides
from games.public.models import KEPT, Intervention, Match, SeatHolder
from games.public.people import guest_create
from games.public.steering import Actor, hand_check, moves_credit, screen_share, seat_assign

Role = Enrolment.Role


NotThem = refusal("not_them", _("This is not the password, student number or e-mail address of %(name)s."), status=403)
"""The input does not prove that this person is present."""


def partners_for(play_session: Session, user: Any) -> list[Any]:
    """Students of the course who could play at the person's screen, their own team first. They have no seat in the
    session, or a seat at the same table, if nobody would see another hand.
    """
    seats = list(SeatHolder.objects.filter(KEPT, seat__match__session_team__session=play_session))
    own = {row.seat_id for row in seats if row.user_id == user.pk}
    near = {match.pk for match in _matches(seats_held(user.pk, play_session)) if may_join_seats(match)}
    far = SeatHolder.objects.filter(pk__in=[row.pk for row in seats]).exclude(seat__match__in=near)
    taken = set(far.values_list("user", flat=True)) | {row.user_id for row in seats if row.seat_id in own}
    team = set(_planned_with(play_session, user))
    rows = Enrolment.objects.filter(course=play_session.course_id, role=Role.STUDENT, left_at__isnull=True)
    people = [row.user for row in rows.exclude(user__in=taken).select_related("user") if row.user_id != user.pk]
    tell_apart(play_session.course_id, people, with_proofs=False)
    return sorted(people, key=lambda each: (each.pk not in team, each.get_full_name().casefold(), each.pk))


def _matches(held: Iterable[SeatHolder]) -> set[Match]:
    return {row.seat.match for row in held}


def may_join_seats(match: Match) -> bool:
    """May two people, each with a seat, decide to play at one screen? After the start they may not if hands are hidden,
    since each would learn the other's.
    """
    return not (match.has_begun and hides(match))


def _planned_with(play_session: Session, user: Any) -> list[int]:
    tables = play_session.session_teams.filter(match__seats__holders__user=user)
    members = tables.filter(team__isnull=False).values_list("team__members", flat=True)
    planned = SeatPlan.objects.filter(session_team__in=tables).values_list("user", flat=True)
    return [each for each in (*members, *planned) if each is not None]


@transaction.atomic
def play_together(*, session_id: int, owner: Any, partner: Any, proof: str, actor: Actor) -> list[Match]:
    """Let a partner play at the student's screen: the student's moves, in matches that are not over, then belong to
    both. `proof` shows that the partner is present: their password, student number or address, if any of these is
    known. A partner with a seat of their own at the same table keeps it, and the student plays it at this screen too.

    Raises WrongState before the opening and after the end. Raises SeatNotFree if the student has no seat, or if the
    partner has one at another table or is at this screen already. Raises WrongSeat for a person who is no student of
    the course, NotThem, and OneHand if a person would see another seat's cards.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    enrolment = Enrolment.objects.filter(
        course=play_session.course_id, user=partner, role=Role.STUDENT, left_at__isnull=True
    ).first()
    if enrolment is None:
        raise WrongSeat(reason=str(_("Only students of this course can play with you.")))
    held = [row for row in seats_held(owner.pk, play_session) if not row.seat.match.is_over]
    theirs = seats_held(partner.pk, play_session)
    seats, tables = {row.seat_id for row in held}, {row.seat.match_id for row in held}
    if not held or any(row.seat_id in seats or row.seat.match_id not in tables for row in theirs):
        raise SeatNotFree
    if not _is_proven(enrolment, proof.strip()):
        raise NotThem(name=partner.get_full_name())
    if not all(may_join_seats(row.seat.match) for row in theirs):
        raise OneHand
    for row in theirs:
        extra = extra_time_of(play_session.course_id, [owner.pk]).get(owner.pk, 0)
        seat_assign(match_id=row.seat.match_id, seat=row.seat.index, user=owner, extra_time=extra, now=actor.at)
    _sit_beside([*held, *theirs], enrolment, owner, actor)
    changed(play_session)
    return [row.seat.match for row in held]


def _sit_beside(held: list[SeatHolder], enrolment: Enrolment, owner: Any, actor: Actor) -> None:
    """Record moves of the screen's owner on these seats for the student too, from now on."""
    for row in held:
        shown = [each.seat.index for each in held if each.seat.match_id == row.seat.match_id]
        hand_check(match=row.seat.match, user=enrolment.user, shown=shown)
        screen_share(
            match_id=row.seat.match_id,
            seat=row.seat.index,
            user=enrolment.user,
            owner=owner,
            actor=actor,
            extra_time=enrolment.extra_time,
        )


@transaction.atomic
def play_together_new(*, session_id: int, owner: Any, display_name: str, actor: Actor) -> Any:
    """Add a person who is in no class list to a shared screen (`play_together`). Returns this new guest, enrolled as
    with the session's code. Raises WrongState, SeatNotFree, ClosedToLateComers if the code admits nobody, and
    BadRequest for an invalid name. Raises WrongSeat for a name of the class list, which must be chosen there.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    if play_session.status in BEGUN and not play_session.late_join:
        raise ClosedToLateComers
    held = [row for row in seats_held(owner.pk, play_session) if not row.seat.match.is_over]
    if not held:
        raise SeatNotFree
    if expected_guests(play_session.course, display_name):
        raise WrongSeat(reason=str(_("The class list has this name. Choose it from the list.")))
    guest = guest_create(display_name=display_name)
    enrolment = course_join(course=play_session.course, user=guest, even_closed=True)
    _sit_beside(held, enrolment, owner, actor)
    changed(play_session)
    return guest


def _is_proven(enrolment: Enrolment, proof: str) -> bool:
    """A person known by name only needs no proof, as with the join code."""
    user = enrolment.user
    known = [text.casefold() for text in (enrolment.student_number, user.email) if text]
    has_password = user.has_usable_password()
    if not known and not has_password:
        return True
    return proof.casefold() in known or (has_password and check_password(proof, user.password))


@transaction.atomic
def table_together(
    *, session_team_id: int, seat: int, user: Any, owner: Any, actor: Actor, from_start: bool
) -> Intervention | None:
    """Staff record that a person plays, or played, at the screen of a seat's holder. An existing debrief is made again.
    Raises WrongState, WrongSeat, BadRequest.
    """
    play_session, table, match = _at(session_team_id)
    check_student(play_session, user)
    if not match.is_over:
        _check_may_sit(play_session, table, user)
    extra = extra_time_of(play_session.course_id, [user.pk]).get(user.pk, 0)
    done = screen_share(
        match_id=match.pk, seat=seat, user=user, owner=owner, actor=actor, from_start=from_start, extra_time=extra
    )
    _after(play_session, match)
    return done


@transaction.atomic
def table_credit(
    *, session_team_id: int, seat: int, first: int, last: int, user: Any, actor: Actor
) -> Intervention | None:
    """Let staff give moves that were recorded for the wrong person to the student who made them: see `moves_credit`. An
    existing debrief is made again; computed marks stay until they are computed again. Raises WrongState, WrongSeat,
    BadRequest.
    """
    play_session, _table, match = _at(session_team_id)
    check_student(play_session, user)
    done = moves_credit(match_id=match.pk, seat=seat, first=first, last=last, user=user, actor=actor)
    _after(play_session, match)
    return done


def _at(session_team_id: int) -> tuple[Session, SessionTeam, Match]:
    table = SessionTeam.objects.select_related("match").get(pk=session_team_id)
    play_session = locked(table.session_id)
    if table.match is None or play_session.status == SessionStatus.ARCHIVED:
        raise wrong_state(play_session)
    return play_session, table, table.match


def check_student(play_session: Session, user: Any) -> None:
    """Raises WrongSeat unless the person is or was a student of the course."""
    if not Enrolment.objects.filter(course=play_session.course_id, user=user, role=Role.STUDENT).exists():
        raise WrongSeat(reason=str(_("Choose a student of this course.")))


def _check_may_sit(play_session: Session, table: SessionTeam, user: Any) -> None:
    """Raises WrongSeat for a person who has left the course or sits at another table. A screen shows the cards of
    its seat.
    """
    if not Enrolment.objects.filter(course=play_session.course_id, user=user, left_at__isnull=True).exists():
        raise WrongSeat(reason=str(_("Choose a student of this course.")))
    if elsewhere(play_session, table, [user.pk]):
        raise WrongSeat(reason=_("%(name)s sits at another table already.") % {"name": user.get_short_name()})


def _after(play_session: Session, match: Match) -> None:
    changed(play_session)
    hooks.AUTHORS_CHANGED.all(match)
