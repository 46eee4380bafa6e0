"""Events in sentences. The page shows the role as a badge before the sentence, as its subject."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.face import aims, drafts
from games.catalogue.domego.face.prompted import decision_words, where_words
from games.catalogue.domego.face.refusals import REFUSALS
from games.catalogue.domego.face.words_cards import CARD_WORDS
from games.catalogue.domego.names import activity_name, numbered_activity, role_names, roles_named
from games.catalogue.domego.quantities import bold, cards, cubes, days, failures, k
from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Agreed,
    Allocated,
    Bankrupt,
    Bought,
    BrokenOff,
    CardsDue,
    ContractDrawn,
    ContractFixed,
    GameEnded,
    InstalmentPaid,
    Offered,
    Paid,
    Placed,
)
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, TargetLine, Words, WordsPart, numbered_turn
from games.ui.languages import localized
from games.ui.sentences import listed_with_and, phrase, sentences

Maker = Callable[[Scenario, Any], Words | None]


def bought(scenario: Scenario, event: Bought) -> Words:
    if event.quantity == 0:
        return Words(_("Bought no cubes at the special price."))
    text = _("Bought %(cubes)s at the special price for %(paid)s.")
    return Words(phrase(text, cubes=bold(cubes(event.quantity)), paid=k(event.paid)), why=f"money-{event.seat}")


def offered(scenario: Scenario, event: Offered) -> Words:
    if event.seat == event.payer:
        text, other = _("Offered %(price)s %(to_role)s."), event.payee
    else:
        text, other = _("Named a price of %(price)s %(to_role)s."), event.payer
    told = phrase(text, price=bold(k(event.price)), **roles_named(scenario, role=other))
    note = format_html("<q>{}</q>", event.note) if event.note else ""
    return Words(sentences(told, note))


def agreed(scenario: Scenario, event: Agreed) -> Words:
    other = event.payee if event.seat == event.payer else event.payer
    text = _("Accepted %(price)s. Agreed with %(the_role)s.")
    return Words(phrase(text, price=bold(k(event.price)), **roles_named(scenario, role=other)), "check")


def broken_off(scenario: Scenario, event: BrokenOff) -> Words:
    other = event.payee if event.seat == event.payer else event.payer
    text = _("No price with %(the_role)s. Each side takes one failed negotiation.")
    return Words(phrase(text, **roles_named(scenario, role=other)), "cross")


def contract_drawn(scenario: Scenario, event: ContractDrawn) -> Words:
    low = _("The low standard contract is drawn, %(price)s for %(the_role)s.")
    high = _("The high standard contract is drawn, %(price)s for %(the_role)s.")
    text = low if event.which == "low" else high
    return Words(phrase(text, price=bold(k(event.price)), **roles_named(scenario, role=event.payee)), "card")


def contract_fixed(scenario: Scenario, event: ContractFixed) -> Words:
    text = _("The contract is fixed at %(price)s for %(the_role)s.")
    return Words(phrase(text, price=bold(k(event.price)), **roles_named(scenario, role=event.payee)), "lock")


def by_bank(amount: int) -> SafeString | str:
    return phrase(_("The bank gives %(amount)s of it."), amount=bold(k(amount))) if amount else ""


def paid(scenario: Scenario, event: Paid) -> Words:
    told = phrase(
        _("Paid %(amount)s %(to_role)s."), amount=bold(k(event.amount)), **roles_named(scenario, role=event.payee)
    )
    return Words(sentences(told, by_bank(event.by_bank)), "coin", why=f"money-{event.seat}")


def instalment_paid(scenario: Scenario, event: InstalmentPaid) -> Words:
    text = _("Paid instalment %(part)s of %(parts)s, %(amount)s, %(to_role)s.")
    role = roles_named(scenario, role=event.payee)
    told = phrase(text, part=event.part, parts=event.parts, amount=bold(k(event.amount)), **role)
    return Words(sentences(told, by_bank(event.by_bank)), "coin", why=f"money-{event.seat}")


def bankrupt(scenario: Scenario, event: Bankrupt) -> Words:
    causes = {
        "required": _("It could not place what is required."),
        "contract": _("It could not pay the contract in full."),
        "instalment": _("It could not pay the instalment in full."),
        "card": _("It could not pay what the card asks."),
        "replacement": _("It could not pay for the new firm in full."),
    }
    lost = phrase(
        _("Is bankrupt and loses %(money)s and %(cubes)s."), money=k(event.lost_money), cubes=cubes(event.lost_stock)
    )
    if event.payer is None:
        new = phrase(_("The new firm gets %(amount)s from the bank."), amount=bold(k(event.amount)))
    else:
        role = roles_named(scenario, role=event.payer)
        new = phrase(_("The new firm gets %(amount)s %(from_role)s."), amount=bold(k(event.amount)), **role)
        new = sentences(new, by_bank(event.by_bank))
    return Words(sentences(format_html("<b>{}</b>", lost), causes[event.cause], new), "alert", f"money-{event.seat}")


def _fewer(fewer_cards: int, fewer_days: int) -> str:
    parts = [cards(fewer_cards)] if fewer_cards else []
    parts += [days(fewer_days)] if fewer_days else []
    return _("%(what)s fewer") % {"what": listed_with_and(parts)} if parts else _("no reduction")


def placed(scenario: Scenario, event: Placed) -> Words:
    told = _placement(event, event.buy, event.buy * scenario.prices.any_time)
    hidden = _("Only you can see this until all have placed.") if event.audience is not None else ""
    return Words(sentences(told, hidden), why=f"money-{event.seat}" if event.buy else "")


def allocated(scenario: Scenario, event: Allocated) -> Words | None:
    """The sentence of a revealed placement; None if the placement was visible before."""
    if not event.revealed:
        return None
    return Words(_placement(event, event.bought, event.paid), why=f"money-{event.seat}" if event.paid else "")


def _placement(event: Placed | Allocated, bought: int, paid: int) -> SafeString:
    text = _("Placed %(cubes)s, %(required)s of them required: %(fewer)s.")
    fewer = _fewer(event.fewer_cards, event.fewer_days)
    told = phrase(text, cubes=bold(cubes(event.cubes)), required=event.required, fewer=fewer)
    extra = phrase(_("%(bought)s bought for %(paid)s."), bought=cubes(bought), paid=k(paid))
    return sentences(told, extra if bought else "")


def cards_due(scenario: Scenario, event: CardsDue) -> Words:
    parts = [_("%(number)d on the sheet") % {"number": event.slots}]
    if event.added > 0:
        parts.append(_("%(number)d more from earlier cards") % {"number": event.added})
    if event.added < 0:
        parts.append(_("%(number)d fewer from earlier cards") % {"number": -event.added})
    if spared := max(0, event.slots + event.added) - event.cards:
        parts.append(_("%(number)d spared by cubes") % {"number": spared})
    text = _("Risk cards: %(cards)s to draw (%(sum)s).")
    return Words(phrase(text, cards=bold(event.cards), sum=", ".join(parts)), "card")


def activity_ended(scenario: Scenario, event: ActivityEnded) -> Words:
    text = _("Done in %(days)s, cost %(cost)s, %(failures)s.")
    told = phrase(text, days=bold(days(event.days)), cost=bold(event.cost), failures=failures(event.cards))
    return Words(told, "check", "delay")


def game_ended(scenario: Scenario, event: GameEnded) -> Words:
    return Words(format_html("<b>{}</b>", _("The building is handed over. The project is complete.")), "flag")


EVENT_WORDS: dict[type, Maker] = {
    Bought: bought,
    Offered: offered,
    Agreed: agreed,
    BrokenOff: broken_off,
    ContractDrawn: contract_drawn,
    ContractFixed: contract_fixed,
    Paid: paid,
    InstalmentPaid: instalment_paid,
    Bankrupt: bankrupt,
    Placed: placed,
    Allocated: allocated,
    CardsDue: cards_due,
    ActivityEnded: activity_ended,
    GameEnded: game_ended,
    **CARD_WORDS,
}


def words_of(scenario: Scenario, event: Any) -> Words | None:
    """An event in a sentence. It is None for events that are no news, such as the beginning of an activity."""
    maker = EVENT_WORDS.get(type(event))
    return maker(scenario, event) if maker else None


def _heading(scenario: Scenario, view: View) -> Heading:
    last = len(view.sheet.activities)
    if view.phase == "over":
        sub = _("%(last)d activities") % {"last": last}
        return Heading(_("Project complete"), sub, last, last)
    sub = _("activity %(turn)d of %(last)d") % {"turn": view.turn, "last": last}
    return Heading(activity_name(scenario, view.turn), sub, view.turn, last)


def _turn(scenario: Scenario, turn: int) -> str:
    if not 1 <= turn <= len(scenario.activities):
        return numbered_turn(scenario, turn)
    return numbered_activity(scenario, turn)


def _until(scenario: Scenario, turn: int) -> str:
    return _("to activity %(turn)d") % {"turn": turn}


def _score(scenario: Scenario, result: Result) -> str:
    met, of = sum(each.met for each in result.targets), len(result.targets)
    return ngettext("%(met)d of %(of)d target met", "%(met)d of %(of)d targets met", of) % {"met": met, "of": of}


def _targets(scenario: Scenario, result: Result) -> tuple[TargetLine, ...]:
    names = {"delay": _("Duration"), "cost": _("Cost"), "failures": _("Failures")}
    return tuple(
        TargetLine(names[each.name], each.value, each.target, each.met, max(0, each.value - each.target))
        for each in result.targets
    )


WORDS: Final = WordsPart(
    scenario=lambda scenario: localized(scenario.name) or _("Domego"),
    scenario_item=drafts.item_words,
    scenario_marks=drafts.marks,
    scenario_choices=drafts.choices,
    roles=role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=_until,
    decision=decision_words,
    where=where_words,
    refusals=REFUSALS,
    event=words_of,
    silent_kinds=("activity_begun", "allocated"),
    score=_score,
    targets=_targets,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
