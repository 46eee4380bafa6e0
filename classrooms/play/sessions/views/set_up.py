"""The settings of an opened session, and the changes that are still possible."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.forms.join import AdjustForm
from classrooms.play.sessions.services.drafts import LAST_STEP
from classrooms.play.sessions.views.review import review_context
from games.public.base import ServiceError, clock


@require_safe
@for_session(Right.MANAGE)
def session_edit(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The last step of a draft, or the settings of an opened session. Instructors of the course may."""
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session-step", play_session.pk, min(max(play_session.step, 1), LAST_STEP))
    return _set_up(request, access, None)


@require_POST
@for_session(Right.MANAGE)
def session_adjust(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Change the adjustable settings of an opened session. Instructors of the course may."""
    zone = ZoneInfo(access.course.time_zone)
    form = AdjustForm(request.POST, play_session=access.play_session, zone=zone)
    if not form.is_valid():
        return _set_up(request, access, form)
    changes = dict(form.cleaned_data)
    try:
        if "starts_at" in changes:
            sessions.session_plan_start(session_id=access.play_session.pk, at=changes.pop("starts_at"))
        sessions.session_adjust(session_id=access.play_session.pk, **changes)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved."))
    return redirect("classrooms:session-edit", access.play_session.pk)


def _set_up(request: HttpRequest, access: SessionAccess, form: AdjustForm | None) -> HttpResponse:
    play_session = access.play_session
    context = {
        "access": access,
        "adjust": form or AdjustForm(None, play_session=play_session, zone=ZoneInfo(access.course.time_zone)),
        **review_context(play_session, now=clock.now()),
    }
    return render(request, "classrooms/sessions/set_up.html", context, status=422 if form is not None else 200)
