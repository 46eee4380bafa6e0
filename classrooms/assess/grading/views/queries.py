"""A student asks about a published mark, an instructor answers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from classrooms.assess.grading.queries.mark_queries import query_answer, query_ask
from classrooms.assess.grading.views.grades import for_grades
from classrooms.assess.grading.views.my_grade import my_grade_page
from classrooms.people.access.permissions import Right, SessionAccess
from games.public.base import ServiceError


@require_POST
@for_grades(Right.PLAY)
def ask(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Ask about one's own mark; a refused text stays in the form. For the students of the course."""
    text = request.POST.get("text", "")
    try:
        query_ask(play_session=access.play_session, user=request.user, text=text)
    except ServiceError as refused:
        page = my_grade_page(request, access, refused=str(refused), text=text)
        page.status_code = refused.status
        return page
    messages.success(request, _("Sent. You read the answer here."))
    return redirect(reverse("classrooms:my-grade", args=[access.play_session.pk]) + "#query")


@require_POST
@for_grades()
def answer(request: HttpRequest, access: SessionAccess, query_id: int) -> HttpResponse:
    """Answer a student's query. For the instructors of the course."""
    try:
        query_answer(
            play_session=access.play_session, query_id=query_id, by=request.user, text=request.POST.get("text", "")
        )
    except ServiceError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Answered. The student reads it beside the mark."))
    return redirect(reverse("classrooms:grades", args=[access.play_session.pk]) + "#queries")
