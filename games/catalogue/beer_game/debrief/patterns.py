"""The patterns of a match of the beer game, for discussion."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.beer_game import names
from games.catalogue.beer_game.debrief.charts import stages_of
from games.catalogue.beer_game.debrief.tables import most_swing
from games.catalogue.beer_game.facts import Facts, StageFacts, spread
from games.catalogue.beer_game.rules.chains import retailers
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.patterns import TRANSFER, Collection, Hit, Trace

PATTERNS: Final = Collection()
SWUNG: Final = 200
"""The percentage of the demand's variance from which orders count as swinging."""
CALM: Final = 130
PEAK: Final = 3
"""The factor of the largest demand from which an order is reported."""


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log."""

    scenario: Scenario
    facts: Facts
    trace: Trace

    def name(self, stage: StageFacts) -> str:
        """A stage's name."""
        return names.role_name(self.facts.chains, stage.seat).name

    def largest(self, stage: StageFacts) -> tuple[int, ...]:
        """The index of a stage's largest order in the log."""
        return self.trace.find("ordered", seat=stage.seat, amount=max(stage.orders))[:1]

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event in the log."""
        return self.trace.find("ended")


@PATTERNS.add("bullwhip", "process")
def bullwhip(play: Play) -> Hit | None:
    """Orders varied much more than the demand."""
    stage = most_swing(play.facts)
    if stage.swing is None or stage.swing < SWUNG:
        return None
    fact = _("The variance of one stage's orders, %(stage)s, was %(times)d times that of the sites' demand.")
    ask = _("Where did the swing of the orders come from?")
    words = {"stage": play.name(stage), "times": stage.swing // 100}
    weight = min(95, 60 + stage.swing // 200)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.largest(stage), seats=(stage.seat,))


@PATTERNS.add("peak_order", "risk")
def peak_order(play: Play) -> Hit | None:
    """A single order was far above the largest demand of the sites."""
    found = [stage for stage in play.facts.stages if stage.orders]
    highest = max(play.facts.demand, default=0)
    if not found or not highest:
        return None
    stage = max(found, key=lambda each: max(each.orders))
    most = max(stage.orders)
    if most < PEAK * highest:
        return None
    week = stage.orders.index(most) + 1
    fact = _("%(stage)s ordered %(most)d pallets in week %(week)d; the sites never asked for more than %(highest)d.")
    ask = _("How many pallets were already on their way when this order left?")
    words = {"stage": play.name(stage), "most": most, "week": week, "highest": highest}
    weight = min(85, 50 + 3 * most // highest)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.largest(stage), seats=(stage.seat,))


@PATTERNS.add("sites_waited", "result")
def sites_waited(play: Play) -> Hit | None:
    """The sites did not get enough of their orders at once."""
    stages = [play.facts.stages[seat] for seat in retailers(play.facts.chains)]
    stage = min(stages, key=lambda each: each.service)
    if stage.service >= play.scenario.par_service:
        return None
    fact = _("The sites got %(service)d %% of what they asked for at once; %(target)d %% was the target.")
    if len(play.facts.chains) > 1:
        fact = _(
            "The sites of chain %(chain)d got %(service)d %% of what they asked for at once; "
            "%(target)d %% was the target."
        )
    ask = _("Which stage ran dry first?")
    words = {"service": stage.service, "target": play.scenario.par_service, "chain": stage.chain + 1}
    worst = stage.backlog.index(max(stage.backlog)) + 1
    events = play.trace.find("week", seat=stage.seat, turn=worst)
    weight = min(80, 40 + play.scenario.par_service - stage.service)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(stage.seat,))


@PATTERNS.add("dear_stage", "cost")
def dear_stage(play: Play) -> Hit | None:
    """One stage caused a large part of its chain's cost. Costs by hand are nobody's doing, and are left out."""
    if not play.facts.ended:
        return None
    stage = max(play.facts.stages, key=lambda each: sum(each.costs))
    cost, stages = sum(stage.costs), play.facts.chains[stage.chain]
    whole = sum(sum(each.costs) for each in stages_of(play.facts, stage.chain))
    if not whole or 2 * cost * stages < 3 * whole:
        return None
    fact = _("%(stage)s paid %(cost)d of the %(whole)d that the chain cost.")
    if play.facts.by_hand_in(stage.chain):
        fact = _("%(stage)s paid %(cost)d of the %(whole)d that the chain cost without changes by hand.")
    ask = _("Who caused this high cost: the stage or its neighbours?")
    words = {"stage": play.name(stage), "cost": cost, "whole": whole}
    weight = min(70, 30 + 100 * cost // whole // 2)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.end, seats=(stage.seat,))


@PATTERNS.add("full_stores", "money")
def full_stores(play: Play) -> Hit | None:
    """At the end a stage had far too much stock."""
    if not play.facts.ended:
        return None
    stage = max(play.facts.stages, key=lambda each: each.stock[-1])
    left = stage.stock[-1]
    if left <= 2 * play.scenario.stock:
        return None
    fact = _("At the end %(left)d pallets lay with one stage, %(stage)s; it had begun with %(start)d.")
    ask = _("Which order filled this store?")
    words = {"stage": play.name(stage), "left": left, "start": play.scenario.stock}
    events = play.trace.find("week", seat=stage.seat, turn=play.facts.done)
    return Hit(weight=min(65, 35 + left // 10), fact=fact % words, ask=ask, events=events, seats=(stage.seat,))


@PATTERNS.add("calm_chain", "cooperation")
def calm_chain(play: Play) -> Hit | None:
    """No stage's orders varied much more than the demand, and the sites got their orders."""
    swings = [stage.swing for stage in play.facts.stages]
    if not play.facts.ended or any(swing is None or swing > CALM for swing in swings) or sites_waited(play):
        return None
    fact = _("No stage's orders varied by more than %(swing)d %% of the variance of the sites' demand.")
    ask = _("What did you do, or leave alone, that kept the chain calm?")
    done = play.facts.demand[: play.facts.done]
    highest = max(-(-100 * spread(stage.orders) // spread(done)) for stage in play.facts.stages)
    return Hit(weight=55, fact=fact % {"swing": highest}, ask=ask, events=play.end)


@PATTERNS.add("own_chain", TRANSFER)
def own_chain(play: Play) -> Hit | None:
    """Always shown after the end: the delivery time, compared with real projects."""
    if not play.facts.ended:
        return None
    mail = play.trace.options.get("order_delay") or play.scenario.order_delay
    fact = _("An order to another stage came in %(weeks)d weeks later at the earliest.")
    ask = _("Where on your projects does an order take so long that you order twice?")
    words = {"weeks": mail + play.scenario.shipping_delay}
    return Hit(weight=30, fact=fact % words, ask=ask, events=play.end)
