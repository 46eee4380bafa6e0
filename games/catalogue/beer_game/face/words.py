"""Events in sentences, refusals and results. The page shows the stage as a badge before the sentence."""

from typing import Any, Final

from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.beer_game import names
from games.catalogue.beer_game.face import aims
from games.catalogue.beer_game.facts import EventFacts
from games.catalogue.beer_game.names import bold
from games.catalogue.beer_game.rules.chains import seats_of
from games.catalogue.beer_game.rules.scenario import Scenario
from games.catalogue.beer_game.rules.types import (
    Begun,
    CostChanged,
    Demanded,
    Ended,
    FacilitatorEvent,
    Ordered,
    Struck,
    Surged,
    Week,
)
from games.catalogue.beer_game.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, TargetLine, Words, WordsPart
from games.ui.refusals import Refusal, Refusals
from games.ui.sentences import phrase, sentences
from games.ui.text_lines import colon


def begun(scenario: Scenario, event: Begun) -> Words:
    text = ngettext(
        "Begins: %(weeks)s weeks, %(stock)s pallet in every store, %(flow)s on each step of the way.",
        "Begins: %(weeks)s weeks, %(stock)s pallets in every store, %(flow)s on each step of the way.",
        event.stock,
    )
    return Words(phrase(text, weeks=bold(event.weeks), stock=event.stock, flow=event.flow), "flag")


def demanded(scenario: Scenario, event: Demanded) -> Words:
    text = ngettext(
        "The building sites ask for %(amount)s pallet.", "The building sites ask for %(amount)s pallets.", event.amount
    )
    return Words(phrase(text, amount=bold(event.amount)))


def week(scenario: Scenario, event: Week) -> Words:
    text = _("Came in: %(received)s. Asked by the customer: %(incoming)s. Left: %(shipped)s. In stock: %(stock)s.")
    numbers = {name: bold(getattr(event, name)) for name in ("received", "incoming", "shipped", "stock")}
    owed = phrase(_("Owed to the customer: %(backlog)s."), backlog=bold(event.backlog)) if event.backlog else ""
    cost = phrase(_("Cost of the week: %(cost)s."), cost=event.cost)
    return Words(sentences(phrase(text, **numbers), owed, cost), "", f"points-{event.seat}")


def ordered(scenario: Scenario, event: Ordered) -> Words:
    text = ngettext("Orders %(amount)s pallet.", "Orders %(amount)s pallets.", event.amount)
    return Words(phrase(text, amount=bold(event.amount)), "check")


def ended(scenario: Scenario, event: Ended) -> Words:
    sums = [_chain_cost(scenario, chain, event.costs) for chain in range(len(scenario.chains))]
    return Words(sentences(_("The last week is over."), *sums), "flag")


def _chain_cost(scenario: Scenario, chain: int, costs: tuple[int, ...]) -> str:
    cost = bold(sum(costs[seat] for seat in seats_of(scenario.chains, chain)))
    if len(scenario.chains) == 1:
        return phrase(_("Cost of the chain: %(cost)s."), cost=cost)
    return phrase(_("Cost of chain %(number)s: %(cost)s."), number=chain + 1, cost=cost)


def brought(scenario: Scenario, event: FacilitatorEvent) -> Words:
    text = names.event_text(scenario.chains, EventFacts.of(event).brought)
    return Words(escape(text), "flag", f"points-{event.seat}" if isinstance(event, CostChanged) else "")


def words_of(scenario: Scenario, event: Any) -> Words | None:
    """An event in a sentence."""
    match event:
        case Begun():
            return begun(scenario, event)
        case Demanded():
            return demanded(scenario, event)
        case Week():
            return week(scenario, event)
        case Ordered():
            return ordered(scenario, event)
        case Ended():
            return ended(scenario, event)
        case Surged() | Struck() | CostChanged():
            return brought(scenario, event)
    return None


REFUSALS: Final = Refusals(
    {
        "order_too_large": Refusal(
            gettext_lazy("%(amount)s pallets are more than the %(most)s that may be ordered in a week."), "order"
        )
    }
)


def _score(scenario: Scenario, result: Result) -> str:
    if len(scenario.chains) == 1:
        return _("Cost of the chain: %(cost)d") % {"cost": sum(result.scores)}
    costs = [sum(result.scores[seat] for seat in seats_of(scenario.chains, chain)) for chain in (0, 1)]
    return _("Cost of the chains: %(first)d and %(second)d") % {"first": costs[0], "second": costs[1]}


def _targets(scenario: Scenario, result: Result) -> tuple[TargetLine, ...]:
    """Lines for the targets: costs should be below theirs, service above."""
    return tuple(
        TargetLine(
            _label(scenario, each.name),
            each.value,
            each.target,
            each.met,
            each.missed_by,
        )
        for each in result.targets
    )


def _label(scenario: Scenario, name: str) -> str:
    kind, _dash, number = name.partition("-")
    label = _("Cost of the chain") if kind == "cost" else _("Delivered to the sites at once, in %")
    return label if len(scenario.chains) == 1 else f"{names.chain_name(int(number) - 1)}{colon()}{label}"


def _heading(scenario: Scenario, view: View) -> Heading:
    title = _week_of(view.week, view.terms.weeks)
    if view.over:
        return Heading(_("The last week is over"), title, view.week, view.terms.weeks)
    owed = len(view.done) - sum(view.done)
    return Heading(title, _("orders still to come: %(number)d") % {"number": owed}, view.week, view.terms.weeks)


def _week_of(week: int, weeks: int) -> str:
    """The current week of the match, in words."""
    return _("Week %(week)d of %(weeks)d") % {"week": week, "weeks": weeks}


def _turn(scenario: Scenario, turn: int) -> str:
    return _("Week %(week)d") % {"week": turn}


def _until(scenario: Scenario, turn: int) -> str:
    return _("to week %(week)d") % {"week": turn}


def _decision(scenario: Scenario, decision: Any) -> str:
    return _("Order for week %(week)s of %(weeks)s") % _numbers(decision)


def _where(scenario: Scenario, decision: Any) -> str:
    return _("week %(week)s of %(weeks)s") % _numbers(decision)


def _numbers(decision: Any) -> dict[str, Any]:
    return {"week": decision.params["week"], "weeks": decision.params["weeks"]}


WORDS: Final = WordsPart(
    roles=names.role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=_until,
    decision=_decision,
    where=_where,
    refusals=REFUSALS,
    event=words_of,
    score=_score,
    score_title=gettext_lazy("Cost"),
    targets=_targets,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
