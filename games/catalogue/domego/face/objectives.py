"""Objectives in words, with the points that they would give now."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.forecast import points_now
from games.catalogue.domego.rules.sheet import Objective, Sheet
from games.catalogue.domego.rules.view import View


@dataclass(frozen=True)
class Line:
    """A line of the score. `why` is the sum behind the points, `about` a metric or the reason for a token."""

    name: str
    points: int
    why: str
    about: str = ""


def lines(view: View, seat: int) -> tuple[Line, ...]:
    """The objectives of a role in the order of its sheet, then the tokens."""
    sheet, firm, points = view.sheet, view.firms[seat], points_now(view, seat)
    found = [
        Line(objective_words(sheet, objective), won, _why(view, objective, firm.money), objective.metric)
        for objective, won in zip(sheet.roles[seat].objectives, points.objectives, strict=True)
    ]
    each = {"number": firm.bankruptcies, "points": sheet.bankruptcy_points}
    failed = {"number": firm.failed, "points": sheet.failed_points}
    why = _("%(number)d times %(points)d")
    found.append(
        Line(_("Bankruptcies: %(points)d less for each") % each, points.bankruptcies, why % each, "bankruptcies")
    )
    found.append(
        Line(_("Failed negotiations: %(points)d less for each") % failed, points.failed, why % failed, "failed")
    )
    return tuple(found)


def total(view: View, seat: int) -> int:
    return points_now(view, seat).total


def objective_words(sheet: Sheet, objective: Objective) -> str:
    """The condition for the points of an objective, in words."""
    goals, words = sheet.goals, {"points": objective.points}
    if objective.metric == "profit":
        return _("Profit: %(points)d per k above %(baseline)s") % {**words, "baseline": k(objective.baseline)}
    texts = {
        ("delay", True): (_("Duration: %(points)d per day under %(target)d"), goals.delay),
        ("delay", False): (_("Duration at most %(target)d days: %(points)d"), goals.delay),
        ("cost", True): (_("Cost: %(points)d per cube under %(target)d"), goals.cost),
        ("cost", False): (_("Cost at most %(target)d: %(points)d"), goals.cost),
        ("failures", True): (_("Failures: %(points)d per card under %(target)d"), goals.failures),
        ("failures", False): (_("Failures at most %(target)d: %(points)d"), goals.failures),
        ("delay_and_cost", False): (_("Duration and cost both on target: %(points)d"), 0),
        ("delay_and_cost", True): (_("Duration and cost both under target: %(points)d per unit"), 0),
    }
    text, target = texts[objective.metric, objective.per_unit]
    return text % {**words, "target": target}


def _why(view: View, objective: Objective, money: int) -> str:
    goals = view.sheet.goals
    if objective.metric == "profit":
        return _("%(money)s held, %(baseline)s to start from") % {"money": k(money), "baseline": k(objective.baseline)}
    if objective.metric == "delay_and_cost":
        reached = {"delay": view.delay, "days": goals.delay, "cost": view.cost, "target": goals.cost}
        return _("duration %(delay)d of %(days)d, cost %(cost)d of %(target)d so far") % reached
    value, target = {
        "delay": (view.delay, goals.delay),
        "cost": (view.cost, goals.cost),
        "failures": (view.failures, goals.failures),
    }[objective.metric]
    return _("%(value)d so far, target %(target)d") % {"value": value, "target": target}
