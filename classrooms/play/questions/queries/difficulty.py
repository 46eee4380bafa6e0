"""The difficulty of questions: the share of right answers among all answers, and the stored fit of a Rasch model."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from classrooms.models import BankFit, QuizAnswer, Session, When
from games.ui.analysis import decimal, signed

FEWEST: Final = 20
"""The least number of answers whose share is shown: fewer say little, and may reveal a person's answer."""


@dataclass(frozen=True)
class Difficulty:
    """Answers to a question at one moment, of all people who were asked."""

    when: str
    right: int
    given: int

    @property
    def percent(self) -> int:
        return round(100 * self.right / self.given)


def difficulties(play_session: Session) -> dict[str, list[Difficulty]]:
    """The difficulties for a session (`difficulties_in`)."""
    return difficulties_in(play_session.course_id, play_session.game)


def difficulties_in(course_id: int, game: str) -> dict[str, list[Difficulty]]:
    """Difficulties by `bank-KEY` and `own-PK`, for each moment with at least `FEWEST` answers, before the match first.
    Answers of every course count for a question of the game's bank, those of the course for an own one.
    Answers to earlier wordings count as well. One query.
    """
    ours = Q(question__own__course=course_id) | Q(question__own=None)
    rows = (
        QuizAnswer.objects.filter(ours, question__session__game=game)
        .values_list("question__bank_key", "question__own", "question__when")
        .annotate(right=Count("pk", filter=Q(is_right=True)), given=Count("pk"))
        .filter(given__gte=FEWEST)
    )
    order = list(When.values)
    found: dict[str, list[Difficulty]] = {}
    for key, own, when, right, given in sorted(rows, key=lambda row: order.index(row[2])):
        found.setdefault(f"bank-{key}" if key else f"own-{own}", []).append(Difficulty(when, right, given))
    return found


def levels_in(game: str) -> dict[str, str]:
    """The estimated difficulty of each question of a game's bank (`bank-KEY`), in words; empty without a fit. Questions
    of the largest scale only: others cannot be compared with them. One query.
    """
    fit = BankFit.objects.filter(game=game).first()
    text = _("Rasch difficulty %(level)s (standard error %(error)s)")
    return {
        f"bank-{key}": text % {"level": signed(level, 1), "error": decimal(error, 1)}
        for key, (level, error, _answers, scale) in (fit.items if fit else {}).items()
        if scale == 0
    }
