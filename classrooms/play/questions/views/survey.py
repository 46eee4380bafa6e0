"""The surveys of a session as a student sees them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.models import SurveyItem, When
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries.survey_bank import item_text
from classrooms.play.questions.queries.surveys import FEWEST, STEPS, SurveyPart, survey_of
from classrooms.play.questions.services.refusals import BadQuestion
from classrooms.play.questions.services.surveys import TEXT_LENGTH, survey_answer
from games.public.base import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.PLAY)
def survey(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Read the surveys and send in that of one moment (`when`). For the students of the course."""
    if request.method != "POST":
        return _page(request, access)
    when = request.POST.get("when", "")
    part = next((part for part in survey_of(access.play_session, request.user) if part.when == when), None)
    said = _parse_answers(request.POST, part.items if part else ())
    try:
        survey_answer(play_session=access.play_session, user=request.user, when=when, said=said)
    except BadQuestion as refused:
        return _page(request, access, said=request.POST, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Thank you. Your answers are in."))
    return redirect("classrooms:survey", access.play_session.pk)


def _parse_answers(data: Mapping[str, Any], items: tuple[SurveyItem, ...]) -> dict[int, int | str]:
    """The answers of the form, by item. An invalid step is passed on unchanged, and the service refuses it."""
    found: dict[int, int | str] = {}
    for item in items:
        given = str(data.get(f"item-{item.pk}", "")).strip()
        if given:
            is_step = item.kind == SurveyItem.Kind.LIKERT and given in map(str, STEPS)
            found[item.pk] = int(given) if is_step else given.replace("\0", "")
    return found


def _page(
    request: HttpRequest, access: SessionAccess, *, said: Mapping[str, Any] | None = None, refused: str = ""
) -> HttpResponse:
    parts = survey_of(access.play_session, request.user)
    context = {
        "access": access,
        "parts": [_part(part, said or {}) for part in parts],
        "steps": [(step, words) for step, words in zip(STEPS, step_words(), strict=True)],
        "fewest": FEWEST,
        "text_length": TEXT_LENGTH,
        "refused": refused,
    }
    return render(request, "classrooms/questions/survey.html", context, status=422 if refused else 200)


def step_words() -> tuple[str, ...]:
    """The five steps of agreement, from 1 to 5."""
    return (
        _("not at all"),
        _("rather not"),
        _("partly"),
        _("rather yes"),
        _("fully"),
    )


def _part(part: SurveyPart, said: Mapping[str, Any]) -> dict[str, Any]:
    items = [
        {"row": item, "text": item_text(item), "given": str(said.get(f"item-{item.pk}", ""))} for item in part.items
    ]
    return {
        "when": part.when,
        "name": When(part.when).label,
        "items": items,
        "waits": part.waits,
        "done": part.done,
        "moment": str(part.moment),
    }
