"""A role's money and stock and the counters before each event, computed backwards from the current position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Bankrupt,
    Bought,
    EffectApplied,
    EffectDeferred,
    InstalmentPaid,
    Paid,
    Placed,
)
from games.catalogue.domego.rules.sheet import Goals
from games.catalogue.domego.rules.view import View
from games.engine.types import Value
from games.ui.faces import Scene
from games.ui.recap import Change, Happened


class Figures(Value, frozen=True):
    """The values that a card can change, as on the page. `money` and `stock` of the reader's seat count what it has
    placed; without a seat they are 0.
    """

    money: int
    stock: int
    reached: Goals
    added: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """Something that happened, with its place, and the figures around it."""

    place: int
    told: Happened
    before: Figures
    after: Figures

    @property
    def event(self) -> Any:
        """The event of this step."""
        return self.told.event


def steps_of(scene: Scene, happened: Sequence[Happened]) -> list[Step]:
    """Every event with the figures before and after it."""
    view: View = scene.view
    firm = None if scene.seat is None else view.firms[scene.seat]
    reached = Goals(view.delay, view.cost, view.failures)
    now = Figures(firm.money if firm else 0, firm.stock if firm else 0, reached, view.added)
    replaced = _replaced(scene, happened)
    known = [now]
    for place in range(len(happened) - 1, -1, -1):
        event = happened[place].event
        known.append(_undone(scene, known[-1], event, replaced.get(place)))
    known.reverse()
    return [Step(place, told, known[place], known[place + 1]) for place, told in enumerate(happened)]


def _replaced(scene: Scene, happened: Sequence[Happened]) -> dict[int, Placed]:
    """The earlier placement that each new placement of the reader replaces, by the index of the new one."""
    mine = [(place, each.event) for place, each in enumerate(happened) if _is_own(each.event, scene.seat)]
    recorded = [event for event in scene.record if _is_own(event, scene.seat)]
    earlier = recorded[: len(recorded) - len(mine)]
    found: dict[int, Placed] = {}
    last = earlier[-1] if earlier else None
    for place, event in mine:
        if last is not None and last.turn == event.turn:
            found[place] = last
        last = event
    return found


def _is_own(event: Any, seat: int | None) -> bool:
    return isinstance(event, Placed) and seat is not None and event.seat == seat


def _undone(scene: Scene, figures: Figures, event: Any, replaced: Placed | None) -> Figures:
    """The figures from before an event."""
    match event:
        case ActivityEnded():
            return replace(figures, reached=event.before)
        case EffectDeferred(op="risk"):
            added = list(figures.added)
            added[event.activity - 1] -= event.amount
            return replace(figures, added=tuple(added))
    return figures if scene.seat is None else _purse_undone(scene, figures, event, replaced)


def _purse_undone(scene: Scene, figures: Figures, event: Any, replaced: Placed | None) -> Figures:
    seat = scene.seat
    match event:
        case Bankrupt() if event.seat == seat:
            return replace(figures, money=event.lost_money, stock=event.lost_stock)
        case Bankrupt() if event.payer == seat:
            return replace(figures, money=figures.money + event.amount - event.by_bank)
        case Paid() | InstalmentPaid() if event.seat == seat:
            return replace(figures, money=figures.money + event.amount - event.by_bank)
        case Paid() | InstalmentPaid() if event.payee == seat:
            return replace(figures, money=figures.money - event.amount)
    if event.seat != seat:
        return figures
    match event:
        case Bought():
            return replace(figures, money=figures.money + event.paid, stock=figures.stock - event.quantity)
        case EffectApplied(how="done"):
            stock = figures.stock - event.bought + event.cubes
            return replace(figures, money=figures.money + event.paid + event.k, stock=stock)
        case Placed():
            bought = event.buy - (replaced.buy if replaced else 0)
            cubes = event.cubes - (replaced.cubes if replaced else 0)
            money = figures.money + bought * scene.view.sheet.high_price
            return replace(figures, money=money, stock=figures.stock - bought + cubes)
    return figures


def purse_changes(scene: Scene, steps: Sequence[Step], labels: tuple[str, str], units: tuple[str, str]) -> list[Change]:
    """The changes of the reader's money and stock in some steps."""
    found = []
    for name, label, unit in zip(("money", "stock"), labels, units, strict=True):
        moved = [step for step in steps if getattr(step.before, name) != getattr(step.after, name)]
        if moved:
            before, after = getattr(moved[0].before, name), getattr(moved[-1].after, name)
            why = f"money-{scene.seat}" if name == "money" else ""
            found.append(Change(label, before, after, unit, why, mine=True))
    return found
