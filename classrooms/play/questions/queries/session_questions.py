"""The questions of a session as people read them: from the game's bank in their language, or an instructor's own."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import structs

from classrooms.models import OwnQuestion, Session, SessionQuestion, When
from games.engine import registry
from games.engine.errors import RulesError
from games.ui import faces
from games.ui import help as help_pages
from games.ui.quiz import Question, Source

ORDER: Final = {When.BEFORE.value: 0, When.DURING.value: 1, When.AFTER.value: 2}


@dataclass(frozen=True)
class Rule:
    """The heading of a help page with the rule behind a question."""

    title: str
    url: str


@dataclass(frozen=True)
class QuestionText:
    """A question in words. `options` are in the order in which answers are stored; `right` is an index into them.

    `believed` has the misconception behind each option, for staff.
    """

    text: str
    options: tuple[str, ...]
    right: int
    explanation: str
    rule: Rule | None = None
    sources: tuple[Source, ...] = ()
    believed: tuple[str, ...] = ()


@dataclass(frozen=True)
class PosedQuestion:
    """A question of a session. `after` is the name of the turn after which it is asked, if it is asked during the
    match.
    """

    row: SessionQuestion
    words: QuestionText
    after: str = ""


@lru_cache(maxsize=64)
def _scenario(game: str, text: str) -> Any:
    return registry.get(game).rules.load_scenario(text)


def scenario_in(play_session: Session) -> Any:
    """The scenario of a session, read once per process; None where a draft's cannot be read."""
    try:
        shipped = registry.get(play_session.game).scenarios
        return _scenario(play_session.game, play_session.scenario or shipped[play_session.scenario_key])
    except (RulesError, LookupError):
        return None


def turn_title(play_session: Session, turn: int) -> str:
    """A turn of the session's game in words."""
    scenario = scenario_in(play_session)
    return faces.get(play_session.game).words.turn(scenario, turn) if scenario else _("Turn %(n)d") % {"n": turn}


def turns_in(play_session: Session) -> int:
    """The greatest number of turns of its matches; 0 if it is unknown."""
    scenario = scenario_in(play_session)
    return faces.get(play_session.game).turn_count(scenario) if scenario else 0


def offered_in(play_session: Session) -> tuple[Question, ...]:
    """The questions of its game's bank that are true of its scenario."""
    face, scenario = faces.get(play_session.game), scenario_in(play_session)
    offered = face.quiz().offered
    if scenario is None or face.described(scenario):
        return offered
    return tuple(structs.replace(question, turn=0) for question in offered if question.about == "trade")


def posed_questions(play_session: Session) -> list[PosedQuestion]:
    """Its questions in the order of asking, in one query. Questions that the bank no longer has are left out."""
    rows = SessionQuestion.objects.filter(session=play_session).select_related("own")
    return with_wording(play_session, rows.order_by("position", "pk"))


def with_wording(play_session: Session, rows: Iterable[SessionQuestion]) -> list[PosedQuestion]:
    """Stored questions with their words, before those during (by turn) before those after the match."""
    found = []
    for row in sorted(rows, key=lambda row: (ORDER[row.when], row.turn or 0)):
        words = _wording(play_session.game, row)
        if words is not None:
            during = row.when == When.DURING and row.turn
            found.append(PosedQuestion(row, words, turn_title(play_session, row.turn or 0) if during else ""))
    return found


def _wording(game: str, row: SessionQuestion) -> QuestionText | None:
    if row.own is not None:
        return own_words(row.own)
    question = faces.get(game).quiz().get(row.bank_key)
    return None if question is None else bank_words(game, question)


def own_words(own: OwnQuestion) -> QuestionText:
    """An instructor's question, in the language in which they wrote it."""
    return QuestionText(own.text, tuple(own.options), own.right, own.explanation)


def bank_words(game: str, question: Question) -> QuestionText:
    """A question of the bank in the current language."""
    said = question.localized()
    rule = _rule(game, question)
    return QuestionText(
        said.text, said.options, question.right, said.explanation, rule, question.sources, said.misconceptions
    )


def _rule(game: str, question: Question) -> Rule | None:
    """The rule of a heading; None if the help no longer has it, and the explanation is shown without it."""
    language = (get_language() or "en").partition("-")[0]
    try:
        page = help_pages.page(game, question.page, language)
    except LookupError:
        return None
    title = next((section.title for section in page.sections if section.anchor == question.anchor), None)
    if title is None:
        return None
    url = reverse("games:rules-page", args=[game, question.page])
    return Rule(_("%(page)s: %(heading)s") % {"page": page.title, "heading": title}, f"{url}#{question.anchor}")
