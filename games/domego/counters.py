"""The three counters against their targets, with what the end can still be."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.domego.rules.forecast import Range, forecast
from games.domego.rules.view import View


@dataclass(frozen=True)
class Gauge:
    """Lengths in percent of the gauge's width: SVG attributes."""

    done: str
    range_from: str
    range_width: str
    over_from: str
    over_width: str
    target: str


@dataclass(frozen=True)
class Counter:
    key: str
    title: str
    more: str
    """What is counted, for wide screens."""
    value: int
    target: int
    range: Range
    over: bool
    """The match is over: nothing is still possible."""
    gauge: Gauge
    label: str

    @property
    def missed_by(self) -> int:
        return max(0, self.value - self.target)


def counters(view: View) -> tuple[Counter, ...]:
    """Delay, cost and failures."""
    ends, goals = forecast(view), view.sheet.goals
    over = view.phase == "over"
    return (
        _counter("delay", _("Delay"), pgettext("unit", "days"), view.delay, goals.delay, ends.delay, over),
        _counter("cost", _("Cost"), _("placed and paid to risks"), view.cost, goals.cost, ends.cost, over),
        _counter(
            "failures", _("Failures"), pgettext("unit", "cards"), view.failures, goals.failures, ends.failures, over
        ),
    )


def _counter(*given: Any) -> Counter:
    key, title, more, value, target, ends, over = given
    words: dict[str, Any] = {"title": title, "value": value, "target": target, "least": ends.least, "most": ends.most}
    label = _("%(title)s %(value)d. Target %(target)d.") % words
    if not over:
        label = _("%(title)s %(value)d so far. Target %(target)d. Still possible at the end: %(least)d to %(most)d.")
        label %= words
    return Counter(key, title, more, value, target, ends, over, _gauge(value, target, ends, over), label)


def _gauge(value: int, target: int, ends: Range, over: bool) -> Gauge:
    """The whole width is a seventh to a half more than the target, or up to what is still possible."""
    whole = max(target * 10 // 7, ends.most, value, 1)
    low, high = (value, value) if over else (ends.least, ends.most)
    within = max(0, min(high, target) - low)
    over_from = max(low, target)
    return Gauge(
        done=_percent(value, whole),
        range_from=_percent(low, whole),
        range_width=_percent(within, whole),
        over_from=_percent(over_from, whole),
        over_width=_percent(max(0, high - over_from), whole),
        target=_percent(target, whole),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%"
