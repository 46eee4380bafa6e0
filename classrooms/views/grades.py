"""The marks of a session for those who grade: the table, computing, publishing."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from classrooms.grading.distribution import distribution
from classrooms.grading.publishing import differences, grades_publish, is_waiting
from classrooms.grading.rubric import book_ensure
from classrooms.grading.services import grades_compute
from classrooms.grading.sheet import Row, Sheet, sheet_of
from classrooms.permissions import Right, SessionAccess
from classrooms.views.session_guards import for_session
from games.errors import ServiceError

View = Callable[..., HttpResponse]
SORTS: dict[str, Callable[[Row], Any]] = {
    "name": lambda row: (),
    "team": lambda row: (row.team == "", row.team.casefold()),
    "best": lambda row: (row.share is None, -(row.share or 0)),
    "worst": lambda row: (row.share is None, row.share or 0),
}
SHOWN: dict[str, Callable[[Row], bool]] = {
    "all": lambda row: True,
    "by_hand": lambda row: row.by_hand,
    "missing": lambda row: not row.final,
    "gaps": lambda row: bool(row.left_out),
    "differs": lambda row: row.differs,
}


def for_grades(right: Right = Right.GRADE) -> Callable[[View], View]:
    """As `for_session`, and rehearsals answer that they have no grades: a page to whoever looks, 409 to who acts."""

    def decorate(view: View) -> View:
        @for_session(right)
        @wraps(view)
        def guarded(request: HttpRequest, access: SessionAccess, *args: Any, **kwargs: Any) -> HttpResponse:
            if access.play_session.is_rehearsal:
                status = 200 if request.method in ("GET", "HEAD") else 409
                return render(request, "classrooms/grades/none.html", {"access": access}, status=status)
            return view(request, access, *args, **kwargs)

        return guarded

    return decorate


@require_safe
@for_grades()
def grades(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Students by lines with final marks, filtered and sorted, and how the marks are spread. For the instructors of
    the course. The first look makes the usual rubric.
    """
    book_ensure(play_session=access.play_session)
    sheet = sheet_of(access.play_session)
    query = request.GET.get("q", "").strip()
    team, shown, sort = (request.GET.get(name, "") for name in ("team", "show", "sort"))
    rows = [row for row in sheet.rows if _fits(row, query, team, shown)]
    rows.sort(key=SORTS.get(sort, SORTS["name"]))
    context = {
        "access": access,
        "sheet": sheet,
        "rows": rows,
        "distribution": distribution(sheet.rows, sheet.book),
        "unpublished": sum(row.told != row.final for row in sheet.rows if row.final or row.told),
        "waiting": is_waiting(sheet),
        "query": query,
        "team": team,
        "shown": shown if shown in SHOWN else "all",
        "sort": sort if sort in SORTS else "name",
    }
    return render(request, "classrooms/grades/grades.html", context)


def _fits(row: Row, query: str, team: str, shown: str) -> bool:
    called = f"{row.user.get_full_name()} {row.enrolment.student_number}".casefold()
    return query.casefold() in called and team in ("", row.team) and SHOWN.get(shown, SHOWN["all"])(row)


@require_POST
@for_grades()
def compute(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Compute all marks anew. For the instructors of the course."""
    grades_compute(play_session=access.play_session)
    messages.success(request, _("The marks are computed from what was played and answered so far."))
    return redirect("grades", access.play_session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def publish(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """See who would be told what, and tell them. For the instructors of the course. What is shown is what would be
    published now: a look computes the marks too.
    """
    if request.method != "POST":
        grades_compute(play_session=access.play_session)
        return _publish_page(request, access, sheet_of(access.play_session))
    try:
        told = grades_publish(play_session=access.play_session, incomplete=bool(request.POST.get("incomplete")))
    except ServiceError as refused:
        page = _publish_page(request, access, sheet_of(access.play_session), refused=str(refused))
        page.status_code = refused.status
        return page
    messages.success(request, _published(len(told)))
    return redirect("grades", access.play_session.pk)


def _publish_page(request: HttpRequest, access: SessionAccess, sheet: Sheet, refused: str = "") -> HttpResponse:
    context = {
        "access": access,
        "sheet": sheet,
        "differences": differences(sheet),
        "waiting": is_waiting(sheet),
        "unmarked": [row for row in sheet.rows if not row.final],
        "gaps": [row for row in sheet.rows if row.final and row.left_out],
        "refused": refused,
    }
    return render(request, "classrooms/grades/publish.html", context)


def _published(count: int) -> str:
    if not count:
        return _("Published. Nothing has changed for anybody.")
    return ngettext(
        "Published. %(count)d student reads something new.",
        "Published. %(count)d students read something new.",
        count,
    ) % {"count": count}
