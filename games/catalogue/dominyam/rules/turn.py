"""A turn from its first throw to the next turn."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.catalogue.dominyam.rules.chances import chance_keeping, fits
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import (
    Eaten,
    Ending,
    GameEnded,
    Guessed,
    Kept,
    Rolled,
    Scored,
    TurnBegun,
    WentWithout,
)
from games.catalogue.dominyam.rules.layout import legal_pairs
from games.catalogue.dominyam.rules.moves import Eat, Reroll
from games.catalogue.dominyam.rules.scoring import final_score
from games.catalogue.dominyam.rules.table import best_sum, check_meal, eatable, meals, pair_sum
from games.catalogue.dominyam.rules.types import DICE, ROLLS, Guess, State, step_of
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat

ALL_DICE = tuple(range(1, DICE + 1))


def begin(state: State, turn: int, attempt: int, seat: Seat, draws: Draws) -> Outcome:
    """Set the target and make the first throw of a turn. README decision 3: the target is lowered without a prompt."""
    best = best_sum(state.dominoes, state.left)
    target = min(turn, best)
    state = replace(state, turn=turn, attempt=attempt, seat=seat, target=target, dice=(), guesses=UNSET)
    begun = TurnBegun(turn=step_of(turn), seat=seat, attempt=attempt, target=target, best=best)
    return _with_events_before((begun,), _thrown(state, 1, ALL_DICE, draws))


def _with_events_before(events: tuple[Any, ...], after: Outcome) -> Outcome:
    return Outcome(after.state, (*events, *after.events))


def _thrown(state: State, roll: int, numbers: tuple[int, ...], draws: Draws) -> Outcome:
    """Throw dice. A die is drawn by turn, attempt, roll and number, so that the dice kept before do not change the
    luck.
    """
    label = f"turn-{state.turn}/attempt-{state.attempt}/roll-{roll}/die-"
    dice = list(state.dice or (0,) * DICE)
    for number in numbers:
        dice[number - 1] = 1 + draws.below(6, f"{label}{number}")
    rolled = Rolled(turn=step_of(state.turn), seat=state.seat, roll=roll, thrown=numbers, dice=tuple(dice))
    return Outcome(replace(state, roll=roll, rolls_left=ROLLS - roll, dice=tuple(dice)), (rolled,))


def reroll(state: State, move: Reroll, draws: Draws) -> Outcome:
    """Throw some dice again, or keep all: then only the meal remains to decide."""
    if not state.rolls_left:
        raise IllegalMove("no_rolls_left", rolls=state.roll)
    if any(one >= next_ for one, next_ in zip(move.dice, move.dice[1:], strict=False)):
        raise IllegalMove("dice_in_order")
    if not move.dice:
        kept = Kept(turn=step_of(state.turn), seat=state.seat, roll=state.roll)
        if move.aim is not None or move.guess is not None:
            raise IllegalMove("nothing_to_guess")
        return Outcome(replace(state, rolls_left=0), (kept,))
    if state.options.chances != "guess":
        if move.aim is not None or move.guess is not None:
            raise IllegalMove("nothing_to_guess")
        return _thrown(state, state.roll + 1, move.dice, draws)
    guess = _guess(state, move)
    dominoes = (state.dominoes[guess.places[0] - 1], state.dominoes[guess.places[1] - 1])
    guessed = Guessed(
        turn=step_of(state.turn), seat=state.seat, places=guess.places, dominoes=dominoes, kept=guess.kept,
        throws=guess.throws, percent=guess.percent, exact=guess.exact,
    )  # fmt: skip
    state = replace(state, guesses=(*(state.guesses or ()), guess))
    return _with_events_before((guessed,), _thrown(state, state.roll + 1, move.dice, draws))


def _guess(state: State, move: Reroll) -> Guess:
    """The guess with the exact chance. Raises IllegalMove without a possible meal, or without a chance."""
    if move.aim is None or move.guess is None or not 0 <= move.guess <= 100:
        raise IllegalMove("guess_first")
    if move.aim not in set(eatable(state)):
        raise IllegalMove("no_such_aim", first=move.aim[0], second=move.aim[1])
    pair = (state.dominoes[move.aim[0] - 1], state.dominoes[move.aim[1] - 1])
    kept = tuple(value for number, value in enumerate(state.dice, start=1) if number not in move.dice)
    exact = round(1000 * chance_keeping(fits(pair), kept, state.rolls_left))
    return Guess(move.aim, kept, state.rolls_left, move.guess, exact)


def eat(state: State, meal: Eat, draws: Draws) -> Outcome:
    """Take two dominoes and score the point die; the next player plays the next lower number."""
    check_meal(state, meal)
    seat, places = state.seat, meal.places
    taken: tuple[Domino, Domino] = (state.dominoes[places[0] - 1], state.dominoes[places[1] - 1])
    bonus = pair_sum(state.dominoes, places) - state.target if state.options.difference_points else 0
    total = state.points[seat] + meal.point + bonus
    eaten = Eaten(
        turn=step_of(state.turn), seat=seat, places=places, dominoes=taken, dice=state.dice, target=state.target,
        point=meal.point, bonus=bonus, total=total,
    )  # fmt: skip
    state = replace(
        state,
        left=tuple(place for place in state.left if place not in places),
        hands=_changed(state.hands, seat, (*state.hands[seat], *places)),
        points=_changed(state.points, seat, total),
        idle=0,
    )
    return _with_events_before((eaten,), _next_turn(state, draws))


def _changed(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def go_without(state: State, draws: Draws) -> Outcome:
    """End the turn without a meal. The next player plays the same number; alone, the next lower one."""
    could = any(True for _ in meals(state))
    without = WentWithout(turn=step_of(state.turn), seat=state.seat, dice=state.dice, could=could)
    idle = state.idle + 1
    state = replace(state, idle=idle)
    if state.players == 1:
        return _with_events_before((without,), _next_turn(state, draws))
    if idle == state.options.stall_limit * state.players:
        return _with_events_before((without,), _end(state, "stalled"))
    return _with_events_before((without,), begin(state, state.turn, state.attempt + 1, _after(state), draws))


def _after(state: State) -> Seat:
    return (state.seat + 1) % state.players


def _next_turn(state: State, draws: Draws) -> Outcome:
    if not state.left:
        return _end(state, "eaten")
    if not legal_pairs(state.left):
        return _end(state, "blocked")
    if state.turn == 1:
        return _end(state, "turns")
    return begin(state, state.turn - 1, 1, _after(state), draws)


def _end(state: State, why: Ending) -> Outcome:
    state = replace(state, ended=why, rolls_left=0)
    events: list[Any] = [GameEnded(turn=step_of(state.turn), why=why, left=state.left)]
    for seat in range(state.players):
        score = final_score(state, seat)
        events.append(
            Scored(
                turn=step_of(state.turn), seat=seat, points=score.points, hand=score.hand, uneaten=score.uneaten,
                total=score.total,
            )
        )  # fmt: skip
    return Outcome(state, tuple(events))
