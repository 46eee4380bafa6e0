"""The rubric of a session: its lines, their weights, and the scale of the marks."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.assess.grading.forms import BookForm, LineForm, NewLineForm
from classrooms.assess.grading.queries.curves import Picture, games_request, picture
from classrooms.assess.grading.rubric import is_fixed, sources
from classrooms.assess.grading.services.rubric_changes import rubric_save
from classrooms.assess.grading.views.grades import for_grades
from classrooms.assess.grading.words import rule
from classrooms.models import GradeBook
from classrooms.people.access.permissions import SessionAccess
from games.public.base import ServiceError


class Forms:
    """The forms of the page, bound if there is data. `lines` are in their order."""

    def __init__(self, access: SessionAccess, book: GradeBook, data: Mapping[str, Any] | None = None) -> None:
        rows = list(book.lines.all())
        known = sources(access.play_session)
        self.book = BookForm(data, instance=book)
        self.lines = [
            LineForm(row, data if data is not None and f"line-{row.pk}-weight" in data else None,
                     hidden=row.kind not in known)
            for row in rows
        ]  # fmt: skip
        self.reason = (data or {}).get("curve-reason", "").strip()
        self.new = NewLineForm(rows, data if data is not None and data.get("do") == "add" else None)

    @property
    def changed(self) -> list[LineForm]:
        """Lines that the page had: others were added meanwhile."""
        return [form for form in self.lines if form.is_bound]

    def are_valid(self) -> bool:
        """Faults of the others are shown too: a form that is drawn looks for its own."""
        forms = [self.book, *self.changed, *([self.new] if self.new.is_bound else [])]
        return all(form.is_valid() for form in forms)


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades()
def rubric(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Read and change the rubric. Each button saves the whole page and then does its own; `begin` only makes the usual
    rubric. For the instructors of the course.
    """
    book, do = access.play_session.grade_book, request.POST.get("do", "save")
    if request.method != "POST":
        return _page(request, access, Forms(access, book))
    if do == "begin":
        return redirect("classrooms:rubric", access.play_session.pk)
    forms = Forms(access, book, request.POST)
    if not forms.are_valid():
        return _page(request, access, forms, status=422)
    try:
        _save(access, forms, do, sure=bool(request.POST.get("sure")), by=request.user)
    except ServiceError as refused:
        return _page(request, access, forms, refused=str(refused), status=refused.status)
    if do == "bots":
        games_request(play_session=access.play_session)
    if do == "save":
        messages.success(request, _("The rubric is saved."))
    return redirect(reverse("classrooms:rubric", args=[access.play_session.pk]) + _anchor(do))


def _save(access: SessionAccess, forms: Forms, do: str, *, sure: bool, by: Any) -> None:
    changes = [form.to_change() for form in forms.changed]
    removed = [form.line.pk for form in forms.changed if form.cleaned_data["remove"]]
    way, _dash, which = do.partition("-")
    at = next((at for at, change in enumerate(changes) if str(change.line_id) == which), None)
    if at is not None and way in ("up", "down"):
        to = at + (1 if way == "down" else -1)
        if 0 <= to < len(changes):
            changes[at], changes[to] = changes[to], changes[at]
    new = forms.new.cleaned_data if forms.new.is_bound else None
    rubric_save(
        play_session=access.play_session,
        scale=forms.book.cleaned_data["scale"],
        decimals=forms.book.cleaned_data["decimals"],
        shows_distribution=forms.book.cleaned_data["shows_distribution"],
        smallest_share=forms.book.cleaned_data["smallest_share"],
        reason=forms.reason,
        by=by,
        lines=changes,
        removed=removed,
        sure=sure,
        add=(new["kind"], new["title"]) if new is not None else None,
    )


def _anchor(do: str) -> str:
    """The line that was moved stays in sight."""
    way, _dash, which = do.partition("-")
    return f"#line-{which}" if way in ("up", "down") and which.isdecimal() else ""


def _curves(access: SessionAccess, forms: Forms) -> Picture | None:
    """The drawing of the curves; None without a line that needs it, or for a game that cannot be played."""
    line = next((form.line for form in forms.lines if form.criterion.has_curve and not form.hidden), None)
    return picture(access.play_session, line.book, line.params) if line is not None else None


def _page(
    request: HttpRequest, access: SessionAccess, forms: Forms, *, refused: str = "", status: int = 200
) -> HttpResponse:
    total = sum(form.line.weight for form in forms.lines if not form.hidden)
    context = {
        "access": access,
        "forms": forms,
        "lines": [
            (form, rule(form.line.kind, form.line.params), round(100 * form.line.weight / total) if total else 0)
            for form in forms.lines
        ],
        "total": total,
        "curves": _curves(access, forms),
        "fixed": is_fixed(access.play_session),
        "reason": forms.reason,
        "refused": refused,
    }
    return render(request, "classrooms/grading/rubric.html", context, status=status)
