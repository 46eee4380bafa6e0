"""The quiz of a session as a student sees it: questions by moment, answers once, the explanation at once."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classrooms.models import When
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.queries.quizzes import Line
from classrooms.play.questions.services.quizzes import quiz_answer
from classrooms.play.questions.services.refusals import NothingChosen
from games.public.base import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.PLAY)
def quiz(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Read the questions and answer those of one moment (`when`). For the students of the course."""
    if request.method != "POST":
        return _page(request, access)
    when = request.POST.get("when", "")
    lines = quizzes.quiz_of(access.play_session, request.user)
    chosen = _chosen(request.POST, lines)
    before = {line.asked.row.pk for line in lines if line.answer is not None}
    try:
        quiz_answer(play_session=access.play_session, user=request.user, when=when, chosen=chosen)
    except NothingChosen as refused:
        return _page(request, access, when=when, chosen=chosen, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:quiz", access.play_session.pk)
    new = [
        line
        for line in quizzes.quiz_of(access.play_session, request.user)
        if line.answer is not None and line.asked.row.pk not in before
    ]
    if new:
        messages.success(request, _result_message(new))
    anchor = f"#{when}" if when in When.values else ""
    return redirect(reverse("classrooms:quiz", args=[access.play_session.pk]) + anchor)


def _chosen(data: Mapping[str, Any], lines: list[Line]) -> dict[int, int]:
    """The options that were chosen, by question, as places in the stored order."""
    found = {}
    for line in lines:
        token = data.get(f"question-{line.asked.row.pk}", "")
        index = next((option.index for option in line.options if option.token == token), None)
        if index is not None:
            found[line.asked.row.pk] = index
    return found


def _result_message(new: list[Line]) -> str:
    right = sum(line.answer is not None and line.answer.is_right for line in new)
    words = ngettext(
        "Right: %(right)d of %(number)d. The explanation is below.",
        "Right: %(right)d of %(number)d. The explanations are below.",
        len(new),
    )
    return words % {"right": right, "number": len(new)}


def _page(
    request: HttpRequest,
    access: SessionAccess,
    *,
    when: str = "",
    chosen: Mapping[int, int] | None = None,
    refused: str = "",
) -> HttpResponse:
    lines = quizzes.quiz_of(access.play_session, request.user)
    answered = [line for line in lines if line.answer is not None]
    parts = [_part(lines, each) for each in quizzes.MOMENTS if any(line.asked.row.when == each for line in lines)]
    context = {
        "access": access,
        "parts": sorted(parts, key=lambda part: not part["waiting"]),
        "answered": len(answered),
        "right": sum(line.answer.is_right for line in answered if line.answer),
        "waiting": quizzes.open_count(lines),
        "refused": refused,
        "refused_when": when,
        "chosen": chosen or {},
    }
    return render(request, "classrooms/questions/quiz.html", context, status=422 if refused else 200)


def _part(lines: list[Line], when: When) -> dict[str, Any]:
    """The questions of a moment: those that wait, those that were answered, and how many come later or are closed."""
    here = [line for line in lines if line.asked.row.when == when]
    return {
        "when": when.value,
        "name": when.label,
        "waiting": [line for line in here if line.waits],
        "answered": [line for line in here if line.answer is not None],
        "later": sum(line.answer is None and line.moment == "early" for line in here),
        "missed": [line for line in here if line.answer is None and line.moment == "closed"],
    }
