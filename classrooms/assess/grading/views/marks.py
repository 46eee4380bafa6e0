"""One mark with the facts it rests on, and marks set by hand: one by one or as a pasted column."""

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classrooms.assess.grading import criteria
from classrooms.assess.grading.forms import ColumnForm, MarkForm
from classrooms.assess.grading.levels import Level, chosen_of, levels_of
from classrooms.assess.grading.points import FULL, scaled
from classrooms.assess.grading.queries.mark_table import Cell, cell_of, localized_mark
from classrooms.assess.grading.queries.tables import roster_of
from classrooms.assess.grading.services.columns import blank_column, read_column
from classrooms.assess.grading.services.grades import column_set, mark_set, mark_take_back
from classrooms.assess.grading.views.grades import for_grades
from classrooms.assess.grading.words import account, nothing_words
from classrooms.models import Enrolment, Mark, RubricLine
from classrooms.people.access.permissions import SessionAccess
from games.public.base import ServiceError


def _line(access: SessionAccess, line_id: int) -> RubricLine:
    rows = RubricLine.objects.select_related("book")
    return get_object_or_404(rows, pk=line_id, book__session=access.play_session)


def _student(access: SessionAccess, user_id: int) -> Enrolment:
    """A student whose marks are on the sheet."""
    rows = Enrolment.objects.select_related("user").filter(
        course=access.course, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return get_object_or_404(rows, user=user_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def mark(request: HttpRequest, access: SessionAccess, line_id: int, user_id: int) -> HttpResponse:
    """A mark: its facts in words, its history, and the form to set it by hand or take that back. For the instructors
    of the course.
    """
    line, student = _line(access, line_id), _student(access, user_id)
    if request.method == "POST" and request.POST.get("do") == "back":
        mark_take_back(line=line, user_id=user_id, by=request.user)
        messages.success(request, _("The mark is computed again."))
        return redirect("classrooms:grade-mark", access.play_session.pk, line.pk, user_id)
    if request.method == "POST" and "level" in request.POST:
        _choose_level(request, line, {user_id})
        return redirect("classrooms:grade-mark", access.play_session.pk, line.pk, user_id)
    form = MarkForm(line.book.scale, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        read = form.cleaned_data
        try:
            mark_set(line=line, user_id=user_id, points=read["points"], reason=read["reason"], by=request.user)
        except ServiceError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The mark is set."))
            return redirect("classrooms:grade-mark", access.play_session.pk, line.pk, user_id)
    context = {"access": access, "form": form, **_mark_context(access, line, student)}
    return render(request, "classrooms/grading/mark.html", context, status=422 if form.errors else 200)


def _choose_level(request: HttpRequest, line: RubricLine, users: Collection[int]) -> int:
    """Mark one of the users by the level of the pressed button, "user-number"; returns the user. 404 for an
    unknown button.
    """
    user, _dash, number = request.POST.get("level", "").partition("-")
    level = next((each for each in levels_of(line.params) if str(each.number) == number), None)
    user_id = next((each for each in users if str(each) == user), None)
    if level is None or user_id is None:
        raise Http404
    mark_set(line=line, user_id=user_id, points=level.points, reason=level.words, by=request.user)
    messages.success(request, _("The mark is set."))
    return user_id


def _choices(line: RubricLine, mark: Mark | None) -> list[tuple[Level, str, bool]]:
    """Each level of a line with its written mark, and whether it is the chosen one."""
    levels, cell = levels_of(line.params), cell_of(line.book, line, mark)
    chosen = chosen_of(levels, cell.points, mark.changed_reason if mark is not None else "")
    return [(level, _written(level.points, cell), level == chosen) for level in levels]


def _mark_context(access: SessionAccess, line: RubricLine, student: Enrolment) -> dict[str, Any]:
    row = Mark.objects.select_related("changed_by").filter(line=line, user=student.user_id).first()
    cell = cell_of(line.book, line, row)
    return {
        "line": line,
        "title": line.name,
        "student": student.user,
        "cell": cell,
        "computed": _written(row.points, cell) if row is not None else "",
        "account": account(line.kind, line.params, row.facts if row is not None else {}),
        "nothing": nothing_words(line.when_nothing),
        "levels": _choices(line, row),
        "remarks": criteria.of(line.kind).remarks(access.play_session, student.user_id),
        "changes": [
            (change, _written(change.points, cell))
            for change in (row.changes.select_related("by").order_by("-created_at", "-pk") if row is not None else ())
        ],
    }


def _written(points: int | None, cell: Cell) -> str:
    return "" if points is None else localized_mark(scaled(Fraction(points, FULL), cell.scale, cell.decimals))


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def column(request: HttpRequest, access: SessionAccess, line_id: int) -> HttpResponse:
    """Choose levels of a line marked by hand, if it has some, or paste marks: invalid lines are listed, valid ones are
    stored on request. For the instructors of the course.
    """
    line = _line(access, line_id)
    if not criteria.of(line.kind).by_hand:
        raise Http404
    roster = roster_of(access.play_session)
    if request.method == "POST" and "level" in request.POST:
        user_id = _choose_level(request, line, {row.user_id for row in roster})
        return redirect(f"{request.path}#who-{user_id}")
    filled = {"reason": line.title, "text": blank_column(roster, _typed(line))}
    form = ColumnForm(request.POST if request.method == "POST" else None, initial=filled)
    lines = []
    if request.method == "POST" and form.is_valid():
        lines = read_column(form.cleaned_data["text"], roster, line.book.scale)
        good = {each.user.pk: each.points for each in lines if each.user is not None and each.points is not None}
        if request.POST.get("do") == "save" and good:
            column_set(line=line, points=good, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _stored(len(good), len(lines) - len(good)))
            return redirect("classrooms:grades", access.play_session.pk)
    context = {"access": access, "line": line, "title": line.name, "form": form, "lines": lines}
    context["good"] = sum(not each.fault for each in lines)
    marks = {row.user_id: row for row in Mark.objects.filter(line=line)} if levels_of(line.params) else {}
    context["levels"] = _choices(line, None)
    context["people"] = [(row.user, _choices(line, marks.get(row.user_id))) for row in roster]
    return render(request, "classrooms/grading/column.html", context, status=422 if form.errors else 200)


def _typed(line: RubricLine) -> dict[int, str]:
    """The marks typed so far, by user."""
    rows = Mark.objects.filter(line=line, changed_points__isnull=False)
    return {row.user_id: cell_of(line.book, line, row).value for row in rows}


def _stored(good: int, bad: int) -> str:
    said = ngettext("%(count)d mark is stored.", "%(count)d marks are stored.", good) % {"count": good}
    if bad:
        left = ngettext("%(count)d line was left out.", "%(count)d lines were left out.", bad) % {"count": bad}
        return f"{said} {left}"
    return said
