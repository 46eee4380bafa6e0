"""Dominyam's part of the engine's analysis: each throw and each meal with its worth. A decision is judged by the lead
in points over the mean of the others; alone, by the points.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, Final

from games.catalogue.dominyam.analysis.after import NO_MEAL, Pair, leads
from games.catalogue.dominyam.analysis.turn import NOTHING, Chances, Meal, Turn
from games.catalogue.dominyam.bots.guessing import guessed
from games.catalogue.dominyam.bots.strong import StrongBot
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.scoring import final_score
from games.catalogue.dominyam.rules.table import check_meal, meals
from games.catalogue.dominyam.rules.types import DICE, ROLLS, Options, State, step_of
from games.catalogue.dominyam.rules.view import view_of
from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import NO_SEAT, Match, Progress, Step
from games.engine.analysis.reckoned import Choice, OfRivals, Reckoned
from games.engine.draws import FastDraws, derive
from games.engine.errors import IllegalMove
from games.engine.types import Prompt, Value

HUNDREDTHS: Final = 100
SIZES: Final = (("grave", 800), ("clear", 400), ("small", 200))
"""Differences below two points of lead are ignored, because the estimate is not more precise."""


class Keep(Value, frozen=True, tag_field="kind", tag="keep"):
    """Throw again with these dice kept, in ascending order. All five: throw no more."""

    dice: tuple[int, ...]


class Take(Value, frozen=True, tag_field="kind", tag="take"):
    """Eat these dominoes, which are at these places; the die left over shows `point`."""

    places: tuple[int, int]
    dominoes: tuple[Domino, Domino]
    point: int


Intent = Keep | Take | NoMeal


class DominyamAnalyst(OfRivals):
    """See `games.engine.analysis.Reckoner`."""

    intent_type: Any = Intent
    policy: str = "strong"
    sizes: Sizes = SIZES

    def priced(self, options: Options) -> bool:
        return options.chances == "show"

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(final_score(state, seat).total for seat in range(state.players))

    def turn(self, state: State) -> int:
        return step_of(state.turn)

    def topic(self, prompt: Prompt) -> str:
        return _topic(prompt.seat, prompt.key)

    def topic_turn(self, topic: str) -> int:
        _seat, turn, _attempt, _step = topic.split("/")
        return step_of(int(turn.removeprefix("turn-")))

    def spot(self, steps: Sequence[Step]) -> tuple[Spotted, ...]:
        """All moves of seats. The kind contains the dice: `throw-1-3-3-5-6`, or `meal-...` after the last throw."""
        return tuple(_spotted(step) for step in steps if step.seat != NO_SEAT)

    def carry_out(self, state: State, prompt: Prompt, intent: Intent) -> Carried:
        """If the dice differ from those of the match, the bot decides."""
        move = move_of(state, intent)
        if move is not None:
            return Carried(move)
        return Carried(BOT.answer(state, prompt, FastDraws(0)), ("other_dice",))

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Intent, ...]:
        """All different sets of dice to keep, all possible meals, and no meal. Keeping all dice is left out, because it
        only postpones the choice of a meal.
        """
        keeps = (odds.KEEPS[index] for index in odds.keeps_of(state.dice)) if state.rolls_left else ()
        found: tuple[Intent, ...] = (
            *(Keep(dice) for dice in keeps if len(dice) < DICE),
            *(_intent(state, meal) for meal in meals(state)),
            NoMeal(),
        )
        return tuple(each for each in found if each != spotted.intent)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`."""
        turns = turns_of(match)
        for done, steps in enumerate(turns):
            progress(done / len(turns))
            yield self.reckon_turn(steps, seed, playouts)

    def reckon_turn(self, steps: Sequence[Step], seed: bytes, playouts: int) -> Reckoned:
        """The analysis of one turn, from all its moves."""
        state: State = steps[0].before
        label = f"turn-{state.turn}/attempt-{state.attempt}"
        return _reckoned(self, steps, leads(state, derive(seed, label), playouts))


def turns_of(match: Match) -> list[tuple[Step, ...]]:
    """The moves of each turn, in order. Events of the facilitator are no moves of a turn."""
    moves = [step for step in match.steps()[0] if step.seat != NO_SEAT]
    return [tuple(steps) for _turn, steps in groupby(moves, key=_turn_of)]


def _topic(seat: int, key: str) -> str:
    return f"seat-{seat}/{key}"


def _turn_of(step: Step) -> tuple[int, int, int]:
    state: State = step.before
    return state.turn, state.attempt, state.seat


