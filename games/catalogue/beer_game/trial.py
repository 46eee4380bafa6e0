"""The beer game's part in trials: its length, its curve of costs, and lints on supply and stock."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.beer_game.rules.accounts import COST
from games.catalogue.beer_game.rules.scenario import Scenario
from games.catalogue.beer_game.rules.types import Ordered, Week
from games.engine.trial.remarks import Finding, remark, share_of
from games.engine.trial.rules import Happened, Note, Notes, TrialRules, heading, trouble, usual_seconds
from games.engine.trial.tally import Trial

ORDERING: Final = 120
"""Seconds of a week. With it the classic scenario lasts less than the 60 minutes of the lesson plan, and the short one
a little more than its 20.
"""

CERTAIN: Final = 40
"""The weight of a target that every bot meets: even the weak ones are steadier than people."""


def notes(scenario: Scenario) -> Notes:
    """Note each week at whose end a stage owes pallets, and each order of the greatest size."""

    def found(events: Sequence[Any]) -> Iterator[Note]:
        for event in events:
            if isinstance(event, Week) and event.backlog and event.seat is not None:
                yield Happened("short", event.seat)
            elif isinstance(event, Ordered) and event.amount >= scenario.most_order and event.seat is not None:
                yield Happened("limited", event.seat)

    return found


def lints(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """Findings that a player cannot help."""
    weeks = range(1, scenario.weeks + 1)
    demand = sum(scenario.demand.usual(week) for week in weeks) / scenario.weeks
    if demand == 0 and not scenario.demand.spread:
        yield remark("demand_none", "The sites order nothing in any week.", 90, "demand.pattern")
    if scenario.capacity is not None and scenario.capacity < demand:
        yield remark(
            "capacity_short",
            "A factory starts at most %(capacity)s pallets a week; the sites order %(demand)s on average.",
            80,
            "capacity",
            capacity=scenario.capacity,
            demand=round(demand),
        )
    if _is_flat(scenario):
        yield remark(
            "demand_flat",
            "The sites order %(flow)s pallets each week, as before the first one, so there is nothing to learn.",
            60,
            "demand.pattern",
            flow=scenario.flow,
        )
    if not scenario.stock_cost and not scenario.backlog_cost:
        yield remark("costs_none", "Neither stock nor backlog costs anything.", 90, "stock_cost")
    never = [seat for seat in range(len(trial.experts.seats)) if trial.experts.with_event("short", seat) == 0]
    if trial.experts.games and len(never) == len(trial.experts.seats):
        share = share_of(trial.experts.games, trial.experts.games)
        if share.low > 0.9:
            yield remark("never_short", "No stage of good players ever owes a pallet.", 30, "stock")


def _is_flat(scenario: Scenario) -> bool:
    """Does nothing ever change?"""
    steady = set(scenario.demand.pattern) == {scenario.flow} and not scenario.demand.spread
    return steady and scenario.stock >= scenario.flow


TRIAL: Final = TrialRules(
    seconds=usual_seconds({"order": ORDERING}),
    notes=notes,
    troubles=(
        trouble(
            "limited",
            "Greatest order needed",
            "%(role)s: the greatest order is needed in %(share)s %% of good players' games.",
            20,
            60,
        ),
    ),
    counted=("short",),
    usual="naive",
    account=COST,
    account_title=heading("Cost by week"),
    rising=lambda name: name.startswith("service"),
    certain=CERTAIN,
    unlike=True,
    target_place=lambda name: "par_service" if name.startswith("service") else "par_cost",
    length="weeks",
    lints=lints,
)
