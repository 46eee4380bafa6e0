"""Cards for purchases, contracts, the beginning of an activity, and the end."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.catalogue.domego.face.recap_activity import money_changes, numbers_of
from games.catalogue.domego.face.recap_figures import Step
from games.catalogue.domego.face.words import words_of
from games.catalogue.domego.names import activity_name, role_name
from games.catalogue.domego.quantities import bold, cards, days
from games.catalogue.domego.rules.events import (
    Agreed,
    BrokenOff,
    ContractDrawn,
    ContractFixed,
    InstalmentPaid,
    Offered,
    Paid,
)
from games.ui.faces import Scene
from games.ui.recap import RecapCard
from games.ui.sentences import phrase, sentences, with_subject


def _describe_steps(scene: Scene, steps: Sequence[Step]) -> SafeString:
    """The sentences of the history, each with its subject."""
    found = []
    for step in steps:
        words = words_of(scene.scenario, step.event)
        if words is None:
            continue
        seat = step.event.seat
        if seat is None:
            found.append(sentences(words.html))
            continue
        found.append(with_subject(role_name(scene.scenario, seat), words.html))
    return sentences(*found)


def contract_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """A negotiation so far, a contract that is drawn or fixed, or an instalment."""
    first = steps[0].event
    payer = first.seat if isinstance(first, (Paid, InstalmentPaid)) else first.payer
    made = [step.event for step in steps if isinstance(step.event, (Agreed, ContractDrawn, ContractFixed))]
    paid = [step.event for step in steps if isinstance(step.event, (Paid, InstalmentPaid))]
    news = bool(made or paid or any(isinstance(step.event, BrokenOff) for step in steps))
    mine = scene.seat is not None and scene.seat in (payer, first.payee)
    told = [step for step in steps if not isinstance(step.event, Offered)] if news else steps[-1:]
    offers = len(steps) - len(told)
    before = phrase(_("Offers before: %(number)s."), number=offers) if offers else ""
    names = {"payer": role_name(scene.scenario, payer or 0), "payee": role_name(scene.scenario, first.payee)}
    return RecapCard(
        label=_contract_label(steps),
        title=_("%(payer)s and %(payee)s") % names,
        turn=first.turn,
        numbers=numbers_of(steps),
        words=sentences(_describe_steps(scene, told), before),
        changes=tuple(money_changes(scene, steps)),
        rule="rules#negotiate",
        picture="domego/recap/contract.html" if news and mine else "",
        weight="news" if news and mine else "detail",
    )


def _contract_label(steps: Sequence[Step]) -> str:
    found = {type(step.event) for step in steps}
    if InstalmentPaid in found:
        return _("Instalment")
    if ContractFixed in found:
        return _("Contract, fixed")
    if ContractDrawn in found:
        return _("No price agreed: a standard contract")
    if Agreed in found:
        return _("Contract agreed")
    return _("Contract paid") if Paid in found else _("Negotiation")


def bought_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """Cubes at the special price."""
    event = steps[0].event
    words = words_of(scene.scenario, event)
    return RecapCard(
        label=_("Cubes at the special price"),
        title=role_name(scene.scenario, event.seat or 0),
        turn=event.turn,
        numbers=numbers_of(steps),
        seat=event.seat,
        words=sentences(words.html) if words else "",
        changes=tuple(money_changes(scene, steps)),
        rule="rules#buy",
        weight="detail",
    )


def begun_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """An activity's sheet is turned up."""
    event = steps[0].event
    words = phrase(
        _("%(days)s at base, %(cards)s on the sheet."), days=bold(days(event.days)), cards=bold(cards(event.slots))
    )
    added = ""
    if event.added:
        text = _("%(cards)s more from earlier cards.") if event.added > 0 else _("%(cards)s fewer by earlier cards.")
        added = phrase(text, cards=cards(abs(event.added)))
    return RecapCard(
        label=_("Activity %(turn)d begins") % {"turn": event.turn},
        title=activity_name(scene.scenario, event.turn),
        turn=event.turn,
        numbers=numbers_of(steps),
        words=sentences(words, added),
        weight="detail",
    )


def end_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """The last balance is drawn."""
    event = steps[0].event
    lines = [
        phrase(
            _("%(role)s: %(points)s."),
            role=role_name(scene.scenario, seat),
            points=bold(str(score).replace("-", "\u2212")),
        )
        for seat, score in enumerate(event.scores)
    ]
    return RecapCard(
        label=_("The project is complete"),
        title=_("The building is handed over"),
        turn=event.turn,
        numbers=numbers_of(steps),
        words=sentences(_("Points:"), *lines),
        rule="rules#scoring",
    )
