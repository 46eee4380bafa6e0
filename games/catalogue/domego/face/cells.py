"""The activities as the board shows them, without coordinates: the drawings and the table are made from these."""

from dataclasses import dataclass
from typing import Literal

from games.catalogue.domego.face.past import Past
from games.catalogue.domego.names import activity_name, role_names
from games.catalogue.domego.rules.allocation import cubes_of
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.ui.faces import RoleName

CardKind = Literal["drawn", "off", "card", "plus"]


@dataclass(frozen=True)
class Cubes:
    """The cubes of a role on an activity. `cubes` is None where the number is hidden; `state` says what the number
    means.
    """

    role: RoleName
    cubes: int | None
    state: Literal["placed", "in", "waiting", "required"]


@dataclass(frozen=True)
class Cell:
    """An activity. `days` are the actual days if it is finished, and its base days if it is to come. For the present
    one they are the days before cards.
    """

    number: int
    name: str
    state: Literal["done", "now", "next"]
    days: int
    cost: int | None
    slots: int
    cards: tuple[CardKind, ...]
    marks: tuple[Cubes, ...]
    drawn: tuple[str, ...]

    @property
    def to_draw(self) -> int:
        return sum(card in ("card", "plus") for card in self.cards)


def cells(scenario: Scenario, view: View, past: Past) -> tuple[Cell, ...]:
    """All activities in order."""
    roles = role_names(scenario)
    return tuple(_cell(scenario, view, past, roles, turn) for turn in range(1, len(view.sheet.activities) + 1))


def _cell(scenario: Scenario, view: View, past: Past, roles: tuple[RoleName, ...], turn: int) -> Cell:
    activity, name = view.sheet.activities[turn - 1], activity_name(scenario, turn)
    slots = max(0, activity.slots + view.added[turn - 1])
    added = max(0, view.added[turn - 1])
    if turn in past.ended:
        ended = past.ended[turn]
        marks = tuple(Cubes(roles[p.role], past.placed(view, turn, p.role), "placed") for p in activity.parts)
        drawn: tuple[str, ...] = view.drawn[turn - 1] if turn <= len(view.drawn) else ()
        cards = _done_cards(len(drawn), slots)
        return Cell(turn, name, "done", ended.days, ended.cost, slots, cards, marks, drawn)
    if turn == view.turn:
        spared, fewer = _reductions(view)
        waiting = sum(e.amount for e in view.waiting if e.activity == turn and e.op == "delay")
        days = max(0, activity.days - fewer + waiting)
        cost = _cost_so_far(view)
        return Cell(turn, name, "now", days, cost, slots, _cards(slots, added, spared), _now_marks(view, roles), ())
    marks = tuple(Cubes(roles[p.role], p.required, "required") for p in activity.parts)
    return Cell(turn, name, "next", activity.days, None, slots, _cards(slots, added, 0), marks, ())


def _done_cards(drawn: int, slots: int) -> tuple[CardKind, ...]:
    kinds: list[CardKind] = ["drawn"] * drawn
    kinds += ["off"] * max(0, slots - drawn)
    return tuple(kinds)


def _cards(slots: int, added: int, spared: int) -> tuple[CardKind, ...]:
    """The cards of a cell: avoided ones first, added ones last."""
    off = min(slots, spared)
    plus = min(added, slots - off)
    kinds: list[CardKind] = ["off"] * off
    kinds += ["card"] * (slots - off - plus)
    kinds += ["plus"] * plus
    return tuple(kinds)


def _reductions(view: View) -> tuple[int, int]:
    """Avoided cards and saved days of the placements that this view shows."""
    parts = view.sheet.activities[view.turn - 1].parts
    cards = days = 0
    for part, move in zip(parts, view.placed, strict=False):
        if move is not None and not view.bankrupt[part.role]:
            cards += part.risk[move.risk_tier][1]
            days += part.delay[move.delay_tier][1]
    return cards, days


def _cost_so_far(view: View) -> int:
    parts = view.sheet.activities[view.turn - 1].parts
    return sum(cubes_of(part, move) for part, move in zip(parts, view.placed, strict=False) if move is not None)


def _now_marks(view: View, roles: tuple[RoleName, ...]) -> tuple[Cubes, ...]:
    parts = view.sheet.activities[view.turn - 1].parts
    marks = []
    for line, part in enumerate(parts):
        move = view.placed[line] if view.placed else None
        ready = bool(view.ready) and view.ready[line]
        if view.bankrupt[part.role]:
            marks.append(Cubes(roles[part.role], part.required, "placed"))
        elif move is not None:
            marks.append(Cubes(roles[part.role], cubes_of(part, move), "in"))
        else:
            marks.append(Cubes(roles[part.role], None, "in" if ready else "waiting"))
    return tuple(marks)
