"""A study as its students see it: what it is, the choice about their answers, and the open test."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.queries.own import consent_words, own_study, own_test
from classrooms.assess.studies.services.answering import CONFIDENCE, MOST_WORDS, STEPS, answers_keep, consent_set
from classrooms.assess.studies.texts import experience
from classrooms.models import StudyMoment
from classrooms.people.access.permissions import Right
from games.public.base import ServiceError, clock

CONFIDENCES: Final = (
    gettext_lazy("guessed"),
    gettext_lazy("rather unsure"),
    gettext_lazy("rather sure"),
    gettext_lazy("sure"),
)


@for_study(Right.PLAY)
def mine(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The study for one of its students. POST stores the choice about the use of the answers."""
    if request.method == "POST":
        if request.POST.get("consents") not in ("yes", "no"):
            messages.error(request, _("Choose an answer first."))
            return redirect("classrooms:study-mine", access.study.pk)
        try:
            consent_set(study_id=access.study.pk, user=request.user, consents=request.POST["consents"] == "yes")
        except ServiceError as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Your choice is saved. You can change it on this page."))
        return redirect("classrooms:study-mine", access.study.pk)
    context = {
        "access": access,
        "study": access.study,
        "own": own_study(access.study, request.user, clock.now()),
        "consent": consent_words(access.study),
    }
    return render(request, "classrooms/studies/mine.html", context)


@for_study(Right.PLAY)
def test(request: HttpRequest, access: StudyAccess, moment: str) -> HttpResponse:
    """A test. POST keeps the answers, or sends them with `send`; a browser that keeps them while the student types gets
    an empty answer.
    """
    if moment not in StudyMoment.values:
        raise Http404
    study, refused, status = access.study, "", 200
    own = own_test(study, request.user, moment, clock.now())
    if own is None:
        messages.info(request, _("This test is not open."))
        return redirect("classrooms:study-mine", study.pk)
    if request.method == "POST":
        send = "send" in request.POST
        try:
            answers_keep(
                study_id=study.pk,
                user=request.user,
                moment=moment,
                answers=_answers(request.POST, own.keys),
                experience=_experience(request.POST),
                words=request.POST.get("words", ""),
                send=send,
            )
        except ServiceError as error:
            refused, status = str(error), error.status
        else:
            if not send:
                return HttpResponse(status=204)
            messages.success(request, _("The test is sent. Thank you."))
            return redirect("classrooms:study-mine", study.pk)
    language = get_language() or "en"
    context: dict[str, Any] = {
        "access": access,
        "study": study,
        "own": own,
        "refused": refused,
        "confidences": list(zip(CONFIDENCE, (str(words) for words in CONFIDENCES), strict=True)),
        "scale": list(zip(STEPS, experience.SCALE, strict=True)),
        "items": experience.items(language) if own.asks_experience else {},
        "source": experience.SOURCE,
        "most_words": MOST_WORDS,
    }
    return render(request, "classrooms/studies/test.html", context, status=status)


def _answers(data: Mapping[str, Any], keys: list[int]) -> dict[int, tuple[int | None, int | None]]:
    """Option and confidence by question; what is no number is left out."""
    found = {}
    for key in keys:
        choice, confidence = _number(data.get(f"choice-{key}")), _number(data.get(f"confidence-{key}"))
        if choice is not None or confidence is not None:
            found[key] = (choice, confidence)
    return found


def _experience(data: Mapping[str, Any]) -> dict[str, int]:
    steps = {key: _number(data.get(f"item-{key}")) for key in experience.BY_KEY}
    return {key: step for key, step in steps.items() if step is not None}


def _number(text: Any) -> int | None:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 5 else None
