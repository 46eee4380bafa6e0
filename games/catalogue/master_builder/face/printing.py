"""Printed sheets for a game without screens, from the shipped classic scenario and the rules."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.master_builder import cards, names, town
from games.catalogue.master_builder.face import board
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.moves import LoanType
from games.catalogue.master_builder.rules.scenario import SKILLS, Contract, EconomyCard, Scenario, Skill, Worker
from games.catalogue.master_builder.rules.types import LOAN_TYPES
from games.ui.faces import PrintingPart
from games.ui.printing import AID, WHY, Aid, Cut, PrintSheet, PrintTable, drawn, rules_of

SCENARIO: Final = "classic"
RULES: Final = ("hire", "contracts", "auction", "first-round", "events", "build", "wages", "loans", "scoring")
"""The headings of the rules that are printed on the player aid."""
Shown = dict[str, Any]


def _aid(scenario: Scenario) -> Shown:
    texts, language = rules_of(GAME.key, *RULES)
    columns = (_("Skill"), _("Workers"), _("Wage"))
    trades = PrintTable(_("Workers to hire"), columns, tuple(_trade(scenario, skill) for skill in SKILLS[::-1]))
    return {"aids": [Aid(tables=(trades,), texts=texts, language=language)]}


def _trade(scenario: Scenario, skill: Skill) -> tuple[Any, ...]:
    wages = [each.wage for each in scenario.workers if each.skill == skill]
    return drawn("master_builder/print/trade.html", it=_mark(skill)), len(wages), f"{min(wages)}–{names.k(max(wages))}"


def _mark(skill: Skill) -> Shown:
    return {"css": skill.lower(), "letter": names.letter(skill), "name": names.skills(skill)}


def _workers(scenario: Scenario) -> Shown:
    return {"cards": [_worker(each) for each in scenario.workers], "size": "small"}


def _worker(worker: Worker) -> Cut:
    wage = _("wage %(wage)s") % {"wage": names.k(worker.wage)}
    mark = {**_mark(worker.skill), "name": names.skill(worker.skill)}
    return Cut(
        fragment="master_builder/print/trade.html", picture=mark, title=worker.name, text=wage,
        lines=(names.quirks(worker.quirks),),
    )  # fmt: skip


def _contracts(scenario: Scenario) -> Shown:
    return {"cards": [_contract(scenario, each) for each in scenario.contracts], "size": "list"}


def _contract(scenario: Scenario, contract: Contract) -> Cut:
    plot = _plot(scenario, contract)
    return Cut(
        label=plot["number"], fragment="master_builder/print/building.html", picture=plot["picture"],
        title=plot["name"], text=plot["money"], lines=plot["sections"],
    )  # fmt: skip


def _plot(scenario: Scenario, contract: Contract) -> Shown:
    """A contract with all texts of its card: `☐ side wall 1 (T + A)` for each section."""
    whole = (1 << len(contract.sections)) - 1
    money = {"payment": names.k(contract.payment), "bid": names.k(contract.min_bid)}
    return {
        "number": contract.number,
        "name": cards.contract(scenario, contract.number),
        "picture": town.picture(contract, whole),
        "money": _("pays %(payment)s, minimum bid %(bid)s") % money,
        "sections": tuple(f"☐ {cards.section(contract, each)} ({cards.needs(each)})" for each in contract.sections),
    }


def _drawn_cards(scenario: Scenario) -> Shown:
    events = [
        Cut(_("Event"), title=cards.event(scenario, each.id), text=cards.event_text(each)) for each in scenario.events
    ]
    return {"cards": [*events, *(_economy(scenario, each) for each in scenario.economy)]}


def _economy(scenario: Scenario, card: EconomyCard) -> Cut:
    text = _("%(players)d players: %(number)d")
    lines = tuple(text % {"players": 2 + at, "number": number} for at, number in enumerate(card.reveal))
    return Cut(_("Economy"), title=cards.economy(scenario, card.id), text=_("New contracts"), lines=lines)


def _loans(scenario: Scenario) -> Shown:
    return {"cards": [card for loan in LOAN_TYPES for card in _notes(scenario, loan)], "size": "small"}


def _notes(scenario: Scenario, loan: LoanType) -> list[Cut]:
    """The IOUs, as many as the bank has."""
    kind = scenario.loans.small if loan == "small" else scenario.loans.large
    lines = (
        _("to give back: %(amount)s") % {"amount": names.k(kind.early)},
        _("once the contract deck is empty: %(amount)s") % {"amount": names.k(kind.late)},
    )
    return [Cut(capfirst(names.loan(loan)), title=names.k(kind.cash), lines=lines)] * kind.supply


def _town(scenario: Scenario) -> Shown:
    return {
        "rounds": range(1, scenario.rounds + 1),
        "phases": board.phases().values(),
        "stacks": [_mark(skill) for skill in SKILLS[::-1]],
        "plots": [_plot(scenario, contract) for contract in scenario.contracts],
    }


def _log(scenario: Scenario) -> Shown:
    rounds = tuple((number,) for number in range(1, scenario.rounds + 1))
    columns = (_("Round"), _("Crew"), _("Contracts"), _("Sections"), _("Wages"), _("Loans"), _("Cash"))
    return {"tables": [PrintTable(_("Log of the rounds"), columns, rounds, WHY)]}


PRINTING: Final = PrintingPart(
    scenario=SCENARIO,
    sheets={
        "aid": PrintSheet(AID, "games/print/aid.html", _aid),
        "town": PrintSheet(gettext_lazy("The town"), "master_builder/print/town.html", _town, "A3"),
        "workers": PrintSheet(gettext_lazy("Workers to cut out"), "games/print/cards.html", _workers),
        "contracts": PrintSheet(gettext_lazy("Contracts to cut out"), "games/print/cards.html", _contracts),
        "events": PrintSheet(gettext_lazy("Events and economy to cut out"), "games/print/cards.html", _drawn_cards),
        "loans": PrintSheet(gettext_lazy("Loans to cut out"), "games/print/cards.html", _loans),
        "log": PrintSheet(gettext_lazy("Log of the rounds"), "games/print/log.html", _log),
    },
)
