"""Payments, loans and income, in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.names import bold, k
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.faces import Words
from games.ui.nouns import within
from games.ui.sentences import phrase


def paid_off(scenario: Scenario, event: events.PaidOff) -> Words:
    text = _("Pays %(amount)s so that these work: %(workers)s.")
    said = phrase(text, amount=bold(k(event.amount)), workers=names.workers(scenario, event.workers))
    return Words(said, "coin", f"money-{event.seat}")


def money_brought(scenario: Scenario, event: events.MoneyBrought) -> Words:
    text = _("Receives %(amount)s (%(event)s).") if event.amount > 0 else _("Pays %(amount)s (%(event)s).")
    title = within(cards.event(scenario, event.event))
    return Words(phrase(text, amount=bold(k(abs(event.amount))), event=title), "coin", f"money-{event.seat}")


def finished(scenario: Scenario, event: events.Finished) -> Words:
    text = _("Finishes %(contract)s and is paid %(payment)s.")
    said = phrase(text, contract=bold(cards.contract(scenario, event.contract)), payment=bold(k(event.payment)))
    return Words(said, "check", f"money-{event.seat}")


def borrowed(scenario: Scenario, event: events.Borrowed) -> Words:
    text = _("Takes a small loan: %(amount)s.") if event.loan == "small" else _("Takes a large loan: %(amount)s.")
    return Words(phrase(text, amount=bold(k(event.amount))), "coin", f"money-{event.seat}")


def repaid(scenario: Scenario, event: events.Repaid) -> Words:
    terms = getattr(scenario.loans, event.loan)
    text = _("Repays a loan of %(cash)s with %(amount)s.")
    said = phrase(text, cash=k(terms.cash), amount=bold(k(event.amount)))
    return Words(said, "coin", f"money-{event.seat}")


def wages_paid(scenario: Scenario, event: events.WagesPaid) -> Words:
    text = _("Pays wages of %(amount)s and has %(cash)s left.")
    return Words(phrase(text, amount=bold(k(event.amount)), cash=k(event.cash)), "coin", f"money-{event.seat}")


def match_ended(scenario: Scenario, event: events.MatchEnded) -> Words:
    best = max(event.scores)
    winners = [names.player_name(seat) for seat, score in enumerate(event.scores) if score == best]
    text = _("The match is over. Most money: %(players)s, %(money)s.")
    return Words(phrase(text, players=bold(names.listed(winners)), money=bold(k(best))), "flag")


MONEY: dict[type, Callable[[Scenario, Any], Words | None]] = {
    events.PaidOff: paid_off,
    events.MoneyBrought: money_brought,
    events.Finished: finished,
    events.Borrowed: borrowed,
    events.Repaid: repaid,
    events.WagesPaid: wages_paid,
    events.MatchEnded: match_ended,
}
