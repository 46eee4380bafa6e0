"""Money, wages, buildings and the deck before and after some events."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import structs

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.explain import amount
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Value
from games.ui.faces import Scene
from games.ui.recap import Change
from games.ui.stretches import Stretch


class Figures(Value, frozen=True):
    """By seat: money and wages. By contract, from 0: the built sections, as bits. Contracts in the deck."""

    cash: tuple[int, ...]
    wages: tuple[int, ...]
    standing: tuple[int, ...]
    deck: int


Run = Stretch[Figures]


def now(view: View) -> Figures:
    """The figures of the current position."""
    standing = [0] * len(view.sheet.contracts)
    for firm in view.firms:
        for site in firm.sites:
            standing[site.contract - 1] = site.standing
    cash = tuple(firm.cash for firm in view.firms)
    return Figures(cash, tuple(firm.wages for firm in view.firms), tuple(standing), view.deck_left)


def undoing(scene: Scene) -> Callable[[Figures, Any], Figures]:
    """A function that reverses an event. It finds the wages of workers who left in the scene's log."""

    def undone(after: Figures, event: Any) -> Figures:
        cash = tuple(money - amount(event, seat) for seat, money in enumerate(after.cash))
        after = structs.replace(after, cash=cash)
        match event:
            case events.Hired():
                return _paid(after, event.seat, -event.wage)
            case events.WagesRaised():
                return _paid(after, event.seat, -event.amount * len(event.workers))
            case events.Left():
                return _paid(after, event.seat, _wage(scene, event))
            case events.Work():
                standing = list(after.standing)
                standing[event.contract - 1] &= ~_bit(scene.scenario, event)
                return structs.replace(after, standing=tuple(standing))
            case events.Revealed():
                return structs.replace(after, deck=after.deck + len(event.contracts))
        return after

    return undone


def _paid(after: Figures, seat: int | None, more: int) -> Figures:
    wages = tuple(number + more * (each == seat) for each, number in enumerate(after.wages))
    return structs.replace(after, wages=wages)


def _bit(scenario: Scenario, work: events.Work) -> int:
    ids = [section.id for section in scenario.contracts[work.contract - 1].sections]
    return 1 << ids.index(work.section)


def _wage(scene: Scene, left: events.Left) -> int:
    """The wage of a worker who left: the card's wage and the raises since the worker was hired."""
    wage = next(each.wage for each in scene.scenario.workers if each.id == left.worker)
    raised = 0
    for event in scene.record:
        if isinstance(event, events.WagesRaised) and left.worker in event.workers:
            raised += event.amount
        elif isinstance(event, events.Left) and event.worker == left.worker:
            if event == left:
                break
            raised = 0
    return wage + raised


def money(scene: Scene, run: Run) -> Iterator[Change]:
    """The changes of money, the reader's first."""
    for seat in _seats(scene, run):
        before, after = run.before.cash[seat], run.after.cash[seat]
        mine = seat == scene.seat
        label = _("Your money") if mine else _("Money: %(player)s") % {"player": names.player_name(seat)}
        if before != after:
            yield Change(label, before, after, pgettext("unit", "k"), f"money-{seat}", mine)


def wages(scene: Scene, run: Run) -> Iterator[Change]:
    """The changes of a round's wages, the reader's first."""
    for seat in _seats(scene, run):
        before, after = run.before.wages[seat], run.after.wages[seat]
        mine = seat == scene.seat
        label = _("Your wages") if mine else _("Wages: %(player)s") % {"player": names.player_name(seat)}
        if before != after:
            yield Change(label, before, after, pgettext("unit", "k"), mine=mine)


def sections(scenario: Scenario, run: Run) -> Iterator[Change]:
    """The buildings with new sections."""
    for index, (before, after) in enumerate(zip(run.before.standing, run.after.standing, strict=True)):
        if before != after:
            name = cards.contract(scenario, index + 1)
            label = _("%(contract)s, sections") % {"contract": name}
            yield Change(label, before.bit_count(), after.bit_count())


def deck(run: Run) -> Iterator[Change]:
    """The change of the number of contracts that may still come."""
    if run.before.deck != run.after.deck:
        yield Change(_("Contracts in the deck"), run.before.deck, run.after.deck)


def _seats(scene: Scene, run: Run) -> list[int]:
    return sorted(range(len(run.after.cash)), key=lambda seat: (seat != scene.seat, seat))