def _spotted(step: Step) -> Spotted:
    state: State = step.before
    kind = "throw" if state.rolls_left else "meal"
    told = "-".join((kind, *map(str, sorted(state.dice))))
    return Spotted(step.number, step.number, step.seat, _topic(step.seat, step.key), told, _intent(state, step.move))


def _intent(state: State, move: DominyamMove) -> Intent:
    if isinstance(move, Reroll):
        return Keep(tuple(sorted(value for number, value in enumerate(state.dice, 1) if number not in move.dice)))
    if isinstance(move, Eat):
        first, second = move.places
        return Take(move.places, (state.dominoes[first - 1], state.dominoes[second - 1]), move.point)
    return move


def move_of(state: State, intent: Intent) -> DominyamMove | None:
    """The move for an intent; None if the dice do not allow it."""
    match intent:
        case Keep():
            if not state.rolls_left or odds.KEEP_INDEX[intent.dice] not in odds.keeps_of(state.dice):
                return None
            return guessed(view_of(state, state.seat), Reroll(odds.numbers_thrown(state.dice, intent.dice)))
        case Take():
            meal = Eat(intent.places, intent.point)
            try:
                check_meal(state, meal)
            except IllegalMove:
                return None
            return meal
    return intent


def _reckoned(analyst: DominyamAnalyst, steps: Sequence[Step], after: Mapping[Pair, Sequence[float]]) -> Reckoned:
    """A turn with its throws and decisions. One half of the games selects the best continuation
    (`games.engine.analysis`).
    """
    worths = {pair: fmean(rows[0::2]) for pair, rows in after.items()}
    last = steps[-1]
    turn = Turn(worths, last.before.dominoes)
    luck: dict[Meal, float] = {}
    before: Chances | None = turn.keeping((), ROLLS)
    choices = []
    for step in steps:
        state: State = step.before
        spotted = _spotted(step)
        if before is not None:
            _add(luck, turn.standing(state.dice, state.rolls_left), 1)
            _add(luck, before, -1)
        intents = (spotted.intent, *analyst.alternatives(state, spotted))
        chances = [_chances(turn, state, intent) for intent in intents]
        if len(intents) > 1:
            rows = [_samples(after, each) for each in chances]
            choices.append(Choice(spotted, intents, rows, _plain(chances)))
        before = None if not isinstance(step.move, Reroll) or not step.move.dice else chances[0]
    gains = tuple(lead for lead, *_rest in _samples(after, luck))
    return Reckoned(last.seat, last.number, analyst.topic_turn(_spotted(last).topic), gains, tuple(choices))


def _add(sums: dict[Meal, float], chances: Chances, sign: int) -> None:
    for meal, chance in chances.items():
        sums[meal] = sums.get(meal, 0.0) + sign * chance


def _chances(turn: Turn, state: State, intent: Intent) -> Chances:
    match intent:
        case Keep():
            if len(intent.dice) == DICE:
                return {turn.stopping(intent.dice): 1.0}
            return turn.keeping(intent.dice, state.rolls_left)
        case Take():
            return {(intent.places, intent.point): 1.0}
    return {NOTHING: 1.0}


def _of_a_meal(chances: Chances) -> float:
    return sum(chance for meal, chance in chances.items() if meal != NOTHING)


def _plain(chances: Sequence[Chances]) -> int:
    """The simple choice: the likeliest meal, then the greatest point die. The actual choice is preferred if it is as
    good.
    """

    def worth(each: Chances) -> tuple[float, float]:
        return round(_of_a_meal(each), 9), round(sum(chance * point for (_pair, point), chance in each.items()), 9)

    return max(range(len(chances)), key=lambda index: (worth(chances[index]), -index))


def _samples(after: Mapping[Pair, Sequence[float]], chances: Chances) -> list[tuple[float, ...]]:
    """By playout: the lead in hundredths of a point, the chance of a meal, the lead; exact over the dice."""
    meal, points = _of_a_meal(chances), sum(chance * point for (_pair, point), chance in chances.items())
    pairs: dict[Pair, float] = {}
    for (pair, _point), chance in chances.items():
        pairs[pair] = pairs.get(pair, 0.0) + chance
    leads_then = [points] * len(after[NO_MEAL])
    for pair, chance in pairs.items():
        for index, each in enumerate(after[pair]):
            leads_then[index] += chance * each
    return [(HUNDREDTHS * each, meal, each) for each in leads_then]


BOT: Final = StrongBot(RULES)
ANALYST: Final = DominyamAnalyst()
