"""The questions that a study can ask, and those that it asks."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from classrooms.assess.studies.parallel import Candidate
from classrooms.models import OwnQuestion, Study, StudyQuestion, When
from classrooms.play.questions.queries.difficulty import Difficulty, difficulties_in, levels_in
from classrooms.play.questions.queries.session_questions import QuestionText, bank_words, own_words
from games.ui import faces
from games.ui.quiz import Question

GAME_THEME, OWN_THEME = "game", "own"


@dataclass(frozen=True)
class PoolQuestion:
    """A question that a study can ask. `key` is `bank-KEY` or `own-PK`, `form` the form that has it, empty for none.
    `level` is its estimated difficulty in words, empty without one.
    """

    key: str
    theme: str
    theme_name: str
    words: QuestionText
    asked: Difficulty | None
    form: str
    level: str = ""

    @property
    def candidate(self) -> Candidate:
        """The question for the choice of parallel forms."""
        return Candidate(self.key, self.theme, self.asked.right / self.asked.given if self.asked else None)


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a form. It counts as wrong if it has no answer."""

    row: StudyQuestion
    theme: str
    words: QuestionText


def pool_of(study: Study) -> list[PoolQuestion]:
    """Questions of the game's bank and own ones of the course, by theme, in five queries."""
    levels = levels_in(study.game)
    forms = {_key(row): row.form for row in study.questions.all()}
    known = difficulties_in(study.course_id, study.game)
    found = []
    for question in _bank(study):
        key = f"bank-{question.key}"
        theme = question.theme or GAME_THEME
        words = bank_words(study.game, question)
        asked, form = _first(known.get(key)), forms.get(key, "")
        found.append(PoolQuestion(key, theme, theme_name(study, theme), words, asked, form, levels.get(key, "")))
    for own in OwnQuestion.objects.filter(course=study.course_id):
        key = f"own-{own.pk}"
        name = theme_name(study, OWN_THEME)
        found.append(PoolQuestion(key, OWN_THEME, name, own_words(own), _first(known.get(key)), forms.get(key, "")))
    return sorted(found, key=lambda each: each.theme_name)


def theme_name(study: Study, theme: str) -> str:
    """The name of a theme in the current language."""
    if theme == OWN_THEME:
        return _("Own questions")
    if theme == GAME_THEME:
        return _("Rules of the game")
    return faces.get(study.game).quiz().theme_name(theme) if study.game else theme


def asked_in(study: Study, form: str | None = None) -> list[AskedQuestion]:
    """The questions of a form, or of both, in their order. Questions that the bank no longer has are left out."""
    rows: Iterable[StudyQuestion] = study.questions.select_related("own").order_by("form", "position", "pk")
    found = []
    for row in rows:
        if form in (None, row.form):
            words, theme = _worded(study, row)
            if words is not None:
                found.append(AskedQuestion(row, theme, words))
    return found


def _worded(study: Study, row: StudyQuestion) -> tuple[QuestionText | None, str]:
    if row.own is not None:
        return own_words(row.own), OWN_THEME
    question = faces.get(study.game).quiz().get(row.bank_key)
    return (None, "") if question is None else (bank_words(study.game, question), question.theme or GAME_THEME)


def _bank(study: Study) -> tuple[Question, ...]:
    return faces.get(study.game).quiz().offered if study.game else ()


def _key(row: StudyQuestion) -> str:
    return f"bank-{row.bank_key}" if row.bank_key else f"own-{row.own_id}"


def _first(asked: list[Difficulty] | None) -> Difficulty | None:
    """Answers before the match, where there are enough, else the first moment with enough."""
    before = [each for each in asked or () if each.when == When.BEFORE]
    return next(iter(before or asked or ()), None)
