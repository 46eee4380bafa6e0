"""What a browser needs to show a choice before it is made; the same numbers are on the page without a script."""

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domego.rules.scoring import points_of
from games.domego.rules.sheet import Goals
from games.domego.rules.types import Firm
from games.domego.rules.view import View


def points_with(view: View, seat: int, firm: Firm, cost: int) -> int:
    """What the seat would score if the match ended with this purse and this cost."""
    return points_of(view.sheet, seat, firm, Goals(view.delay, cost, view.failures)).total


def points_data(view: View, seat: int) -> str:
    """How points are counted, for `points()` in preview.js."""
    sheet, firm = view.sheet, view.firms[seat]
    objectives = [
        {"metric": each.metric, "points": each.points, "perUnit": each.per_unit, "baseline": each.baseline}
        for each in sheet.roles[seat].objectives
    ]
    tokens = sheet.bankruptcy_points * firm.bankruptcies + sheet.failed_points * firm.failed
    data: dict[str, Any] = {
        "objectives": objectives,
        "goals": {"delay": sheet.goals.delay, "cost": sheet.goals.cost, "failures": sheet.goals.failures},
        "delay": view.delay,
        "failures": view.failures,
        "tokens": tokens,
    }
    return json.dumps(data)


def words_data() -> str:
    """Sentences with `%(number)d` in them, by name: one text, or the singular and the plural."""
    words: dict[str, Any] = {
        "k": _("%(number)sk"),
        "cubes": [ngettext("%(number)d cube", "%(number)d cubes", n) for n in (1, 2)],
        "cards": [ngettext("%(number)d card", "%(number)d cards", n) for n in (1, 2)],
        "days": [ngettext("%(number)d day", "%(number)d days", n) for n in (1, 2)],
        "and": _("%(first)s and %(last)s"),
        "fewer": _("%(what)s fewer"),
        "none": _("no reduction"),
        "place": _("Place %(cubes)s"),
        "pay": _("%(action)s, pay %(money)s"),
        "buy": _("Buy %(cubes)s"),
        "short": _("Buy %(cubes)s more"),
        "sum": _("%(cubes)s, %(money)s"),
        "left": _("%(money)s left"),
        "required": _("%(number)d required"),
        "risk": _("%(number)d risk"),
        "delay": _("%(number)d delay"),
    }
    return json.dumps(words)
