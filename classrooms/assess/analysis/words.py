"""Words that all pages of an analysis share, in the current language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.analysis.results import Results
from games.public.matches import game_of
from games.public.models import Match
from games.ui import analysis
from games.ui.analysis import MeasureName, counted, decimal


def names_of_measures(match: Match, results: Results) -> Sequence[MeasureName]:
    """The names of the measures in the order of the results; empty for rivals."""
    words = analysis.get(match.game)
    analyst = game_of(match).analysis
    return [words.measure(each.name) for each in analyst.measures] if results.account is not None and analyst else []


def difference_in_words(deed: str, cost: str, saved: str, less: float) -> str:
    """A sentence on the effect of a choice on the project: its known costs and savings in the measures, and the points
    `less` of the result (more, below 0).
    """
    told = {"deed": deed, "points": _points(abs(less)), "effects": _effects(cost, saved)}
    if less > 0:
        if cost:
            text = _("%(deed)s %(effects)s on average: the project's result fell by %(points)s.")
        else:
            text = _("%(deed)s lowered the project's result by %(points)s on average.")
    elif saved:
        text = _("%(deed)s %(effects)s on average: the project's result rose by %(points)s.")
    else:
        text = _("%(deed)s raised the project's result by %(points)s on average.")
    return text % told


def _points(value: float) -> str:
    return ngettext("%(number)s\xa0point", "%(number)s\xa0points", counted(value)) % {"number": decimal(value)}


def _effects(cost: str, saved: str) -> str:
    told = {"cost": cost, "saved": saved}
    if cost and saved:
        return _("saved %(saved)s and cost %(cost)s") % told
    return (_("cost %(cost)s") if cost else _("saved %(saved)s")) % told


def size_word(verdict: str, *, rivals: bool) -> str:
    """The verdict on a decision in a word or two."""
    return {
        "small": _("small mistake"),
        "clear": _("clear mistake"),
        "grave": _("grave mistake"),
        "good": _("well chosen"),
    }.get(verdict) or (_("inconclusive") if rivals else _("nearly the best"))


def rounded(percent: float) -> int:
    """A percentage as a whole number, half upwards."""
    return int(percent + 0.5)


def points(number: int) -> str:
    """A score with a real minus sign."""
    return str(number).replace("-", "\u2212")
