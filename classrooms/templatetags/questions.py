"""What the home page and the table show of quizzes, surveys and forecasts, and parts of their own pages."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.selectors.waiting import Waiting, waiting_at, waiting_for
from games.models import Match

register = template.Library()


@register.simple_tag(takes_context=True)
def questions_for_me(context: template.Context) -> list[Waiting]:
    """Everything that waits for the reader's answer."""
    return waiting_for(context["request"].user)


@register.simple_tag(takes_context=True)
def questions_at_table(context: template.Context, match: Match) -> list[dict[str, str]]:
    """What waits for the reader's answer in the session of a match, in a word or two for each page."""
    waiting = waiting_at(match, context["request"].user)
    found = []
    for what in ("quiz", "survey", "forecast"):
        here = [one for one in waiting if one.what == what]
        if here:
            found.append({"url": here[0].url, "words": _few_words(what, sum(one.count for one in here))})
    return found


def _few_words(what: str, count: int) -> str:
    if what == "quiz":
        return ngettext("%(n)d question", "%(n)d questions", count) % {"n": count}
    return _("a survey") if what == "survey" else _("your forecast")


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
    """How far a forecast was off, in words."""
    if value is None:
        return ""
    return _high_or_low(value, str(abs(value))) if value else _("exact")


@register.filter
def bias_words(value: float) -> str:
    """How far forecasts were off on the mean, in words."""
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
def lookup(mapping: Any, key: Any) -> Any:
    """A value by a key that is only known in the template; None where there is none."""
    return mapping.get(key) if mapping else None
