"""The marks of a session for graders: the table, computing, publishing."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from classrooms.assess.grading import criteria
from classrooms.assess.grading.appeal import sealed
from classrooms.assess.grading.criteria.project import curve_words
from classrooms.assess.grading.drawing import spread
from classrooms.assess.grading.forms import SetForm
from classrooms.assess.grading.queries.curves import picture
from classrooms.assess.grading.queries.distribution import distribution
from classrooms.assess.grading.queries.mark_queries import open_queries, queries_of
from classrooms.assess.grading.queries.mark_table import MarkTable, Row, is_computing, mark_table_of, unfinished_words
from classrooms.assess.grading.queries.unusual import grouped, unusual
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import are_outdated, grades_compute
from classrooms.assess.grading.services.notification_preview import notification_preview
from classrooms.assess.grading.services.publishing import differences, grades_publish, is_waiting
from classrooms.models import RubricLine
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions.queries.curves import curve_of
from classrooms.play.sessions.queries.screens import screens_of
from games.public.base import BadRequest, ServiceError, clock

View = Callable[..., HttpResponse]
PER_PAGE: Final = 150
"""The greatest number of students on a page."""
LARGE: Final = 150
"""With more students, the open page for publishing asks whether marks are outdated: that takes longer than the rest."""
CHECK: Final = "check"
"""The parameter by which it asks."""
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
    "unfinished": lambda row: bool(row.pending),
    "gaps": lambda row: bool(row.left_out),
    "differs": lambda row: row.differs,
}


def for_grades(right: Right = Right.GRADE) -> Callable[[View], View]:
    """The decorator of pages of marks: `for_session`. Rehearsals have none, with a page for readers and 409 for
    actions. For instructors the session has a grade book: their first action makes the usual rubric, and a page
    offers it before.
    """

    def decorate(view: View) -> View:
        @for_session(right)
        @wraps(view)
        def guarded(request: HttpRequest, access: SessionAccess, *args: Any, **kwargs: Any) -> HttpResponse:
            if access.play_session.is_rehearsal:
                status = 200 if request.method in ("GET", "HEAD") else 409
                return render(request, "classrooms/grading/none.html", {"access": access}, status=status)
            if right == Right.GRADE and request.method == "POST":
                book_ensure(play_session=access.play_session)
            elif right == Right.GRADE and not hasattr(access.play_session, "grade_book"):
                return render(request, "classrooms/grading/begin.html", {"access": access})
            return view(request, access, *args, **kwargs)

        return guarded

    return decorate


@require_safe
@for_grades()
def grades(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Students by lines with final marks, filtered, sorted and page by page, and how the marks are spread. For the
    instructors of the course.
    """
    sheet = mark_table_of(access.play_session)
    query = request.GET.get("q", "").strip()
    team, shown, sort = (request.GET.get(name, "") for name in ("team", "show", "sort"))
    rows = [row for row in sheet.rows if _fits(row, query, team, shown)]
    rows.sort(key=SORTS.get(sort, SORTS["name"]))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "access": access,
        "sheet": sheet,
        "rows": list(page),
        "page": page,
        # Addresses of marks, but for the student: to write each out by itself takes half of the page's time.
        "marks": [
            reverse("classrooms:grade-mark", args=[access.play_session.pk, line.pk, 0]).removesuffix("0/")
            for line in sheet.lines
        ],
        "distribution": distribution(sheet.rows, sheet.book),
        "unpublished": sum(row.published != row.outcome for row in sheet.rows if row.outcome or row.published),
        "waiting": is_waiting(sheet),
        "computing": is_computing(access.play_session),
        "unfinished": unfinished_words(sheet.rows),
        "queries": queries_of(access.play_session),
        "sealed": sealed(sheet.book, clock.now()).count(),
        "open_queries": open_queries(access.play_session),
        "query": query,
        "team": team,
        "shown": shown if shown in SHOWN else "all",
        "sort": sort if sort in SORTS else "name",
    }
    return render(request, "classrooms/grading/grades.html", context)


def _fits(row: Row, query: str, team: str, shown: str) -> bool:
    called = f"{row.user.get_full_name()} {row.enrolment.student_number}".casefold()
    return query.casefold() in called and team in ("", row.team) and SHOWN.get(shown, SHOWN["all"])(row)


