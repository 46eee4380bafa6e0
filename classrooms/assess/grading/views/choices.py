"""Choices about final marks before publishing: of one student, or of a group in the same case."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from classrooms.assess.grading.forms import SetForm
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.taking_part import State, participation_set
from classrooms.assess.grading.queries.unusual import grouped, unusual
from classrooms.assess.grading.services.choices import (
    Kind,
    choices_take_back,
    final_choose,
    finals_choose,
    played_at_screen,
)
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.views.grades import for_grades, publish_page
from classrooms.models import Session
from classrooms.people.access.permissions import SessionAccess
from games.public.base import BadRequest, ServiceError
from games.public.models import person_model
from games.public.steering import Actor

EXCUSE, TAKE_BACK, TOGETHER = "excuse", "back", "together"
STATES = {EXCUSE: State.EXCUSED, "present": State.PRESENT, "absent": State.ABSENT}
User = person_model()


@require_POST
@for_grades()
def choose(request: HttpRequest, access: SessionAccess, user_id: int) -> HttpResponse:
    """Make a choice for a student: keep, set or empty the mark, excuse, record absence or participation, or undo the
    last choice. Participation is at their own or another's screen (`screen`). For the instructors of the course;
    students see nothing before publication.
    """
    row = next((row for row in mark_table_of(access.play_session).rows if row.enrolment.user_id == user_id), None)
    if row is None:
        raise Http404
    do, reason = request.POST.get("do", ""), request.POST.get("reason", "")
    form = SetForm(access.play_session.grade_book.scale, request.POST, auto_id=f"u{user_id}-%s")
    try:
        if do == Kind.SET:
            if not form.is_valid():
                raise _Typed
            _do(request, access, user_id, do, **form.cleaned_data)
        else:
            _do(request, access, user_id, do, reason=reason)
    except _Typed:
        page = publish_page(request, access, mark_table_of(access.play_session), forms={user_id: form})
        page.status_code = 422
        return page
    except ServiceError as refused:
        page = publish_page(request, access, mark_table_of(access.play_session), refused=str(refused))
        page.status_code = refused.status
        return page
    grades_compute(play_session=access.play_session)
    messages.success(request, _("Noted for %(name)s.") % {"name": row.user.called})
    return redirect(reverse("classrooms:grades-publish", args=[access.play_session.pk]) + f"#who-{user_id}")


@require_POST
@for_grades()
def choose_group(request: HttpRequest, access: SessionAccess, group: str) -> HttpResponse:
    """Make one choice for all students named in the form (`user`) who are still in this case: keep the mark, leave it
    empty, excuse, record participation, or undo the last choice. For the instructors of the course; students see
    nothing before publication.
    """
    found = {case.key: case for case in grouped(unusual(mark_table_of(access.play_session)))}.get(group)
    named = set(request.POST.getlist("user"))
    users = [each.row.user.pk for each in found.members if str(each.row.user.pk) in named] if found else []
    try:
        _do_all(access.play_session, users, request.POST.get("do", ""), request.user)
    except ServiceError as refused:
        page = publish_page(request, access, mark_table_of(access.play_session), refused=str(refused))
        page.status_code = refused.status
        return page
    grades_compute(play_session=access.play_session)
    said = ngettext("Noted for %(n)d student.", "Noted for %(n)d students.", len(users)) % {"n": len(users)}
    messages.success(request, said)
    return redirect(reverse("classrooms:grades-publish", args=[access.play_session.pk]) + "#look-h")


@transaction.atomic
def _do_all(play_session: Session, users: list[int], do: str, by: Any) -> None:
    if do in STATES:
        for user in users:
            participation_set(play_session=play_session, user_id=user, by=by, state=STATES[do])
    elif do == TAKE_BACK:
        choices_take_back(play_session=play_session, user_ids=users, by=by)
    elif do in (Kind.KEEP, Kind.EMPTY):
        finals_choose(play_session=play_session, user_ids=users, kind=do, by=by)
    else:
        raise BadRequest(field=_("Choice"), reason=do[:20])


class _Typed(Exception):
    """The form has to be shown again."""


def _do(
    request: HttpRequest, access: SessionAccess, user_id: int, do: str, *, reason: str, points: int | None = None
) -> None:
    play_session, by = access.play_session, request.user
    said: dict[str, Any] = {"play_session": play_session, "user_id": user_id, "by": by}
    if do == TOGETHER:
        user, screen = User.objects.get(pk=user_id), request.POST.get("screen", "")
        played_at_screen(play_session=play_session, user=user, screen=screen, actor=Actor(by))
    elif do in STATES:
        participation_set(**said, state=STATES[do], reason=reason)
    elif do == TAKE_BACK:
        choices_take_back(play_session=play_session, user_ids=[user_id], by=by)
    else:
        final_choose(**said, kind=do, reason=reason, points=points)
