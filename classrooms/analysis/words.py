"""Words that all pages of an analysis share, in the current language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.analysis.results import Results
from games.kit import analysis
from games.kit.analysis import MeasureName
from games.models import Match


def names_of_measures(match: Match, results: Results) -> Sequence[MeasureName]:
    """In the order of the results; none of rivals."""
    words = analysis.get(match.game)
    return [words.measure(each.name) for each in (results.luck.measures if results.luck is not None else ())]


def bot_word(strength: str) -> str:
    """A yardstick in one word."""
    return {
        "default": pgettext("yardstick", "default"),
        "random": pgettext("yardstick", "random"),
        "minimal": pgettext("yardstick", "minimal"),
        "balanced": pgettext("yardstick", "balanced"),
        "cautious": pgettext("yardstick", "cautious"),
        "expert": pgettext("yardstick", "expert"),
    }.get(strength, strength)


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


def place_words(percent: float, error: float) -> str:
    """`62 ± 2`."""
    return _("%(value)d\xa0±\xa0%(error)d") % {"value": rounded(percent), "error": max(1, rounded(error))}


def points(number: int) -> str:
    """A score with a real minus sign."""
    return str(number).replace("-", "\u2212")
