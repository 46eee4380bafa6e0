"""Sealed marks of erased people, for instructors who answer an appeal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.assess.grading.appeal import seal_open, sealed
from classrooms.assess.grading.queries.mark_table import localized_mark, mark_state_words
from classrooms.assess.grading.queries.mine import published_lines
from classrooms.assess.grading.views.grades import for_grades
from classrooms.models import KeptMark, KeptMarkLook
from classrooms.people.access.permissions import SessionAccess
from games.public.base import BadRequest, clock


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def appeals(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The number of sealed marks and the log of readers. A post with a reason shows the marks with their names,
    once. For the instructors of the course.
    """
    book = access.play_session.grade_book
    opened: list[KeptMark] | None = None
    error = ""
    if request.method == "POST":
        try:
            opened = seal_open(book=book, by=request.user, reason=request.POST.get("reason", ""))
        except BadRequest:
            error = _("Say why, in one line.")
    context = {
        "access": access,
        "keys": sealed(book, clock.now()).values("key", "until"),
        "opened": None if opened is None else [(mark, _mark(mark), published_lines(mark.content)) for mark in opened],
        "looks": KeptMarkLook.objects.filter(book=book).select_related("by"),
        "error": error,
    }
    response = render(request, "classrooms/grading/appeals.html", context, status=422 if error else 200)
    # Names that are told once are in no browser's store.
    response["Cache-Control"] = "no-store"
    return response


def _mark(mark: KeptMark) -> str:
    """The mark as it was published to the person."""
    return localized_mark(mark.final) or mark_state_words(mark.state)
