"""Events of the market, in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.names import bold, k
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.faces import Words
from games.ui.sentences import phrase, sentences


def economy_turned(scenario: Scenario, event: events.EconomyTurned) -> Words:
    text = ngettext(
        "Economy: %(card)s. It brings %(number)s contract.",
        "Economy: %(card)s. It brings %(number)s contracts.",
        event.reveal,
    )
    return Words(phrase(text, card=bold(cards.economy(scenario, event.card)), number=event.reveal), "chart")


def revealed(scenario: Scenario, event: events.Revealed) -> Words:
    new = names.listed([cards.contract(scenario, each) for each in event.contracts]) or _("nothing")
    left = ngettext(
        "%(number)d contract is left in the deck.", "%(number)d contracts are left in the deck.", event.left
    )
    return Words(
        sentences(phrase(_("New on offer: %(contracts)s."), contracts=bold(new)), left % {"number": event.left})
    )


def nominated(scenario: Scenario, event: events.Nominated) -> Words:
    text = _("Puts %(contract)s up for auction and bids %(bid)s.")
    return Words(phrase(text, contract=bold(cards.contract(scenario, event.contract)), bid=bold(k(event.bid))))


def limit_left(scenario: Scenario, event: events.LimitLeft) -> Words:
    contract = cards.contract(scenario, event.contract)
    if not event.limit:
        return Words(
            phrase(_("Unseen by the others. The limit for %(contract)s is taken back."), contract=contract), "lock"
        )
    text = _("Unseen by the others. A limit for %(contract)s: %(limit)s.")
    return Words(phrase(text, contract=contract, limit=bold(k(event.limit))), "lock")


def raised(scenario: Scenario, event: events.Raised) -> Words:
    text = _("Bids %(bid)s for %(contract)s.")
    return Words(phrase(text, bid=bold(k(event.bid)), contract=cards.contract(scenario, event.contract)))


def bid_passed(scenario: Scenario, event: events.BidPassed) -> Words:
    return Words(phrase(_("Passes on %(contract)s."), contract=cards.contract(scenario, event.contract)))


def declined(scenario: Scenario, event: events.Declined) -> Words:
    return Words(_("Nominates nothing more in this round."))


def won(scenario: Scenario, event: events.Won) -> Words:
    text = {
        "auction": _("Wins %(contract)s for %(price)s."),
        "last": _("Gets %(contract)s for its minimum bid of %(price)s, as the last one without a contract."),
        "forced": _("Must have a contract and buys %(contract)s for its minimum bid of %(price)s."),
    }[event.how]
    said = phrase(text, contract=bold(cards.contract(scenario, event.contract)), price=bold(k(event.price)))
    bonus = phrase(_("The %(bonus)s that lay on it come with it."), bonus=k(event.bonus)) if event.bonus else ""
    return Words(sentences(said, bonus), "check", f"money-{event.seat}")


def unsold(scenario: Scenario, event: events.Unsold) -> Words:
    contract = bold(cards.contract(scenario, event.contract))
    if event.gone:
        return Words(phrase(_("Nobody wanted %(contract)s: it leaves the match."), contract=contract), "cross")
    text = _("Nobody wanted %(contract)s: it stays, with %(bonus)s on it.")
    return Words(phrase(text, contract=contract, bonus=k(event.bonus)))


def no_more_contracts(scenario: Scenario, event: events.NoMoreContracts) -> Words:
    text = _("No contract is left. The match ends after round %(round)s.")
    return Words(phrase(text, round=event.last_round), "flag")


MARKET: dict[type, Callable[[Scenario, Any], Words | None]] = {
    events.EconomyTurned: economy_turned,
    events.Revealed: revealed,
    events.Nominated: nominated,
    events.LimitLeft: limit_left,
    events.Raised: raised,
    events.BidPassed: bid_passed,
    events.Declined: declined,
    events.Won: won,
    events.Unsold: unsold,
    events.NoMoreContracts: no_more_contracts,
}
