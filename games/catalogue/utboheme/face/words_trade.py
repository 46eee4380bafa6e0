"""Events of trade in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.resources import Cards
from games.catalogue.utboheme.rules.scenario import Scenario
from games.ui.faces import Words
from games.ui.seats import players_named
from games.ui.sentences import phrase, sentences


def bold(text: object) -> SafeString:
    return format_html("<b>{}</b>", text)


def _sides(cards: Cards) -> dict[str, SafeString]:
    gives = tuple(max(0, number) for number in cards)
    gets = tuple(max(0, -number) for number in cards)
    return {"given": bold(names.cards(gives)), "taken": bold(names.cards(gets))}  # type: ignore[arg-type]


def offered(scenario: Scenario, event: events.Offered) -> Words:
    text, who = _("Offer %(number)s %(to_who)s: %(given)s for %(taken)s."), players_named(who=event.asked[0])
    if len(event.asked) > 1:
        text, who = _("Offer %(number)s to all: %(given)s for %(taken)s."), {}
    said = phrase(text, number=event.number, **who, **_sides(event.cards))
    counter = phrase(_("In answer to offer %(number)s."), number=event.counters) if event.counters else ""
    need = phrase(_("Says it is for %(what)s."), what=names.needed(event.need)) if event.need else ""
    return Words(sentences(said, counter, need), "talk")


def offer_answered(scenario: Scenario, event: events.OfferAnswered) -> Words:
    text = _("Accepts offer %(number)s.") if event.accepted else _("Does not take offer %(number)s.")
    order = _("A standing order answered.") if event.by_order else ""
    return Words(sentences(phrase(text, number=event.number), order), "check" if event.accepted else "cross")


def offer_closed(scenario: Scenario, event: events.OfferClosed) -> Words:
    text = {
        "withdrawn": _("Offer %(number)s is taken from the table."),
        "refused": _("Offer %(number)s is refused by all who were asked."),
        "lapsed": _("Offer %(number)s has lapsed."),
        "uncovered": _("Offer %(number)s falls through: the player who made it lacks the cards."),
    }[event.why]
    return Words(phrase(text, number=event.number))


def traded(scenario: Scenario, event: events.Traded) -> Words:
    text = _("Traded with %(the_player)s: %(gave)s for %(got)s.")
    sides = {"gave": bold(names.cards(event.gave)), "got": bold(names.cards(event.got))}
    return Words(phrase(text, **players_named(player=event.partner), **sides), "coin")


def bank_traded(scenario: Scenario, event: events.BankTraded) -> Words:
    text = _("Traded with the bank: %(gave)s for %(got)s.")
    gave, got = names.counted(event.give, event.paid), names.counted(event.take, 1)
    return Words(phrase(text, gave=bold(gave), got=bold(got)), "coin")


TRADE_WORDS: dict[type, Callable[[Scenario, Any], Words | None]] = {
    events.Offered: offered,
    events.OfferAnswered: offer_answered,
    events.OfferClosed: offer_closed,
    events.Traded: traded,
    events.BankTraded: bank_traded,
}
