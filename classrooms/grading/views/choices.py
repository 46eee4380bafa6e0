"""What is done about one student's final mark before publishing."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from classrooms.access.permissions import SessionAccess
from classrooms.grading.forms import SetForm
from classrooms.grading.queries.sheet import sheet_of
from classrooms.grading.queries.taking_part import State, participation_set
from classrooms.grading.rubric import book_ensure
from classrooms.grading.services.choices import Kind, choice_take_back, final_choose, played_at_screen
from classrooms.grading.services.grades import grades_compute
from classrooms.grading.views.grades import for_grades, publish_page
from games.errors import ServiceError
from games.models.people import person_model
from games.services.interventions import Press

EXCUSE, TAKE_BACK, TOGETHER = "excuse", "back", "together"
User = person_model()


@require_POST
@for_grades()
def choose(request: HttpRequest, access: SessionAccess, user_id: int) -> HttpResponse:
    """Keep a mark, set it by hand, leave it empty, excuse the student, say that they were absent or took part, at their
    own or at another's screen (`screen`), or take the last word back. For the instructors of the course; nothing is
    told before it is published.
    """
    book = book_ensure(play_session=access.play_session)
    row = next((row for row in sheet_of(access.play_session).rows if row.enrolment.user_id == user_id), None)
    if row is None:
        raise Http404
    do, reason = request.POST.get("do", ""), request.POST.get("reason", "")
    form = SetForm(book.scale, request.POST, auto_id=f"u{user_id}-%s")
    try:
        if do == Kind.SET:
            if not form.is_valid():
                raise _Typed
            _do(request, access, user_id, do, **form.cleaned_data)
        else:
            _do(request, access, user_id, do, reason=reason)
    except _Typed:
        page = publish_page(request, access, sheet_of(access.play_session), forms={user_id: form})
        page.status_code = 422
        return page
    except ServiceError as refused:
        page = publish_page(request, access, sheet_of(access.play_session), refused=str(refused))
        page.status_code = refused.status
        return page
    grades_compute(play_session=access.play_session)
    messages.success(request, _("Noted for %(name)s.") % {"name": row.user.called})
    return redirect(reverse("classrooms:grades-publish", args=[access.play_session.pk]) + f"#who-{user_id}")


class _Typed(Exception):
    """The form has to be shown again."""


def _do(
    request: HttpRequest, access: SessionAccess, user_id: int, do: str, *, reason: str, points: int | None = None
) -> None:
    play_session, by = access.play_session, request.user
    said: dict[str, Any] = {"play_session": play_session, "user_id": user_id, "by": by}
    states = {EXCUSE: State.EXCUSED, "present": State.PRESENT, "absent": State.ABSENT}
    if do == TOGETHER:
        user, screen = User.objects.get(pk=user_id), request.POST.get("screen", "")
        played_at_screen(play_session=play_session, user=user, screen=screen, press=Press(by))
    elif do in states:
        participation_set(**said, state=states[do], reason=reason)
    elif do == TAKE_BACK:
        choice_take_back(**said)
    else:
        final_choose(**said, kind=do, reason=reason, points=points)
