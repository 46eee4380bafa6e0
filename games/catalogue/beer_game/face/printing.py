"""Printed sheets for a game without screens, from the shipped classic scenario and the rules."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.catalogue.beer_game import names
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.faces import PrintingPart
from games.ui.printing import BOARD, BRIEFINGS, WHY, Aid, Cut, PrintSheet, PrintTable, rules_of

SCENARIO: Final = "classic"
CHAPTERS: Final = ("week", "delays", "cost", "end")
"""The headings of the rules that a briefing contains."""
Shown = dict[str, Any]


def _briefings(scenario: Scenario) -> Shown:
    texts, language = rules_of(GAME.key, *CHAPTERS)
    stages = enumerate(names.role_names(scenario))
    return {
        "aids": [Aid(title=role.name, lines=_lines(scenario, seat), texts=texts, language=language)
                 for seat, role in stages]
    }  # fmt: skip


def _lines(scenario: Scenario, seat: int) -> tuple[str, ...]:
    """A stage's customer and supplier, and its stock at the start."""
    given = {"stock": scenario.stock, "flow": scenario.flow, "kept": scenario.stock_cost, "owed": scenario.backlog_cost}
    return (
        _("Customer: %(name)s") % {"name": names.below_name(scenario.chains, seat)},
        _("Orders go to: %(name)s") % {"name": names.above_name(scenario.chains, seat)},
        _("In stock at the start: %(stock)d. On each step of the way: %(flow)d.") % given,
        _("Costs a week: %(kept)d for a pallet in stock, %(owed)d for one owed.") % given,
    )


def _chain(scenario: Scenario) -> Shown:
    return {
        "stages": names.role_names(scenario),
        "stock": scenario.stock,
        "flow": scenario.flow,
        "mail": range(scenario.order_delay),
        "transit": range(scenario.shipping_delay),
    }


def _slips(scenario: Scenario) -> Shown:
    """The order slips of each stage, one for each week."""
    seats = [
        (role.name, capfirst(names.above_name(scenario.chains, seat)))
        for seat, role in enumerate(names.role_names(scenario))
    ]
    cards = [
        Cut(_week(week), title=f"{name} → {above}", text=_("Pallets: %(room)s") % {"room": "\u2026" * 3})
        for name, above in seats
        for week in range(1, scenario.weeks + 1)
    ]
    return {"cards": cards, "size": "mini"}


def _week(week: int) -> str:
    return _("Week %(week)d") % {"week": week}


def _demand(scenario: Scenario) -> Shown:
    weeks = range(1, scenario.weeks + 1)
    text = _("Building sites")
    cards = [Cut(_week(week), title=str(scenario.demand.usual(week)), text=text) for week in weeks]
    return {"cards": cards, "size": "mini"}


def _record(scenario: Scenario) -> Shown:
    columns = (
        _("Week"),
        _("Came in"),
        _("Demand"),
        pgettext("shipped", "Left"),
        _("Stock"),
        _("Owed"),
        _("Ordered"),
        _("Cost"),
    )
    weeks = tuple((week,) for week in range(1, scenario.weeks + 1))
    return {"tables": [PrintTable(_("Record sheet"), columns, weeks, WHY)]}


PRINTING: Final = PrintingPart(
    scenario=SCENARIO,
    sheets={
        "briefings": PrintSheet(BRIEFINGS, "games/print/aid.html", _briefings),
        "chain": PrintSheet(BOARD, "beer_game/print/chain.html", _chain, "A3"),
        "slips": PrintSheet(gettext_lazy("Orders to cut out"), "games/print/cards.html", _slips),
        "demand": PrintSheet(gettext_lazy("Demand to cut out, for the instructor"), "games/print/cards.html", _demand),
        "record": PrintSheet(gettext_lazy("Record sheet"), "games/print/log.html", _record),
    },
)
