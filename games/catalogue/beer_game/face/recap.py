"""The events since a player's last visit, as cards: one for each week."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.catalogue.beer_game import names
from games.catalogue.beer_game.face.words import words_of
from games.catalogue.beer_game.rules.types import Begun, Demanded, Ended, Ordered, Week
from games.catalogue.beer_game.rules.view import View
from games.ui.faces import RecapPart, Scene
from games.ui.recap import Change, Happened, RecapCard
from games.ui.sentences import sentences, with_subject
from games.ui.stretches import Stretch, stretches

ARRIVALS = (Begun, Demanded, Week)


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    cut = stretches(happened, _begins, scene.view, _undone)
    return tuple(_card(scene, stretch) for stretch in cut)


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card: the deliveries of a week, or the end."""
    return isinstance(other, Ended) or (isinstance(other, ARRIVALS) and not isinstance(one, ARRIVALS))


def _undone(view: View, event: Any) -> View:
    """The figures of the stage before a week's deliveries and shipments."""
    stage = view.stages[event.seat] if isinstance(event, Week) and event.seat is not None else None
    if stage is None:
        return view
    before = replace(
        stage,
        stock=stage.stock - event.received + event.shipped,
        backlog=stage.backlog - event.incoming + event.shipped,
        cost=stage.cost - event.cost,
    )
    return replace(view, stages=(*view.stages[: event.seat], before, *view.stages[event.seat + 1 :]))


def _card(scene: Scene, stretch: Stretch[View]) -> RecapCard:
    last = stretch.events[-1]
    chain = _("The chain")
    if isinstance(last, Ended):
        return _event_card(scene, stretch, chain, _("The last week is over"), "rules#end")
    own = [event for event in stretch.of(Week) if event.seat == scene.seat]
    if own and scene.seat is not None:
        numbers = {"received": own[0].received, "shipped": own[0].shipped}
        mine = names.role_name(scene.scenario.chains, scene.seat).name
        return _event_card(scene, stretch, mine, _("%(received)d came in, %(shipped)d left") % numbers, "rules#week")
    title = _("Deliveries and orders") if stretch.has(*ARRIVALS) else _("Orders")
    return _event_card(scene, stretch, chain, title, "rules#week")


def _event_card(scene: Scene, stretch: Stretch[View], label: str, title: str, rule: str) -> RecapCard:
    own = stretch.has(Week)
    return RecapCard(
        label=label,
        title=title,
        turn=stretch.events[-1].turn,
        numbers=stretch.numbers,
        words=sentences(*(_describe_event(scene, event) for event in stretch.events)),
        changes=_changes(scene, stretch) if own else (),
        rule=rule,
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


def _changes(scene: Scene, stretch: Stretch[View]) -> tuple[Change, ...]:
    """The changes of the reader's figures."""
    seat = scene.seat
    before = stretch.before.stages[seat] if seat is not None else None
    after = stretch.after.stages[seat] if seat is not None else None
    if before is None or after is None:
        return ()
    return (
        Change(_("Your stock"), before.stock, after.stock, why=f"stock-{seat}", mine=True),
        Change(_("What you owe"), before.backlog, after.backlog, why=f"backlog-{seat}", mine=True),
        Change(_("Your cost"), before.cost, after.cost, why=f"points-{seat}", mine=True),
    )


def heading(scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        if isinstance(event, Ordered) and event.seat == scene.seat:
            return _("What happened since your order of %(amount)d") % {"amount": event.amount}
    return ""


RECAP: Final = RecapPart(cards=recap, heading=heading)
