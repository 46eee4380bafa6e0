"""Numbers and bars on pages of quizzes, surveys and forecasts."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.ui.sentences import listed

register = template.Library()


@register.filter
def one_decimal(value: float) -> str:
    """2.3, in the reader's notation."""
    return number_format(value, 1)


@register.filter
def percent(value: int) -> str:
    """50 %."""
    return _("%(n)s\xa0%%") % {"n": value}


@register.filter
def off_words(value: int | None) -> str:
    """The error of a forecast in words."""
    if value is None:
        return ""
    return _high_or_low(value, str(abs(value))) if value else _("exact")


@register.filter
def bias_words(value: float) -> str:
    """The mean error of forecasts in words."""
    return _high_or_low(value, number_format(abs(value), 1)) if round(value, 1) else _("balanced")


def _high_or_low(value: float, number: str) -> str:
    return (_("%(n)s too high") if value > 0 else _("%(n)s too low")) % {"n": number}


@register.filter
def bar(value: int, most: int) -> int:
    """Length of a bar, 0 to 100."""
    return round(100 * value / most) if most else 0


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """The value at a place of a list."""
    return values[index]


@register.filter
def beside(values: Sequence[str], index: int) -> str:
    """The text at an index of a list that may be shorter; "" beyond its end."""
    return values[index] if index < len(values) else ""


@register.filter
def lookup(mapping: Any, key: Any) -> Any:
    """A value by a key that is only known in the template; None for a missing key."""
    return mapping.get(key) if mapping else None


@register.filter
def bar_at(result: Any, place: int) -> Any:
    """The answer of a poll at an index."""
    return result.bars[place]


@register.filter
def odds_words(result: Any) -> str:
    """The odds of a prediction: `late 2 of 6, no change 4 of 6`."""
    whole = sum(result.poll.odds)
    text = _("%(answer)s %(weight)d of %(whole)d")
    told = zip(result.poll.answers, result.poll.odds, strict=True)
    return listed(text % {"answer": answer, "weight": weight, "whole": whole} for answer, weight in told)
