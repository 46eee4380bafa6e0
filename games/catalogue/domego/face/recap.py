"""The events since a player's last visit, as cards: finished activities, risk cards, contracts and purchases."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.domego.face.recap_activity import activity_card, placing_card
from games.catalogue.domego.face.recap_figures import Step, steps_of
from games.catalogue.domego.face.recap_made import begun_card, bought_card, contract_card, end_card
from games.catalogue.domego.face.recap_risks import bankrupt_card, risk_card
from games.catalogue.domego.names import roles_named
from games.catalogue.domego.quantities import cubes, k
from games.catalogue.domego.rules.events import (
    ActivityBegun,
    ActivityEnded,
    Agreed,
    Allocated,
    Bankrupt,
    Bought,
    BrokenOff,
    CardDrawn,
    CardsDue,
    ContractDrawn,
    ContractFixed,
    EffectApplied,
    EffectDeferred,
    GameEnded,
    InstalmentPaid,
    Offered,
    Paid,
    Placed,
)
from games.ui.faces import RecapPart, Scene
from games.ui.recap import Happened, RecapCard

Bucket = tuple[Any, ...]
"""The name of the card to which events belong; its first part is the kind of card."""
CARDS: dict[str, Callable[[Scene, list[Step]], RecapCard]] = {
    "activity": activity_card,
    "placing": placing_card,
    "risk": risk_card,
    "bankrupt": bankrupt_card,
    "contract": contract_card,
    "bought": bought_card,
    "begun": begun_card,
    "end": end_card,
}


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    found: dict[Bucket, list[Step]] = {}
    resolved = {each.event.turn for each in happened if isinstance(each.event, (Allocated, CardsDue, ActivityEnded))}
    risk: Bucket = ()
    for step in steps_of(scene, happened):
        risk = _risk(step, risk)
        found.setdefault(_bucket(step, risk, resolved), []).append(step)
    ordered = sorted(found.items(), key=lambda item: _when(item[0], item[1]))
    return tuple(CARDS[str(bucket[0])](scene, steps) for bucket, steps in ordered)


def _risk(step: Step, current: Bucket) -> Bucket:
    """The risk card of an event: a drawn one, an earlier one with an effect now, or one with an effect after a
    bankruptcy.
    """
    event = step.event
    if isinstance(event, CardDrawn):
        return ("risk", event.turn, step.place, event.card)
    if isinstance(event, Bankrupt):
        return ()
    if isinstance(event, (EffectApplied, EffectDeferred)) and current[3:] != (event.card,):
        return ("risk", event.turn, step.place, event.card)
    return current


def _bucket(step: Step, risk: Bucket, resolved: set[int]) -> Bucket:
    event = step.event
    match event:
        case Placed() | Allocated() | CardsDue() | ActivityEnded():
            return ("activity" if event.turn in resolved else "placing", event.turn)
        case CardDrawn() | EffectApplied() | EffectDeferred():
            return risk
        case Offered() | Agreed() | BrokenOff() | ContractDrawn() | ContractFixed():
            return ("contract", event.turn, event.payer, event.payee)
        case Paid():
            return ("contract", event.turn, event.seat, event.payee)
        case InstalmentPaid():
            return ("contract", event.turn, event.seat, event.payee, event.part)
        case Bankrupt():
            return ("bankrupt", step.place)
        case Bought():
            return ("bought", step.place)
        case ActivityBegun():
            return ("begun", event.turn)
        case GameEnded():
            return ("end",)
    raise TypeError(event)


def _when(bucket: Bucket, steps: Sequence[Step]) -> int:
    """The order of a card, by its last event. A finished activity comes before the cards that it drew."""
    if bucket[0] == "activity":
        placed = [step.place for step in steps if isinstance(step.event, (Placed, Allocated))]
        return (placed or [step.place for step in steps])[-1 if placed else 0]
    return steps[-1].place


def heading(scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        match event:
            case Placed():
                return _("What happened since you placed %(cubes)s") % {"cubes": cubes(event.cubes)}
            case Bought() if event.quantity:
                return _("What happened since you bought %(cubes)s") % {"cubes": cubes(event.quantity)}
            case Agreed():
                return _("What happened since you accepted %(price)s") % {"price": k(event.price)}
            case Offered():
                other = event.payee if event.seat == event.payer else event.payer
                words = {"price": k(event.price), **roles_named(scene.scenario, role=other)}
                return _("What happened since you named %(price)s %(to_role)s") % words
    return ""


RECAP: Final = RecapPart(cards=recap, heading=heading)
