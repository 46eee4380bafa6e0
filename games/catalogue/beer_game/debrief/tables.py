"""Headlines and tables: costs, service and variance by stage, targets, and the weeks of one seat."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.beer_game import names
from games.catalogue.beer_game.debrief.charts import stages_of
from games.catalogue.beer_game.facts import Facts, StageFacts
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.faces.facilitation import BROUGHT
from games.ui.text_lines import colon

Row = dict[str, Any]
NOTHING: Final = "\u2013"
MANY: Final = 1000
"""From this percentage on, the text gives a multiple instead."""


def chain_cost(facts: Facts, chain: int) -> int:
    """The total cost of a chain's stages."""
    return sum(stage.cost for stage in stages_of(facts, chain))


def headline(facts: Facts) -> str:
    if len(facts.chains) == 1:
        return _("The chain cost %(cost)d in %(weeks)d weeks") % {"cost": chain_cost(facts, 0), "weeks": facts.done}
    costs = {"first": chain_cost(facts, 0), "second": chain_cost(facts, 1), "weeks": facts.done}
    return _("The chains cost %(first)d and %(second)d in %(weeks)d weeks") % costs


def stopped(facts: Facts) -> str:
    return _("Stopped after week %(week)d of %(weeks)d") % {"week": facts.done, "weeks": facts.weeks}


def most_swing(facts: Facts) -> StageFacts:
    """The stage whose orders varied most."""
    return max(facts.stages, key=lambda stage: (stage.variance, -stage.seat))


def lead(facts: Facts) -> str:
    """The growth of the variance of demand in the chain, in a sentence."""
    stage = most_swing(facts)
    swing = stage.swing or 0
    words = {"stage": names.role_name(facts.chains, stage.seat).name, "swing": swing, "times": swing // 100}
    words |= {"low": min(facts.demand, default=0), "high": max(facts.demand, default=0)}
    if stage.swing is None:
        return _("The sites asked for %(low)d to %(high)d pallets a week.") % words
    if swing >= MANY:
        text = _(
            "The sites asked for %(low)d to %(high)d pallets a week. The variance of the orders grew to %(times)d "
            "times theirs, at the stage: %(stage)s."
        )
        return text % words
    return (
        _(
            "The sites asked for %(low)d to %(high)d pallets a week. The variance of the orders grew to %(swing)d %% "
            "of theirs, at the stage: %(stage)s."
        )
        % words
    )


def stage_rows(facts: Facts, people: Sequence[str]) -> list[Row]:
    """A row for each stage: its cost, stock and backlog, and the variance of its orders."""
    return [
        {
            "role": names.role_name(facts.chains, stage.seat),
            "played_by": people[stage.seat] if stage.seat < len(people) else "",
            "cost": stage.cost,
            "held": stage.held,
            "owed": stage.owed,
            "service": stage.service,
            "least": min(stage.orders, default=0),
            "most": max(stage.orders, default=0),
            "swing": NOTHING if stage.swing is None else stage.swing,
        }
        for stage in facts.stages
    ]


def target_rows(scenario: Scenario, facts: Facts) -> list[Row]:
    """The cost and service of each chain compared with the targets."""
    rows = []
    for chain, stages in enumerate(facts.chains):
        cost, par = chain_cost(facts, chain), scenario.par_cost * stages * facts.weeks
        served = stages_of(facts, chain)[0].service
        name = names.chain_name(chain) if len(facts.chains) > 1 else ""
        rows.append({"chain": name, "label": _("Cost of the chain"), "value": cost, "target": par, "met": cost <= par})
        label, met = _("Delivered to the sites at once, in %"), served >= scenario.par_service
        rows.append({"chain": name, "label": label, "value": served, "target": scenario.par_service, "met": met})
    return rows


def brought(facts: Facts, seat: int | None = None) -> Row | None:
    """The facilitator's events, or those that concern a seat. None if there are none."""
    found = [each for each in facts.brought if seat is None or each.seat in (None, seat)]
    lines = [
        f"{_('Week %(week)d') % {'week': each.week}}{colon()}{names.event_text(facts.chains, each.brought)}"
        for each in found
    ]
    return {"title": str(BROUGHT), "lines": lines} if lines else None


def seat_context(facts: Facts, seat: int) -> Row:
    """A stage's figures, its weeks, and the facilitator's events that concerned it."""
    stage = facts.stages[seat]
    figures = [
        {"label": _("Cost"), "value": stage.cost, "note": _("of the stage, all weeks")},
        {"label": _("Delivered at once"), "value": f"{stage.service} %", "note": _("of what was asked of you")},
        {
            "label": _("Swing of your orders"),
            "value": NOTHING if stage.swing is None else f"{stage.swing} %",
            "note": _("of the variance of the sites' demand"),
        },
    ]
    weeks = [
        {
            "week": week + 1,
            "received": stage.received[week],
            "incoming": stage.incoming[week],
            "shipped": stage.shipped[week],
            "stock": stage.stock[week],
            "backlog": stage.backlog[week],
            "ordered": stage.orders[week],
            "demand": facts.demand[week],
        }
        for week in range(facts.done)
    ]
    return {"figures": figures, "weeks": weeks, "brought": brought(facts, seat)}