@require_POST
@for_grades()
def compute(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Compute all marks again, and return to the marks or (`to`) to the page for publishing. For the instructors of
    the course.
    """
    grades_compute(play_session=access.play_session)
    messages.success(request, _("The marks are computed from what was played and answered so far."))
    page = "grades-publish" if request.POST.get("to") == "publish" else "grades"
    return redirect(f"classrooms:{page}", access.play_session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def publish(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Preview the changes that students would see, and publish them. For the instructors of the course. The preview
    has the marks as they were computed last, and says if they are older than what was played and answered.
    """
    if request.method != "POST" and request.headers.get("HX-Request") and CHECK in request.GET:
        return _checked(request, access)
    if request.method != "POST":
        return publish_page(request, access, mark_table_of(access.play_session))
    seen = request.POST.get("told", "")
    try:
        if not seen.isdecimal() or len(seen) > 6:
            raise BadRequest(field=_("Confirmation"), reason=_("press the button that names the numbers"))
        incomplete = bool(request.POST.get("incomplete"))
        told = grades_publish(play_session=access.play_session, incomplete=incomplete, seen=int(seen))
    except ServiceError as refused:
        page = publish_page(request, access, mark_table_of(access.play_session), refused=str(refused))
        page.status_code = refused.status
        return page
    messages.success(request, _published(len(told)))
    return redirect("classrooms:grades", access.play_session.pk)


def _checked(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The part of the page that says whether marks would be different now, for an open page of a large class."""
    context = {
        "access": access,
        "sheet": {"book": access.play_session.grade_book},
        "computing": is_computing(access.play_session),
        "outdated": are_outdated(access.play_session),
        "to": "publish",
    }
    return render(request, "classrooms/grading/computed.html", context)


def publish_page(request: HttpRequest, access: SessionAccess, sheet: MarkTable, **more: Any) -> HttpResponse:
    """The page with everything to check before publishing; `more` has refused input and a form with the typed
    values.
    """
    news, found = differences(sheet), unusual(sheet)
    project = next((line for line in sheet.lines if criteria.of(line.kind).has_curve), None)
    forms = {each.row.enrolment.user_id: SetForm(sheet.book.scale, auto_id=f"f{each.number}-%s") for each in found}
    forms |= more.get("forms", {})
    is_checked = len(sheet.rows) <= LARGE or request.method == "POST" or CHECK in request.GET
    context = {
        "access": access,
        "sheet": sheet,
        "differences": news,
        "waiting": is_waiting(sheet),
        "computing": is_computing(access.play_session),
        "outdated": is_checked and are_outdated(access.play_session),
        "unchecked": "" if is_checked else CHECK,
        "unfinished": unfinished_words(sheet.rows),
        "unusual": found,
        "groups": [
            (group, [(each, forms[each.row.enrolment.user_id]) for each in group.members]) for group in grouped(found)
        ],
        "undecided": sum(not each.is_decided for each in found),
        "spread": spread(sheet, found),
        "preview": notification_preview(access.play_session, news, clock.now()),
        "marks": sum(bool(row.final) for row in sheet.rows),
        "judged": [_judged(sheet, line) for line in sheet.lines],
        "curves": picture(access.play_session, sheet.book, project.params) if project is not None else None,
        "curve_words": curve_words(curve_of(project.params)) if project is not None else "",
        "curve_changes": project.rule_changes.all() if project is not None else [],
        "refused": more.get("refused", ""),
        "screens": screens_of(access.play_session) if any("absent" in each.codes for each in found) else [],
    }
    return render(request, "classrooms/grading/publish.html", context)


def _judged(sheet: MarkTable, line: RubricLine) -> dict[str, Any]:
    """The number of students who could be judged on a line, and its share of the rubric in percent."""
    at = sheet.lines.index(line)
    judged = sum(bool(row.cells[at].judged) for row in sheet.rows)
    share = round(100 * line.weight / sheet.total) if sheet.total else 0
    return {
        "line": line,
        "percent": share,
        "judged": judged,
        "nothing": len(sheet.rows) - judged,
    }


def _published(count: int) -> str:
    if not count:
        return _("Published. Nothing has changed for anybody.")
    return ngettext(
        "Published. %(count)d student reads something new.",
        "Published. %(count)d students read something new.",
        count,
    ) % {"count": count}
