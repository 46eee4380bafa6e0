"""The prompts of the seats: one at a time, `turn-N/attempt-A/roll-R`, or `.../meal` without throws left."""

from functools import lru_cache

from games.catalogue.dominyam.rules.moves import NoMeal, Reroll
from games.catalogue.dominyam.rules.table import eatable, meals
from games.catalogue.dominyam.rules.types import DICE, State
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Choice, Prompt, Seat, Span

REROLLS = tuple(
    Choice(Reroll(tuple(die for die in range(1, DICE + 1) if subset >> (die - 1) & 1))) for subset in range(1 << DICE)
)


def key_of(state: State) -> str:
    """The key of the one open prompt."""
    step = f"roll-{state.roll}" if state.rolls_left else "meal"
    return f"turn-{state.turn}/attempt-{state.attempt}/{step}"


@lru_cache(4096)
def _prompt(key: str, seat: Seat, kind: str, turn: int, target: int, rolls_left: int) -> Prompt:
    params: dict[str, int | str] = {"turn": turn, "target": target, "rolls_left": rolls_left}
    return Prompt(key, seat, kind, params=params)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    if state.ended is not None:
        return ()
    kind = "appetite" if state.rolls_left else "meal"
    return (_prompt(key_of(state), state.seat, kind, state.turn, state.target, state.rolls_left),)


def check_open(state: State, seat: Seat, key: str) -> None:
    """Raises IllegalMove("prompt_closed") unless this seat has this open prompt."""
    if state.ended is not None or seat != state.seat or key != key_of(state):
        raise IllegalMove(PROMPT_CLOSED)


def _rerolls(state: State) -> tuple[Choice, ...]:
    """Any dice; if chances are guessed, each with a possible meal and any chance of it."""
    if state.options.chances != "guess":
        return REROLLS
    pairs, percent = tuple(eatable(state)), (Span("guess", 0, 100),)
    aimed = (Choice(Reroll(each.move.dice, pair, 0), percent) for each in REROLLS if each.move.dice for pair in pairs)
    return (REROLLS[0], *aimed)


def legal_choices(state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
    check_open(state, seat, key)
    rerolls = _rerolls(state) if state.rolls_left else ()
    return (*rerolls, *(Choice(meal) for meal in meals(state)), Choice(NoMeal()))
