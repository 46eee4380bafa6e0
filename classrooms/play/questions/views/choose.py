"""The page on which staff choose the quiz, surveys and forecast journal of a session."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classrooms.models import SurveyItem, When
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries.session_questions import posed_questions, scenario_in
from classrooms.play.questions.queries.survey_bank import SHIPPED, item_text
from classrooms.play.questions.queries.surveys import MOMENTS
from classrooms.play.questions.services import quizzes, surveys
from classrooms.play.questions.services.forecasts import forecasts_switch
from classrooms.play.questions.services.refusals import BadQuestion
from games.public.base import ServiceError
from games.ui import faces


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.LOOK)
def session_questions(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The questions of the session, with the right answers. For all staff of the course; changes (posted, `action`) for
    people who run sessions.
    """
    if request.method != "POST":
        return _page(request, access)
    if not access.may(Right.RUN):
        raise PermissionDenied
    action = ACTIONS.get(request.POST.get("action", ""), _nothing)
    try:
        messages.success(request, action(access.play_session.pk, request.POST))
    except BadQuestion as refused:
        return _page(request, access, typed=request.POST, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:session-questions", access.play_session.pk)


def _nothing(session_id: int, data: QueryDict) -> str:
    raise BadQuestion(reason=_("This page has no such button."))


def _usual(session_id: int, data: QueryDict) -> str:
    questions, items = quizzes.questions_usual(session_id=session_id), surveys.survey_usual(session_id=session_id)
    words = {"questions": questions, "items": items}
    return _("The usual choice is made: %(questions)s questions and %(items)s survey items are new.") % words


def _usual_quiz(session_id: int, data: QueryDict) -> str:
    return added_words(quizzes.questions_usual(session_id=session_id))


def _remove(session_id: int, data: QueryDict) -> str:
    removed = quizzes.questions_remove(session_id=session_id, question_ids=numbers(data.getlist("question")))
    if not removed:
        raise BadQuestion(reason=_("Tick the questions to take out first."))
    return ngettext("%(n)d question is taken out.", "%(n)d questions are taken out.", removed) % {"n": removed}


def _usual_survey(session_id: int, data: QueryDict) -> str:
    return _items_words(surveys.survey_usual(session_id=session_id))


def _add_items(session_id: int, data: QueryDict) -> str:
    keys = data.getlist("key")
    if not keys:
        raise BadQuestion(reason=_("Tick the statements to ask first."))
    return _items_words(surveys.survey_items_add(session_id=session_id, when=data.get("when", ""), keys=keys))


def _write_item(session_id: int, data: QueryDict) -> str:
    kind, text = data.get("kind", ""), data.get("text", "").replace("\0", "")
    return _items_words(
        surveys.survey_item_write(session_id=session_id, when=data.get("when", ""), kind=kind, text=text)
    )


def _remove_item(session_id: int, data: QueryDict) -> str:
    for item in numbers(data.getlist("item")):
        surveys.survey_item_remove(session_id=session_id, item_id=item)
    return _("It is taken out.")


def _forecasts(session_id: int, data: QueryDict) -> str:
    on = forecasts_switch(session_id=session_id, on=data.get("on") == "1").has_forecasts
    return _("Players keep a forecast journal.") if on else _("No forecast journal is kept.")


ACTIONS: Mapping[str, Callable[[int, QueryDict], str]] = {
    "usual": _usual,
    "usual-quiz": _usual_quiz,
    "remove": _remove,
    "usual-survey": _usual_survey,
    "add-items": _add_items,
    "write-item": _write_item,
    "remove-item": _remove_item,
    "forecasts": _forecasts,
}


def numbers(texts: list[str]) -> list[int]:
    """The texts that are ids, as numbers."""
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 19]


def added_words(number: int) -> str:
    """The number of new questions, in words."""
    if not number:
        return _("All of these are asked already.")
    return ngettext("%(n)d question is new.", "%(n)d questions are new.", number) % {"n": number}


def _items_words(number: int) -> str:
    if not number:
        return _("All of these are asked already.")
    return ngettext("%(n)d survey item is new.", "%(n)d survey items are new.", number) % {"n": number}


def _page(
    request: HttpRequest, access: SessionAccess, *, typed: Mapping[str, Any] | None = None, refused: str = ""
) -> HttpResponse:
    play_session = access.play_session
    questions = posed_questions(play_session)
    items = [(item, item_text(item)) for item in play_session.survey_items.order_by("position", "pk")]
    scenario = scenario_in(play_session)
    face = faces.get(play_session.game)
    context = {
        "access": access,
        "may_run": access.may(Right.RUN) and play_session.status != "archived",
        "has_bank": bool(face.quiz().questions),
        "parts": [(when, [each for each in questions if each.row.when == when]) for when in When],
        "questions": questions,
        "surveys": [(when, [pair for pair in items if pair[0].when == when]) for when in MOMENTS],
        "items": items,
        "shipped": SHIPPED,
        "kinds": SurveyItem.Kind.choices,
        "figures": face.progress.forecastables(scenario) if scenario is not None else (),
        "typed": typed or {},
        "refused": refused,
    }
    return render(request, "classrooms/questions/session.html", context, status=422 if refused else 200)
