"""The three counters compared with their targets, with the values that are still possible at the end."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.forecast import Range, forecast
from games.catalogue.domego.rules.sheet import Objective, Sheet
from games.catalogue.domego.rules.view import View
from games.ui.expected import Figure


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
    """The name of the counted quantity, for wide screens."""
    value: int
    target: int
    range: Range
    over: bool
    """True when the match is over, so no other value is possible."""
    gauge: Gauge

    @property
    def missed_by(self) -> int:
        return max(0, self.value - self.target)


def counters(view: View) -> tuple[Counter, ...]:
    """The counters of delay, cost and failures."""
    ends, goals = forecast(view), view.sheet.goals
    over = view.phase == "over"
    return (
        _counter("delay", _("Duration"), pgettext("unit", "days"), view.delay, goals.delay, ends.delay, over),
        _counter("cost", _("Cost"), _("placed, or paid for risk cards"), view.cost, goals.cost, ends.cost, over),
        _counter(
            "failures", _("Failures"), pgettext("unit", "cards"), view.failures, goals.failures, ends.failures, over
        ),
    )


def expected_figures(view: View, seat: int | None) -> tuple[Figure, ...]:
    """The expected end of the three counters, and of the points of the seat."""
    figures = tuple(
        Figure(
            each.key,
            each.title,
            each.more if each.key != "cost" else "",
            target=each.target,
            low_is_good=True,
            so_far=each.value,
            least=each.range.least,
            most=each.range.most,
            why=each.key,
        )
        for each in counters(view)
    )
    return figures if seat is None else (*figures, Figure("points", _("Your points"), note=_points_note(view, seat)))


def _points_note(view: View, seat: int) -> str:
    """The counters that give the role its points, in a few words."""
    return ", ".join(_worth(view.sheet, each) for each in view.sheet.roles[seat].objectives)


def _worth(sheet: Sheet, objective: Objective) -> str:
    """A text such as `1 per day under target`."""
    words = {"points": objective.points, "base": k(objective.baseline)}
    if objective.metric == "profit":
        text = _("%(points)d per k above %(base)s")
    else:
        text = {
            ("delay", True): _("%(points)d per day under target"),
            ("cost", True): _("%(points)d per cube under target"),
            ("failures", True): _("%(points)d per card under target"),
            ("delay_and_cost", True): _("%(points)d per unit that duration and cost are both under target"),
            ("delay", False): _("%(points)d for duration on target"),
            ("cost", False): _("%(points)d for cost on target"),
            ("failures", False): _("%(points)d for failures on target"),
            ("delay_and_cost", False): _("%(points)d for duration and cost on target"),
        }[objective.metric, objective.per_unit]
    return text % words


@dataclass(frozen=True)
class Fact:
    """A number that helps to decide, with the words before and after it."""

    before: str
    number: str
    after: str


def facts(view: View, seat: int | None) -> tuple[Fact, ...]:
    """The base days and card slots still to come, and the points of the seat for one failure fewer."""
    if view.phase == "over":
        return ()
    rest = view.sheet.activities[view.turn - 1 :]
    days, slots = sum(activity.days for activity in rest), sum(activity.slots for activity in rest)
    slots += sum(view.added[view.turn - 1 :])
    found = [
        Fact("", str(days), ngettext("base day to come", "base days to come", days)),
        Fact("", str(slots), ngettext("card slot left", "card slots left", slots)),
    ]
    return tuple(found) if seat is None else (*found, _failure_worth(view.sheet, seat))


def _failure_worth(sheet: Sheet, seat: int) -> Fact:
    """The points that the role gets for one failure fewer."""
    for objective in sheet.roles[seat].objectives:
        if objective.metric == "failures":
            points = ngettext("%(number)d point", "%(number)d points", objective.points) % {"number": objective.points}
            after = _("to you") if objective.per_unit else _("to you at %(goal)d or fewer")
            before = _("one failure fewer is") if objective.per_unit else _("failures are worth")
            return Fact(before, points, after % {"goal": sheet.goals.failures})
    return Fact(_("failures give you"), _("no points"), "")


def _counter(*given: Any) -> Counter:
    key, title, more, value, target, ends, over = given
    return Counter(key, title, more, value, target, ends, over, _gauge(value, target, ends, over))


def _gauge(value: int, target: int, ends: Range, over: bool) -> Gauge:
    """A gauge. Its width is a seventh to a half more than the target, or up to the highest value still possible."""
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
