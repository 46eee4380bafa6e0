"""Several students at one screen, and moves under a wrong name: whose they are, for debriefs and marks."""

from typing import Any

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms import slots
from classrooms.models import Enrolment, SeatPlan, Session, SessionStatus, SessionTeam
from classrooms.sessions.queries.set_up import BEGUN, seats_held
from classrooms.sessions.services.common import changed, extra_time_of, locked
from classrooms.sessions.services.refusals import SeatNotFree, WrongSeat, wrong_state
from classrooms.sessions.services.tables import elsewhere
from games.errors import ServiceError
from games.models import Intervention, Match
from games.services.credit import moves_credit, screen_share
from games.services.interventions import Press
from games.services.sitting import hand_check

Role = Enrolment.Role


class NotThem(ServiceError):
    """What was typed does not show that this person is there."""

    code = "not_them"
    status = 403
    message = _("This is not the password, student number or e-mail address of %(name)s.")


def partners_for(play_session: Session, user: Any) -> list[Any]:
    """Students of the course who could play at somebody's screen: those without a seat in the session, their own team
    first.
    """
    seated = play_session.session_teams.filter(match__seats__holders__released_at__isnull=True)
    taken = set(seated.values_list("match__seats__holders__user", flat=True))
    team = set(_planned_with(play_session, user))
    rows = Enrolment.objects.filter(course=play_session.course_id, role=Role.STUDENT, left_at__isnull=True)
    people = [row.user for row in rows.exclude(user__in=taken).select_related("user") if row.user_id != user.pk]
    return sorted(people, key=lambda each: (each.pk not in team, each.get_full_name().casefold(), each.pk))


def _planned_with(play_session: Session, user: Any) -> list[int]:
    tables = play_session.session_teams.filter(match__seats__holders__user=user)
    members = tables.filter(team__isnull=False).values_list("team__members", flat=True)
    planned = SeatPlan.objects.filter(session_team__in=tables).values_list("user", flat=True)
    return [each for each in (*members, *planned) if each is not None]


@transaction.atomic
def play_together(*, session_id: int, owner: Any, partner: Any, proof: str, press: Press) -> list[Match]:
    """A student says who plays at the same screen from now on: what the student moves, in matches that are not over, is
    that of both. `proof` is what shows that the partner is there: their password, student number or address,
    where any of these is known. Raises WrongState before the opening and after the end, SeatNotFree where the student
    has no seat or the partner has one, WrongSeat for somebody who is no student of the course, NotThem, OneHand for one
    who has seen another seat's cards.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    enrolment = Enrolment.objects.filter(
        course=play_session.course_id, user=partner, role=Role.STUDENT, left_at__isnull=True
    ).first()
    if enrolment is None:
        raise WrongSeat(reason=str(_("Only students of this course can play with you.")))
    held = [row for row in seats_held(owner.pk, play_session) if not row.seat.match.is_over]
    if not held or seats_held(partner.pk, play_session):
        raise SeatNotFree
    if not _is_shown(enrolment, proof.strip()):
        raise NotThem(name=partner.get_full_name())
    for row in held:
        shown = [each.seat.index for each in held if each.seat.match_id == row.seat.match_id]
        hand_check(match=row.seat.match, user=partner, shown=shown)
        screen_share(
            match_id=row.seat.match_id,
            seat=row.seat.index,
            user=partner,
            owner=owner,
            press=press,
            extra_time=enrolment.extra_time,
        )
    changed(play_session)
    return [row.seat.match for row in held]


def _is_shown(enrolment: Enrolment, proof: str) -> bool:
    """Somebody of whom nothing is known but a name is believed, as with the join code."""
    user = enrolment.user
    known = [text.casefold() for text in (enrolment.student_number, user.email) if text]
    has_password = user.has_usable_password()
    if not known and not has_password:
        return True
    return proof.casefold() in known or (has_password and check_password(proof, user.password))


@transaction.atomic
def table_together(
    *, session_team_id: int, seat: int, user: Any, owner: Any, press: Press, from_start: bool
) -> Intervention | None:
    """Staff note that somebody plays, or played, at the screen of whoever holds a seat. Its debrief is made anew if
    there is one. Raises WrongState, WrongSeat, BadRequest.
    """
    play_session, table, match = _at(session_team_id)
    check_student(play_session, user)
    if not match.is_over:
        _check_may_sit(play_session, table, user)
    extra = extra_time_of(play_session.course_id, [user.pk]).get(user.pk, 0)
    done = screen_share(
        match_id=match.pk, seat=seat, user=user, owner=owner, press=press, from_start=from_start, extra_time=extra
    )
    _after(play_session, match)
    return done


@transaction.atomic
def table_credit(
    *, session_team_id: int, seat: int, first: int, last: int, user: Any, press: Press
) -> Intervention | None:
    """Staff give moves that were made under a wrong name to the student who made them: see `moves_credit`. Its debrief
    is made anew if there is one; marks that were computed stay until they are computed again. Raises WrongState,
    WrongSeat, BadRequest.
    """
    play_session, _table, match = _at(session_team_id)
    check_student(play_session, user)
    done = moves_credit(match_id=match.pk, seat=seat, first=first, last=last, user=user, press=press)
    _after(play_session, match)
    return done


def _at(session_team_id: int) -> tuple[Session, SessionTeam, Match]:
    table = SessionTeam.objects.select_related("match").get(pk=session_team_id)
    play_session = locked(table.session_id)
    if table.match is None or play_session.status == SessionStatus.ARCHIVED:
        raise wrong_state(play_session)
    return play_session, table, table.match


def check_student(play_session: Session, user: Any) -> None:
    """Raises WrongSeat for who is, or was, no student of the course."""
    if not Enrolment.objects.filter(course=play_session.course_id, user=user, role=Role.STUDENT).exists():
        raise WrongSeat(reason=str(_("Choose a student of this course.")))


def _check_may_sit(play_session: Session, table: SessionTeam, user: Any) -> None:
    """Who plays at a screen sees its cards. Raises WrongSeat for who has left the course or sits at another table."""
    if not Enrolment.objects.filter(course=play_session.course_id, user=user, left_at__isnull=True).exists():
        raise WrongSeat(reason=str(_("Choose a student of this course.")))
    if elsewhere(play_session, table, [user.pk]):
        raise WrongSeat(reason=_("%(name)s sits at another table already.") % {"name": user.get_short_name()})


def _after(play_session: Session, match: Match) -> None:
    changed(play_session)
    slots.authors_changed(match)
