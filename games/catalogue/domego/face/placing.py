"""The card for an allocation: the cost and gain of each tier, and the changes that a choice makes."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.face import thens
from games.catalogue.domego.face.preview import words_data
from games.catalogue.domego.face.purse import missing_for, others_placed, required_by_turn
from games.catalogue.domego.names import activity_name
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.catalogue.domego.rules.allocation import after_placing, cubes_of
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Part, Tiers
from games.catalogue.domego.rules.types import Firm
from games.catalogue.domego.rules.view import View, firm_before, own_placement
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene
from games.ui.sentences import listed_with_and

STRIP_CUBES = 14
"""More cubes than this do not fit into the strip."""


@dataclass(frozen=True)
class TierLine:
    value: int
    cubes: int
    gain: int
    gain_words: str
    cubes_words: str
    checked: bool


@dataclass(frozen=True)
class Change:
    key: str
    name: str
    now: str
    then: str


def placing(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The context of placing.html. A refused form keeps its input, and is counted as far as possible."""
    view: View = scene.view
    seat = prompt.seat
    activity = view.sheet.activities[view.turn - 1]
    part = activity.parts[activity.part_of[seat]]
    before, placed = firm_before(view, seat), own_placement(view, seat)
    typed = _typed(part, bound)
    move = typed or placed or Allocate(max(0, part.required - before.stock))
    number, price = cubes_of(part, move), view.sheet.high_price
    later = required_by_turn(view, seat, view.turn + 1)
    after = after_placing(before, part, move, price)
    return {
        "prompt": prompt,
        "form": bound,
        "activity": activity_name(scene.scenario, view.turn),
        "part": part,
        "placed": placed,
        "placed_words": _placed_words(part, placed) if placed else "",
        "before": before,
        "price": k(price),
        "move": move,
        "buy": bound["buy"].value() if bound else move.buy,
        "most": before.money // price,
        "number": number,
        "short": max(0, number - before.stock),
        "risk": _tier_lines(part.risk, move.risk_tier, cards),
        "delay": _tier_lines(part.delay, move.delay_tier, days),
        "changes": _changes(view, seat, (view.firms[seat], after), part, move),
        "strip": strip(part, move, before.stock),
        "then": thens.of_placing(scene, seat, part, move),
        "later": sum(required for _, required in later),
        "later_turns": _activities_words([turn for turn, _ in later]),
        "later_cost": k(price * max(0, sum(required for _, required in later) - max(0, after.stock))),
        "sum_words": _sum_words(number, move.buy * price),
        "fewer_words": fewer_words(part, move),
        "go_words": _go_words(number, move.buy * price),
        "data": _data(view, seat, before, part, sum(required for _, required in later)),
    }


def _typed(part: Part, bound: DecisionForm | None) -> Allocate | None:
    """The input of a refused form, limited to tiers that exist; None without one."""
    if bound is None:
        return None
    given = getattr(bound, "cleaned_data", {})
    risk, delay = given.get("risk_tier") or 0, given.get("delay_tier") or 0
    risk, delay = risk if risk < len(part.risk) else 0, delay if delay < len(part.delay) else 0
    buy = given.get("buy")
    if buy is None and bound.is_preview:
        return Allocate(missing_for(bound.scene.view, bound.prompt.seat, Allocate(0, risk, delay)), risk, delay)
    if buy is None:
        raw = bound["buy"].value()
        buy = int(raw) if str(raw).isdecimal() and len(str(raw)) < 7 else 0
    return Allocate(buy, risk, delay)


def _tier_lines(tiers: Tiers, chosen: int, unit: Any) -> tuple[TierLine, ...]:
    """The lines of the tiers; empty if there is no choice."""
    if len(tiers) == 1:
        return ()
    return tuple(
        TierLine(
            value,
            number,
            gain,
            _("−%(what)s") % {"what": unit(gain)} if gain else _("None"),
            cubes(number),
            value == chosen,
        )
        for value, (number, gain) in enumerate(tiers)
    )


def fewer_words(part: Part, move: Allocate) -> str:
    """A text such as `1 card and 3 days fewer`."""
    spared, quicker = part.risk[move.risk_tier][1], part.delay[move.delay_tier][1]
    parts = ([cards(spared)] if spared else []) + ([days(quicker)] if quicker else [])
    return _("%(what)s fewer") % {"what": listed_with_and(parts)} if parts else _("no reduction")


def _placed_words(part: Part, placed: Allocate) -> str:
    words = {"cubes": cubes(cubes_of(part, placed)), "fewer": fewer_words(part, placed)}
    return _("You placed %(cubes)s: %(fewer)s.") % words


