"""The effects of risk cards, in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.catalogue.domego.names import card_text, card_title
from games.catalogue.domego.quantities import bold, cards, cubes, days, k
from games.catalogue.domego.rules.events import CardDrawn, EffectApplied, EffectDeferred
from games.catalogue.domego.rules.scenario import Scenario
from games.ui.faces import Words
from games.ui.languages import localized
from games.ui.sentences import phrase, sentences


def _title(scenario: Scenario, card: str) -> SafeString:
    return format_html("<i>{}</i>", capfirst(card_title(scenario, card)))


def card_drawn(scenario: Scenario, event: CardDrawn) -> Words:
    card = card_text(scenario, event.card)
    drawn = phrase(_("Card %(number)s: %(title)s."), number=event.number, title=_title(scenario, event.card))
    return Words(sentences(drawn, localized(card.text)), "card")


def effect_applied(scenario: Scenario, event: EffectApplied) -> Words:
    title = _title(scenario, event.card)
    if event.how == "void":
        return Words(phrase(_("%(title)s: nothing is asked, the firm has just changed."), title=title))
    if event.op == "delay":
        return _delay(event, title)
    if event.op == "resources":
        return _cubes(event, title)
    return _money(event, title)


def _delay(event: EffectApplied, title: SafeString) -> Words:
    text = _("%(title)s: %(days)s more.") if event.amount >= 0 else _("%(title)s: %(days)s fewer.")
    return Words(phrase(text, title=title, days=bold(days(abs(event.amount)))), "clock")


def _cubes(event: EffectApplied, title: SafeString) -> Words:
    if event.how == "unpaid":
        return Words(phrase(_("%(title)s: cannot give %(cubes)s."), title=title, cubes=bold(cubes(event.amount))))
    told = phrase(_("%(title)s: gives %(cubes)s."), title=title, cubes=bold(cubes(event.cubes)))
    extra = phrase(_("%(bought)s of them bought for %(paid)s."), bought=event.bought, paid=k(event.paid))
    return Words(sentences(told, extra if event.bought else ""))


def _money(event: EffectApplied, title: SafeString) -> Words:
    if event.how == "unpaid":
        return Words(phrase(_("%(title)s: cannot pay %(amount)s."), title=title, amount=bold(k(-event.amount))))
    text = _("%(title)s: pays %(amount)s.") if event.k >= 0 else _("%(title)s: receives %(amount)s.")
    return Words(phrase(text, title=title, amount=bold(k(abs(event.k)))), why=f"money-{event.seat}")


def effect_deferred(scenario: Scenario, event: EffectDeferred) -> Words:
    later = {"title": _title(scenario, event.card), "activity": event.activity}
    if event.op in ("risk", "delay"):
        more = _("%(title)s: %(what)s more in activity %(activity)s.")
        fewer = _("%(title)s: %(what)s fewer in activity %(activity)s.")
        what = cards(abs(event.amount)) if event.op == "risk" else days(abs(event.amount))
        icon = "card" if event.op == "risk" else "clock"
        return Words(phrase(more if event.amount >= 0 else fewer, what=bold(what), **later), icon)
    if event.op == "resources":
        text, what = _("%(title)s: will give %(what)s in activity %(activity)s."), cubes(event.amount)
    elif event.amount < 0:
        text, what = _("%(title)s: will pay %(what)s in activity %(activity)s."), k(-event.amount)
    else:
        text, what = _("%(title)s: will receive %(what)s in activity %(activity)s."), k(event.amount)
    return Words(phrase(text, what=bold(what), **later))


CARD_WORDS: dict[type, Callable[[Scenario, Any], Words | None]] = {
    CardDrawn: card_drawn,
    EffectApplied: effect_applied,
    EffectDeferred: effect_deferred,
}
