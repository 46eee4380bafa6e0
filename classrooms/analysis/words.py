"""Words that all pages of an analysis share, in the current language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from classrooms.analysis.results import Results
from games.kit import analysis
from games.kit.analysis import MeasureName
from games.models import Match
from games.selectors.position import game_of


def names_of_measures(match: Match, results: Results) -> Sequence[MeasureName]:
    """In the order of the results; none of rivals."""
    words = analysis.get(match.game)
    analyst = game_of(match).analysis
    return [words.measure(each.name) for each in analyst.measures] if results.account is not None and analyst else []


def size_word(verdict: str) -> str:
    """The verdict on a decision in a word or two."""
    return {
        "small": _("small mistake"),
        "clear": _("clear mistake"),
        "grave": _("grave mistake"),
        "good": _("well chosen"),
    }.get(verdict) or _("inconclusive")


def rounded(percent: float) -> int:
    """A percentage as a whole number, half upwards."""
    return int(percent + 0.5)


def points(number: int) -> str:
    """A score with a real minus sign."""
    return str(number).replace("-", "\u2212")
