"""The events since a player's last visit, as cards: one for each week."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.html import escape
from django.utils.translation import gettext as _

from games.catalogue.beer_game import names
from games.catalogue.beer_game.face.explain import STATEMENTS
from games.catalogue.beer_game.face.words import words_of
from games.catalogue.beer_game.facts import EventFacts
from games.catalogue.beer_game.rules.types import Begun, CostChanged, Demanded, Ended, Ordered, Struck, Surged, Week
from games.ui.faces import RecapPart, Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.recap import Change, Happened, RecapCard
from games.ui.sentences import sentences, with_subject
from games.ui.stretches import Stretch

ARRIVALS = (Begun, Demanded, Week)
FACILITATOR = (Surged, Struck, CostChanged)
RULES_OF = {"surge": "week", "strike": "delays", "bonus": "cost", "penalty": "cost"}
"""The headings of the rules behind the facilitator's events."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    return tuple(_card(scene, stretch) for stretch in STATEMENTS.stretches(scene, happened, _begins))


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card: the deliveries of a week, or the end. An event of the facilitator
    has a card of its own.
    """
    if isinstance(other, (Ended, *FACILITATOR)) or isinstance(one, FACILITATOR):
        return True
    return isinstance(other, ARRIVALS) and not isinstance(one, ARRIVALS)


def _card(scene: Scene, stretch: Stretch) -> RecapCard:
    last = stretch.events[-1]
    chain = _("The chain")
    if isinstance(last, Ended):
        return _event_card(scene, stretch, chain, _("The last week is over"), "rules#end")
    if isinstance(last, FACILITATOR):
        return _facilitator_card(scene, stretch)
    own = [event for event in stretch.of(Week) if event.seat == scene.seat]
    if own and scene.seat is not None:
        numbers = {"received": own[0].received, "shipped": own[0].shipped}
        mine = names.role_name(scene.scenario.chains, scene.seat).name
        return _event_card(scene, stretch, mine, _("%(received)d came in, %(shipped)d left") % numbers, "rules#week")
    title = _("Deliveries and orders") if stretch.has(*ARRIVALS) else _("Orders")
    return _event_card(scene, stretch, chain, title, "rules#week")


def _event_card(scene: Scene, stretch: Stretch, label: str, title: str, rule: str) -> RecapCard:
    return RecapCard(
        label=label,
        title=title,
        turn=stretch.events[-1].turn,
        numbers=stretch.numbers,
        words=sentences(*(_describe_event(scene, event) for event in stretch.events)),
        changes=_changes(scene, stretch) if stretch.has(Week) else (),
        rule=rule,
    )


def _facilitator_card(scene: Scene, stretch: Stretch) -> RecapCard:
    """An event of the facilitator, alone on its card."""
    event = stretch.events[0]
    brought, chains = EventFacts.of(event).brought, scene.scenario.chains
    mine = isinstance(event, CostChanged) and event.seat == scene.seat
    return RecapCard(
        label=str(BROUGHT),
        title=names.event_titles()[brought.event],
        turn=event.turn,
        numbers=stretch.numbers,
        words=escape(names.effect(chains, brought)),
        changes=(STATEMENTS.change(scene, "points", event.seat, stretch.before, stretch.after),) if mine else (),
        rule=f"rules#{RULES_OF[brought.event]}",
    )


def _describe_event(scene: Scene, event: Any) -> str:
    """An event in a sentence, with its stage unless that is the reader's own."""
    words = words_of(scene.scenario, event)
    if words is None:
        return ""
    if event.seat in (None, scene.seat):
        return words.html
    role = names.role_name(scene.scenario.chains, event.seat)
    return with_subject(names.bold(role.name), words.html)


def _changes(scene: Scene, stretch: Stretch) -> tuple[Change, ...]:
    """The changes of the reader's figures."""
    seat = scene.seat
    names = () if seat is None else ("stock", "backlog", "points")
    return tuple(STATEMENTS.change(scene, name, seat, stretch.before, stretch.after) for name in names)


def heading(scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        if isinstance(event, Ordered) and event.seat == scene.seat:
            return _("What happened since your order of %(amount)d") % {"amount": event.amount}
    return ""


RECAP: Final = RecapPart(cards=recap, heading=heading)
