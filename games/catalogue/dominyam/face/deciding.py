"""The current prompt in one line and as a card."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face import board, guessing
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import chance_keeping, fits
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.table import best_sum, eatable, meals, pair_sum
from games.catalogue.dominyam.rules.types import DICE
from games.catalogue.dominyam.rules.view import View
from games.ui.faces import DecisionCard, DecisionForm, Scene


@dataclass(frozen=True)
class Die:
    """A die on the table: `kept` if it is kept for the next throw."""

    number: int
    value: int
    kept: bool
    pips: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class MealRow:
    """A possible meal with its points."""

    value: str
    pair: str
    dominoes: str
    pictures: tuple[board.Small, ...]
    total: int
    point: int
    bonus: int
    brings: str
    checked: bool


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """The dice, the possible meals and the other possible actions."""
    prompts = scene.own_prompts()
    if not prompts:
        return None
    prompt, view = prompts[0], scene.view
    kept = _kept(bound)
    context: dict[str, Any] = {
        "key": prompt.key,
        "errors": [error for errors in bound.errors.values() for error in errors] if bound is not None else [],
        "dice": [Die(number, value, number in kept, board.PIPS[value]) for number, value in enumerate(view.dice, 1)],
        "rolls_left": view.rolls_left,
        "throws_words": throws_words(view),
        "throw_words": json.dumps([throw_words(number) for number in range(DICE + 1)], ensure_ascii=False),
        "meals": _meals(view, bound),
        "pairs": _aims(view),
        "roll": view.roll,
        "guessing": view.options.chances == "guess" and view.rolls_left > 0,
        "showing": view.options.chances == "show",
        "aim": _aim(view, bound),
        "guess": str(bound.data.get("guess", "50")) if bound is not None else "50",
        "revealed": revealed(view),
        "guesses_so_far": guessing.so_far(scene.record, scene.seat) if view.options.chances == "guess" else "",
        "target_words": board.target_words(view, best_sum(view.dominoes, view.left)),
        "turn": view.turn,
        "alone": view.players == 1,
    }
    return DecisionCard("dominyam/decision.html", (prompt.key,), {"it": context})


@dataclass(frozen=True)
class Aim:
    """A meal that is still possible: the numbers its halves need, and its chance if chances are shown."""

    key: str
    dominoes: str
    total: int
    words: str
    chance: str


def _aims(view: View) -> list[Aim]:
    """The possible meals: the likeliest first if chances are shown, else the greatest sums."""
    rows = [row for row in board.pair_rows(view) if row.state != "low"]
    if view.options.chances != "show" or not view.rolls_left:
        return [Aim(row.key, row.dominoes, row.total, row.words, "") for row in rows]
    likely = {pair_key(pair): chance_from(view, pair) for pair in eatable(view)}
    rows = sorted(rows, key=lambda row: -likely[row.key])
    return [Aim(row.key, row.dominoes, row.total, row.words, names.percent(likely[row.key])) for row in rows]


def pair_key(pair: tuple[int, int]) -> str:
    """The key of a pair, for example `1-2`."""
    return f"{pair[0]}-{pair[1]}"


def chance_from(view: View, pair: tuple[int, int]) -> int:
    """The chance in thousandths of eating a pair in this turn, with best play."""
    worth = fits((view.dominoes[pair[0] - 1], view.dominoes[pair[1] - 1]))
    kept = (odds.KEEPS[index] for index in odds.keeps_of(view.dice))
    return round(1000 * max(chance_keeping(worth, each, view.rolls_left) for each in kept))


def _aim(view: View, bound: DecisionForm | None) -> str:
    """The meal aimed at: that of the refused form, else that of the last guess if it is still possible."""
    if bound is not None:
        return str(bound.data.get("aim", ""))
    last = (view.guesses or ())[-1:]
    return pair_key(last[0].places) if last and last[0].places in set(eatable(view)) else ""


LINE, RANGE = 12, 290
"""The scale of guessed and exact chances: the position of 0 %, and the length up to 100 %."""


def revealed(view: View) -> dict[str, Any] | None:
    """The last guess of this turn beside the exact chance, in words and as a drawing."""
    for guess in (view.guesses or ())[-1:]:
        pair = first, second = view.dominoes[guess.places[0] - 1], view.dominoes[guess.places[1] - 1]
        said, exact = LINE + RANGE * guess.percent // 100, LINE + RANGE * guess.exact // 1000
        thrown = DICE - len(guess.kept)
        return {
            "dominoes": _("%(first)s and %(second)s") % {"first": names.domino(first), "second": names.domino(second)},
            "said": names.percent(10 * guess.percent),
            "exact": names.percent(guess.exact),
            "said_x": said,
            "exact_x": exact,
            "ticks": [(LINE + RANGE * part // 4, 25 * part) for part in range(5)],
            "kept": names.dice(sorted(guess.kept)),
            "thrown": thrown,
            "throws": guess.throws,
            "steps": guessing.steps(guess, pair),
        }
    return None


def throws_words(view: View) -> str:
    """The number of throws left in this turn, in words."""
    if not view.rolls_left:
        return _("No throws are left.")
    words = ngettext("%(number)d more throw if you like.", "%(number)d more throws if you like.", view.rolls_left)
    return words % {"number": view.rolls_left}


def throw_words(number: int) -> str:
    """The text of the button that throws this many dice."""
    if number == DICE:
        return _("Throw all five")
    if not number:
        return _("You keep all five")
    return ngettext("Throw %(number)d die", "Throw %(number)d dice", number) % {"number": number}


def _kept(bound: DecisionForm | None) -> set[int]:
    """The dice that were ticked in a refused form."""
    given = bound.data.getlist("keep") if bound is not None and hasattr(bound.data, "getlist") else []
    return {int(text) for text in given if text in {str(number) for number in range(1, DICE + 1)}}


def _meals(view: View, bound: DecisionForm | None) -> list[MealRow]:
    """The possible meals, greatest gain first; a single one is selected."""
    chosen = bound.data.get("meal") if bound is not None else None
    found = list(meals(view))
    rows = []
    for meal in found:
        first, second = meal.places
        total = pair_sum(view.dominoes, meal.places)
        bonus = total - view.target if view.options.difference_points else 0
        value = f"{first}-{second}-{meal.point}"
        both = (view.dominoes[first - 1], view.dominoes[second - 1])
        rows.append(
            MealRow(
                value=value,
                pair=f"{first}-{second}",
                pictures=tuple(board.small(domino) for domino in both),
                dominoes=_("%(first)s and %(second)s")
                % {"first": names.domino(both[0]), "second": names.domino(both[1])},
                total=total,
                point=meal.point,
                bonus=bonus,
                brings=names.points(meal.point + bonus),
                checked=value == chosen or len(found) == 1,
            )
        )
    return sorted(rows, key=lambda row: (-row.point - row.bonus, -row.total))


def decision_words(scenario: Scenario, decision: Any) -> str:
    """`decision` is a Prompt or a stored Decision."""
    numbers = {"turn": decision.params["turn"], "target": decision.params["target"]}
    if decision.kind == "meal":
        return _("Eat or go without: turn %(turn)s, target %(target)s") % numbers
    return _("Throw again or eat: turn %(turn)s, target %(target)s") % numbers


def where_words(scenario: Scenario, decision: Any) -> str:
    return _("turn %(turn)s, counting down to 1") % {"turn": decision.params["turn"]}