def _activities_words(turns: list[int]) -> str:
    words = ngettext("activity %(turns)s", "activities %(turns)s", len(turns))
    return words % {"turns": listed_with_and([str(turn) for turn in turns])}


def _sum_words(number: int, paid: int) -> str:
    return _("%(cubes)s, %(money)s") % {"cubes": cubes(number), "money": k(paid)} if paid else cubes(number)


def _go_words(number: int, paid: int) -> str:
    action = _("Place %(cubes)s") % {"cubes": cubes(number)}
    return _("%(action)s, pay %(money)s") % {"action": action, "money": k(paid)} if paid else action


def _now_numbers(view: View, seat: int) -> tuple[int, int]:
    """The pair (cards to draw, days before cards) without the seat's own placement."""
    activity = view.sheet.activities[view.turn - 1]
    number = activity.slots + view.added[view.turn - 1]
    length = activity.days + sum(e.amount for e in view.waiting if e.activity == view.turn and e.op == "delay")
    for part, move in zip(activity.parts, view.placed, strict=False):
        if move is not None and part.role != seat and not view.bankrupt[part.role]:
            number -= part.risk[move.risk_tier][1]
            length -= part.delay[move.delay_tier][1]
    return number, length


def _changes(view: View, seat: int, firms: tuple[Firm, Firm], part: Part, move: Allocate) -> tuple[Change, ...]:
    """The changes of a choice: `now` includes the seat's placement so far, `then` has the choice instead."""
    standing, after = firms
    to_draw, length = _now_numbers(view, seat)
    others, placed = others_placed(view, seat), own_placement(view, seat)
    pairs = (
        (to_draw, length, others) if move is None else _with(part, move, to_draw, length, others)
        for move in (placed, move)
    )
    (cards_now, days_now, cost_now), (cards_then, days_then, cost_then) = pairs
    return (
        Change("money", _("Your money"), k(standing.money), k(after.money)),
        Change("stock", _("Your stock"), str(standing.stock), str(after.stock)),
        Change("cards", _("Risk cards to draw"), str(max(0, cards_now)), str(max(0, cards_then))),
        Change("days", _("Days, before cards"), str(max(0, days_now)), str(max(0, days_then))),
        Change("cost", _("Cost of this activity, before cards"), str(cost_now), str(cost_then)),
    )


def _with(part: Part, move: Allocate, number: int, length: int, cost: int) -> tuple[int, int, int]:
    """The cards, days and cost with a placement of the seat."""
    spared, quicker = part.risk[move.risk_tier][1], part.delay[move.delay_tier][1]
    return number - spared, length - quicker, cost + cubes_of(part, move)


@dataclass(frozen=True)
class StripGroup:
    """Cubes for one purpose, with the dimension line below them."""

    cubes: tuple[tuple[int, bool], ...]
    """Pairs (x, True if the cube is bought)."""
    line: str
    middle: float
    words: str


def strip(part: Part, move: Allocate, stock: int) -> tuple[StripGroup, ...]:
    """The cubes of a placement as preview.js draws them; empty if they do not fit."""
    purposes = (
        (part.required, _("%(number)d required")),
        (part.risk[move.risk_tier][0], _("%(number)d risk")),
        (part.delay[move.delay_tier][0], _("%(number)d duration")),
    )
    if sum(number for number, _ in purposes) > STRIP_CUBES:
        return ()
    groups, x, drawn = [], 2, 0
    for number, words in purposes:
        if not number:
            continue
        start = x
        places = tuple((x + 21 * index, drawn + index >= stock) for index in range(number))
        x += 21 * number
        drawn += number
        end = x - 5
        line = f"M{start} 30v10M{end} 30v10M{start} 35H{end}"
        if number > 1:
            line += f"M{start - 3} 35h3M{end} 35h3M{start - 4} 39l8 -8M{end - 4} 39l8 -8"
        middle = max((start + end) / 2, start + 28)
        groups.append(StripGroup(places, line, middle, words % {"number": number}))
        x = max(x + 10, start + 62)
    return tuple(groups)


def _data(view: View, seat: int, before: Firm, part: Part, later: int) -> dict[str, Any]:
    to_draw, length = _now_numbers(view, seat)
    return {
        "stock": before.stock,
        "money": before.money,
        "price": view.sheet.high_price,
        "required": part.required,
        "cards": to_draw,
        "days": length,
        "cost": others_placed(view, seat),
        "later": later,
        "strip": STRIP_CUBES,
        "words": words_data(),
    }
