"""The explanation of a player's money or score: the payments that add up to it."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.finances import Finances, finances_of
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.seats import seat_of
from games.ui.sentences import phrase

KINDS = (
    "match_begun", "stack_paid", "won", "paid_off", "rented", "finished", "borrowed", "repaid", "wages_paid",
)  # fmt: skip


def explain_kinds(what: str) -> tuple[str, ...]:
    return KINDS if what.startswith(("points-", "money-")) else ()


def explain(scene: Scene, what: str) -> Explanation | None:
    """`what` is money-SEAT or points-SEAT."""
    view: View = scene.view
    asked = seat_of(what, len(view.firms), "money", "points")
    if asked is None:
        return None
    name, seat = asked
    terms = list(_terms(scene.scenario, scene.record, seat))
    player = names.player_name(seat)
    if name == "money":
        return Explanation(
            _("Money: %(player)s") % {"player": player},
            tuple(terms),
            view.firms[seat].cash,
            pgettext("unit", "k"),
            rule="rules",
        )
    now = finances_of(view, seat)
    terms += _at_the_end(scene.scenario, now)
    note = "" if view.phase == "over" else _("The player's score if the match ended here.")
    return Explanation(
        _("Score: %(player)s") % {"player": player},
        tuple(terms),
        now.score,
        pgettext("unit", "k"),
        note,
        "rules#scoring",
    )


def _at_the_end(scenario: Scenario, now: Finances) -> list[Term]:
    """The payments of the bank for unfinished buildings, and the cost of open loans."""
    terms = []
    for site in now.unfinished:
        if site.brings:
            words = {"contract": cards.contract(scenario, site.contract), "missing": site.missing}
            terms.append(Term(phrase(_("Unfinished: %(contract)s, %(missing)s missing"), **words), site.brings))
    for loan, number, cost in now.loans:
        text = _("Open small loans: %(number)s") if loan == "small" else _("Open large loans: %(number)s")
        terms.append(Term(phrase(text, number=number), -cost))
    return terms


def _terms(scenario: Scenario, record: Iterable[Any], seat: int) -> Iterable[Term]:
    for place, event in enumerate(record):
        term = _term(scenario, event, seat)
        if term is not None:
            yield msgspec.structs.replace(term, places=(place,))


def amount(event: Any, seat: int) -> int:
    """The change of a player's money by an event."""
    match event:
        case events.MatchBegun():
            return event.cash
        case events.Rented():
            return event.price * ((seat == event.owner) - (seat == event.renter))
    if event.seat != seat:
        return 0
    match event:
        case events.StackPaid():
            return -event.fee
        case events.Won():
            return event.bonus - event.price
        case events.Finished():
            return event.payment
        case events.Borrowed():
            return event.amount
        case events.PaidOff() | events.Repaid() | events.WagesPaid():
            return -event.amount
    return 0


def _term(scenario: Scenario, event: Any, seat: int) -> Term | None:
    """The explanation of a change of a player's money by an event; None without a change."""
    if isinstance(event, events.MatchBegun):
        return Term(_("At the start"), event.cash)
    concerned = (event.owner, event.renter) if isinstance(event, events.Rented) else (event.seat,)
    if seat not in concerned:
        return None
    match event:
        case events.Rented():
            words: str = phrase(_("Rent for %(worker)s"), worker=names.worker(scenario, event.worker))
        case events.StackPaid():
            words = _("A look through a stack")
        case events.Won():
            words = phrase(_("Bid for %(contract)s"), contract=cards.contract(scenario, event.contract))
        case events.PaidOff():
            words = _("Paid so that workers came")
        case events.Finished():
            words = phrase(_("%(contract)s finished"), contract=cards.contract(scenario, event.contract))
        case events.Borrowed():
            words = _("Loan")
        case events.Repaid():
            words = _("Loan repaid")
        case _:
            words = _("Wages")
    return Term(words, amount(event, seat), event.turn)


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
