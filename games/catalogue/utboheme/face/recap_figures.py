"""Points and cards in hand before and after some events."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import structs

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.explain import terms_of
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.resources import INDEX, NONE, RESOURCES, Cards, minus, of_one, plus
from games.catalogue.utboheme.rules.types import VICTORY, Figures
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Seat, Value
from games.ui.faces import Scene
from games.ui.recap import Change
from games.ui.seats import player_name
from games.ui.stretches import Stretch


class Counted(Value, frozen=True):
    """By seat: points (the viewer's with hidden ones) and number of cards in hand. `own` are the viewer's cards by
    resource.
    """

    points: tuple[int, ...]
    cards: tuple[int, ...]
    own: Cards


Run = Stretch[Counted]


def now(view: View) -> Counted:
    """The figures of the current position."""
    points = tuple(view.own_points if seat == view.viewer else number for seat, number in enumerate(view.points))
    return Counted(points, view.hand_counts, view.hand)


def undoing(view: View) -> Callable[[Counted, Any], Counted]:
    """A function that reverses an event."""

    def undone(after: Counted, event: Any) -> Counted:
        points = [number - _scored(view, event, seat) for seat, number in enumerate(after.points)]
        cards, own = list(after.cards), after.own
        for seat, gained in _gained(view.figures, event):
            cards[seat] -= sum(gained)
            own = minus(own, gained) if seat == view.viewer else own
        match event:
            case events.RobberMoved(victim=int(victim)):
                cards[event.seat or 0] -= 1
                cards[victim] += 1
            case events.Stolen():
                card = of_one(INDEX[event.resource], 1)
                own = minus(own, card) if event.seat == view.viewer else own
                own = plus(own, card) if event.victim == view.viewer else own
        return structs.replace(after, points=tuple(points), cards=tuple(cards), own=own)

    return undone


def _scored(view: View, event: Any, seat: Seat) -> int:
    """The change of a seat's points by an event, as far as the viewer knows."""
    worth = view.figures.victory_points
    match event:
        case events.CardTaken(card="victory"):
            return worth * (event.seat == seat == view.viewer)
        case events.HandRevealed():
            return worth * event.cards[VICTORY] * (event.seat == seat != view.viewer)
    return sum(term.amount for term in terms_of(view, event, seat))


def _gained(figures: Figures, event: Any) -> Iterator[tuple[Seat, Cards]]:
    """The changes of hands by an event. A stolen card is handled apart, because only two seats know it."""
    seat: Seat = event.seat or 0
    match event:
        case events.UvFounded() | events.Discovered():
            yield seat, event.cards
        case events.Harvested():
            for each, number in enumerate(event.got):
                yield each, of_one(INDEX[event.resource], number)
        case events.Discarded():
            yield seat, minus(NONE, event.cards)
        case events.BankTraded():
            yield seat, minus(of_one(INDEX[event.take], 1), of_one(INDEX[event.give], event.paid))
        case events.Traded():
            yield seat, minus(event.got, event.gave)
            yield event.partner, minus(event.gave, event.got)
        case events.CcBuilt():
            yield seat, NONE if event.free else minus(NONE, figures.cc_cost)
        case events.UvBuilt():
            yield seat, minus(NONE, figures.uv_cost)
        case events.UvUpgraded():
            yield seat, minus(NONE, figures.upgrade_cost)
        case events.CardBought():
            yield seat, minus(NONE, figures.card_cost)
        case events.Monopolised():
            for each, number in enumerate(event.given):
                yield each, of_one(INDEX[event.resource], -number)
            yield seat, of_one(INDEX[event.resource], sum(event.given))


def changes(scene: Scene, run: Run) -> tuple[Change, ...]:
    """Changes of points, of the reader's cards by resource, and of the number of the others' cards."""
    found = [*_points(scene, run), *_own(run), *_others(scene, run)]
    return tuple(each for each in found if each.before != each.after)


def _points(scene: Scene, run: Run) -> Iterator[Change]:
    for seat, (before, after) in enumerate(zip(run.before.points, run.after.points, strict=True)):
        mine = seat == scene.seat
        label = _("Your points") if mine else _("Points: %(player)s") % {"player": player_name(seat)}
        yield Change(label, before, after, why=f"points-{seat}", mine=mine)


def _own(run: Run) -> Iterator[Change]:
    for resource, before, after in zip(RESOURCES, run.before.own, run.after.own, strict=True):
        label = _("Your cards: %(resource)s") % {"resource": names.resource(resource)}
        yield Change(label, before, after, mine=True)


def _others(scene: Scene, run: Run) -> Iterator[Change]:
    for seat, (before, after) in enumerate(zip(run.before.cards, run.after.cards, strict=True)):
        if seat != scene.seat:
            yield Change(_("Cards: %(player)s") % {"player": player_name(seat)}, before, after)
