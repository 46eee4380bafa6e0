"""One student for another in mid-session: the same seats, the same team, nothing lost."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from classrooms.models import Enrolment, SeatPlan, SessionTeam, Team
from classrooms.people.class_lists.services.people import (
    note_change,
    plans_open,
    seats_in_play,
    seats_leave,
    sessions_touch,
    sessions_with,
    student_remove,
)
from games.public.base import BadRequest, clock, refusal
from games.public.models import KEPT, OVER, PERSON_ID, Intervention, SeatHolder
from games.public.steering import seat_assign
from games.ui.team_names import team_label

Role = Enrolment.Role


PlaysElsewhere = refusal("plays_elsewhere", _("%(name)s plays in the same session already (%(team)s)."))
"""A person would see the cards of two teams of one session."""


@transaction.atomic
def student_replace(
    *,
    leaving: Enrolment,
    coming: Enrolment,
    by: Any = None,
    also_remove: bool = False,
    now: datetime | None = None,
) -> int:
    """Give `coming` all held or planned seats of `leaving` in unfinished sessions, and their teams; returns the number
    of seats in play that changed hands. Each seat has a holder all the time, so no bot moves, and no deadline changes.
    Moves keep their author. With `also_remove` the replaced student leaves the course. Raises BadRequest unless both
    are students of one course, PlaysElsewhere if `coming` has a place at another table of one of these sessions.
    """
    now = now or clock.now()
    _check_students(leaving, coming)
    course_id = leaving.course_id
    sessions = sessions_with(course_id, [leaving.user_id])
    sessions_touch(sessions)
    _check_plays_not_elsewhere(sessions, leaving, coming)
    places = seats_in_play(course_id, leaving.user_id).order_by("seat__match", "seat__index")
    found = list(places.values_list("seat__match_id", "seat__index"))
    for match_id, seat in found:
        seat_assign(match_id=match_id, seat=seat, user=coming.user, extra_time=coming.extra_time, now=now)
        note_change(Intervention.Kind.TO_PERSON, match_id, seat, coming.user, by=by, now=now)
    seats_leave(course_id, leaving.user, by=by, now=now)
    _pass_on_plans(course_id, leaving, coming)
    _pass_on_teams(course_id, leaving, coming)
    if also_remove:
        student_remove(enrolment=leaving, by=by, now=now)
    return len(found)


def _check_students(leaving: Enrolment, coming: Enrolment) -> None:
    same = leaving.course_id == coming.course_id and leaving.pk != coming.pk
    are_students = all(each.role == Role.STUDENT and each.left_at is None for each in (leaving, coming))
    if not same or not are_students:
        raise BadRequest(field="coming", reason=coming.pk)


def _check_plays_not_elsewhere(sessions: set[int], leaving: Enrolment, coming: Enrolment) -> None:
    tables = SessionTeam.objects.filter(session__in=sessions).exclude(match__status__in=OVER)

    def places(user_id: int) -> Q:
        held = SeatHolder.objects.filter(KEPT, user=user_id).values("seat__match")
        return Q(match__in=held) | Q(pk__in=SeatPlan.objects.filter(user=user_id).values("session_team"))

    other = tables.filter(places(coming.user_id)).exclude(places(leaving.user_id)).first()
    if other is not None:
        raise PlaysElsewhere(name=coming.user.get_full_name(), team=team_label(other.name))


def _pass_on_plans(course_id: int, leaving: Enrolment, coming: Enrolment) -> None:
    """Move planned seats, except seats already planned for the new person."""
    for plan in plans_open(course_id, leaving.user_id):
        SeatPlan.objects.get_or_create(session_team_id=plan.session_team_id, seat=plan.seat, user=coming.user)
        plan.delete()


def _pass_on_teams(course_id: int, leaving: Enrolment, coming: Enrolment) -> None:
    """The new person leaves their old team if the replaced person has one."""
    teams = list(Team.objects.filter(course=course_id, members=leaving.user_id))
    if not teams:
        return
    members = Team.members.through.objects
    members.filter(team__course=course_id, **{PERSON_ID: coming.user_id}).delete()
    for team in teams:
        team.members.remove(leaving.user)
        team.members.add(coming.user)
