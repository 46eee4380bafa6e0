"""Cards for risk cards with the failures and cost they count as, and for bankruptcies."""

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.catalogue.domego.face.recap_activity import money_changes, numbers_of
from games.catalogue.domego.face.recap_figures import Step
from games.catalogue.domego.face.words import words_of
from games.catalogue.domego.names import card_text, card_title, role_name, roles_named
from games.catalogue.domego.quantities import bold, cards, cubes, days, k
from games.catalogue.domego.rules.events import CardDrawn, EffectApplied, EffectDeferred
from games.catalogue.domego.rules.facilitation import is_brought
from games.catalogue.domego.rules.scenario import Scenario
from games.ui.faces import Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.languages import localized
from games.ui.recap import Change, RecapCard
from games.ui.sentences import phrase, sentences

Effect = EffectApplied | EffectDeferred
PICTURES = {
    ("money", False): "bank",
    ("money", True): "coins",
    ("delay", False): "late",
    ("delay", True): "early",
    ("risk", False): "cards",
    ("risk", True): "houses",
    ("resources", False): "crew",
    ("resources", True): "crew",
}


def risk_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """A drawn card with its effects, or the present effect of a card drawn earlier."""
    drawn = isinstance(steps[0].event, CardDrawn)
    effects = [step.event for step in steps if isinstance(step.event, Effect)]
    card, turn = steps[0].event.card, steps[0].event.turn
    text = localized(card_text(scene.scenario, card).text) if drawn else ""
    return RecapCard(
        label=str(BROUGHT) if is_brought(card) else _label(effects, drawn=drawn, turn=turn),
        title=str(capfirst(card_title(scene.scenario, card))),
        turn=turn,
        numbers=numbers_of(steps),
        words=sentences(text, *(effect_words(scene.scenario, effect) for effect in effects)),
        changes=(*_slots(scene, steps), *money_changes(scene, steps)),
        note=_note(effects, drawn=drawn),
        rule="rules#risk",
        picture=f"domego/recap/{_picture(effects)}.html",
        turned=drawn,
    )


def _is_good(effect: Effect) -> bool:
    return effect.amount > 0 if effect.op == "money" else effect.amount < 0


def _is_lucky(effects: Sequence[Effect]) -> bool:
    return bool(effects) and all(_is_good(effect) for effect in effects)


def _label(effects: Sequence[Effect], *, drawn: bool, turn: int) -> str:
    if not drawn:
        since = getattr(effects[0], "since", turn)
        return _("Risk card of activity %(turn)d, now at work") % {"turn": since} if since != turn else _("Risk card")
    if not effects:
        return _("Risk card, a harmless one")
    return _("Risk card, a lucky one") if _is_lucky(effects) else _("Risk card")


def _note(effects: Sequence[Effect], *, drawn: bool) -> SafeString | str:
    """The counted result: each drawn card is a failure, and payments for it are cost."""
    done = [effect for effect in effects if isinstance(effect, EffectApplied) and effect.how == "done"]
    cost = sum(effect.cubes + max(0, effect.k) for effect in done)
    if not drawn:
        return phrase(_("Counts %(cost)s in the cost."), cost=cost) if cost else ""
    if not effects:
        return sentences(_("It changes nothing, and still counts as 1 failure: every card drawn does."))
    if _is_lucky(effects):
        return sentences(_("Good news, and still 1 failure: every card drawn counts."))
    if cost:
        return phrase(_("Counts as 1 failure, and %(cost)s in the cost."), cost=cost)
    return sentences(_("Counts as 1 failure."))


def _picture(effects: Sequence[Effect]) -> str:
    """The picture after the first effect; a card without one has a cup of coffee."""
    return PICTURES[effects[0].op, _is_good(effects[0])] if effects else "coffee"


def _slots(scene: Scene, steps: Sequence[Step]) -> list[Change]:
    """The cards that a later activity draws."""
    found = []
    for step in steps:
        event = step.event
        if isinstance(event, EffectDeferred) and event.op == "risk":
            slots = scene.view.sheet.activities[event.activity - 1].slots
            label = _("Cards of activity %(turn)d") % {"turn": event.activity}
            place = event.activity - 1
            found.append(Change(label, slots + step.before["added", place], slots + step.after["added", place]))
    return found


def effect_words(scenario: Scenario, effect: Effect) -> SafeString:
    """One effect in a sentence that contains the role."""
    later = isinstance(effect, EffectDeferred)
    amount = abs(effect.amount)
    if effect.op in ("delay", "risk"):
        what = bold(days(amount) if effect.op == "delay" else cards(amount))
        if later:
            more, fewer = _("Activity %(turn)s: %(what)s more."), _("Activity %(turn)s: %(what)s fewer.")
            return phrase(more if effect.amount > 0 else fewer, turn=getattr(effect, "activity", 0), what=what)
        return phrase(_("%(what)s more.") if effect.amount > 0 else _("%(what)s fewer."), what=what)
    role = roles_named(scenario, role=effect.seat or 0)
    if isinstance(effect, EffectDeferred):
        return _later(effect, role)
    return _now(effect, role)


def _later(effect: EffectDeferred, role: dict[str, str]) -> SafeString:
    what = bold(cubes(effect.amount) if effect.op == "resources" else k(abs(effect.amount)))
    text = _("%(The_role)s gives %(what)s in activity %(turn)s.")
    if effect.op == "money":
        receives = _("%(The_role)s receives %(what)s in activity %(turn)s.")
        text = _("%(The_role)s pays %(what)s in activity %(turn)s.") if effect.amount < 0 else receives
    return phrase(text, what=what, turn=effect.activity, **role)


def _now(effect: EffectApplied, role: dict[str, str]) -> SafeString:
    if effect.how == "void":
        return phrase(_("%(role)s: nothing is asked, the firm has just changed."), **role)
    what: Any = bold(cubes(effect.amount) if effect.op == "resources" else k(abs(effect.amount)))
    if effect.how == "unpaid":
        return phrase(_("%(The_role)s cannot give %(what)s."), what=what, **role)
    if effect.op == "resources":
        told = phrase(_("%(The_role)s gives %(what)s."), what=what, **role)
        extra = phrase(_("%(bought)s of them bought for %(paid)s."), bought=effect.bought, paid=k(effect.paid))
        return sentences(told, extra if effect.bought else "")
    return phrase(
        _("%(The_role)s pays %(what)s.") if effect.k >= 0 else _("%(The_role)s receives %(what)s."), what=what, **role
    )


def bankrupt_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """A firm that is replaced by a new one."""
    event = steps[0].event
    words = words_of(scene.scenario, event)
    return RecapCard(
        label=_("Bankruptcy"),
        title=role_name(scene.scenario, event.seat or 0),
        turn=event.turn,
        numbers=numbers_of(steps),
        seat=event.seat,
        words=words.html if words else "",
        changes=tuple(money_changes(scene, steps)),
        rule="rules#bankruptcy",
        picture="domego/recap/bankrupt.html",
    )
