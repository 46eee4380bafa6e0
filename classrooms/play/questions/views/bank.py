"""Choosing questions for a session from the game's bank and from the course's own ones."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.models import OwnQuestion, Session, When
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries.difficulty import Difficulty, difficulties, levels_in
from classrooms.play.questions.queries.session_questions import (
    QuestionText,
    bank_words,
    offered_in,
    own_words,
    turn_title,
    turns_in,
)
from classrooms.play.questions.services.quizzes import questions_add
from classrooms.play.questions.services.refusals import BadQuestion
from classrooms.play.questions.views.choose import added_words, numbers
from games.public.base import ServiceError
from games.ui.sentences import listed

OWN, WHOLE = "own", "0"


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_bank(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The available questions, filtered by topic (`about`); a post adds the ticked ones or, with `all`, all that are
    shown. For people who run sessions.
    """
    if request.method != "POST":
        return _page(request, access, request.GET.get("about", ""))
    about, data = request.POST.get("about", ""), request.POST
    try:
        messages.success(request, added_words(_add(access.play_session, about, data)))
    except BadQuestion as refused:
        return _page(request, access, about, typed=data, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:session-questions", access.play_session.pk)


def _add(play_session: Session, about: str, data: QueryDict) -> int:
    lines = _lines(play_session, about)
    names = {line["name"] for line in lines} if "all" in data else set(data.getlist("question"))
    if not names:
        raise BadQuestion(reason=_("Tick the questions to ask first."))
    keys = [name.removeprefix("bank-") for name in names if name.startswith("bank-")]
    own = numbers([name.removeprefix("own-") for name in names if name.startswith("own-")])
    turn = next(iter(numbers([data.get("turn", "")])), None)
    return questions_add(
        session_id=play_session.pk, when=data.get("when", ""), bank_keys=keys, own_ids=own, turn=turn
    )  # fmt: skip


def _lines(play_session: Session, about: str) -> list[dict[str, Any]]:
    """The questions about one thing, with the moments at which they are asked already."""
    asked_at: dict[str, list[str]] = {}
    for key, own, when in play_session.questions.values_list("bank_key", "own", "when"):
        asked_at.setdefault(f"bank-{key}" if key else f"own-{own}", []).append(str(When(when).label))

    def line(name: str, words: QuestionText, turn: int) -> dict[str, Any]:
        return {"name": name, "words": words, "turn": turn, "asked_at": asked_at.get(name, [])}

    found = []
    if about != OWN:
        for question in offered_in(play_session):
            if about in ("", str(question.turn)):
                found.append(line(f"bank-{question.key}", bank_words(play_session.game, question), question.turn))
    if about in ("", OWN):
        rows = OwnQuestion.objects.filter(course=play_session.course_id).order_by("pk")
        found += [line(f"own-{own.pk}", own_words(own), 0) for own in rows]
    return found


def _groups(
    lines: list[dict[str, Any]], titles: list[tuple[str, str]], ticked: AbstractSet[str]
) -> list[dict[str, Any]]:
    """The questions by topic, in the order of `titles`. A topic is open if it is the only one, or if a question of it
    is ticked.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        found.setdefault(OWN if line["name"].startswith("own-") else str(line["turn"]), []).append(line)
    return [
        {
            "key": key,
            "title": title,
            "lines": found[key],
            "is_open": len(found) == 1 or any(line["name"] in ticked for line in found[key]),
        }
        for key, title in titles
        if key in found
    ]


def difficulty_words(measured: list[Difficulty]) -> list[str]:
    """`before the match 41 % of 60 answers`, one for each moment."""
    text = _("%(when)s %(percent)d %% of %(given)d answers")
    return [text % {"when": When(one.when).label, "percent": one.percent, "given": one.given} for one in measured]


def _page(
    request: HttpRequest,
    access: SessionAccess,
    about: str,
    *,
    typed: QueryDict | None = None,
    refused: str = "",
) -> HttpResponse:
    play_session = access.play_session
    turns = sorted({question.turn for question in offered_in(play_session) if question.turn})
    last = turns_in(play_session)
    hard = {name: listed(difficulty_words(measured)) for name, measured in difficulties(play_session).items()}
    given: Mapping[str, Any] = typed if typed is not None else {}
    ticked = set(typed.getlist("question")) if typed is not None else set()
    titles = [
        (WHOLE, _("The game as a whole")),
        *((str(turn), turn_title(play_session, turn)) for turn in turns),
        (OWN, _("Own questions of the course")),
    ]
    levels = levels_in(play_session.game)
    lines = [
        {**line, "hard": hard.get(line["name"]), "level": levels.get(line["name"])}
        for line in _lines(play_session, about)
    ]
    context = {
        "access": access,
        "about": about,
        "filters": [("", _("Everything")), *titles],
        "number": len(lines),
        "groups": _groups(lines, titles, ticked),
        "moments": [(when.value, when.label) for when in When],
        "turns": [(turn, turn_title(play_session, turn)) for turn in range(1, last + 1)],
        "when": given.get("when", When.AFTER.value),
        "turn": given.get("turn", ""),
        "ticked": ticked,
        "refused": refused,
    }
    return render(request, "classrooms/questions/bank.html", context, status=422 if refused else 200)
