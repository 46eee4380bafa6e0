"""A game for tests of the engine: each seat says a number from 1 to 3, both at once, until the sum reaches the goal."""

import json
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from games.engine.bots import RandomBot
from games.engine.errors import PROMPT_CLOSED, IllegalMove, ScenarioError
from games.engine.registry import Game
from games.engine.types import Choice, Event, Move, Outcome, Prompt, Result, Span, Value, places


class Say(Move, frozen=True):
    number: Annotated[int, Meta(ge=0, le=9)]


class Said(Event, frozen=True):
    number: int
    luck: int


class Goal(Value, frozen=True):
    goal: int


class Nothing(Value, frozen=True):
    pass


class Sums(Value, frozen=True):
    goal: int
    turn: int
    sums: tuple[int, ...]
    said: tuple[int | None, ...]


class Counting:
    """The rules of the game. See `games.engine.rules.Rules`."""

    key = "counting"
    version = 1
    state_type: Any = Sums
    move_type: Any = Say
    event_type: Any = Said
    options_type: Any = Nothing

    def load_scenario(self, text):
        try:
            return Goal(json.loads(text)["goal"])
        except KeyError as missing:
            raise ScenarioError("goal", "is missing") from missing

    def seat_counts(self, scenario):
        return range(2, 3)

    def setup(self, scenario, options, seats, draws):
        return Outcome(Sums(scenario.goal, 1, (0,) * seats, (None,) * seats))

    def prompts(self, state):
        if sum(state.sums) >= state.goal:
            return ()
        return tuple(
            Prompt(f"turn-{state.turn}/say", seat, "say", simultaneous=True, optional=said is not None)
            for seat, said in enumerate(state.said)
        )

    def choices(self, state, seat, key):
        if not any((prompt.seat, prompt.key) == (seat, key) for prompt in self.prompts(state)):
            raise IllegalMove(PROMPT_CLOSED)
        return (Choice(Say(1), (Span("number", 1, 3),)),)

    def apply(self, state, seat, key, move, draws):
        self.choices(state, seat, key)
        if not 1 <= move.number <= 3:
            raise IllegalMove("not_1_to_3", number=move.number)
        said = tuple(move.number if index == seat else number for index, number in enumerate(state.said))
        if None in said:
            return Outcome(replace(state, said=said), (Said(move.number, 0, turn=state.turn, seat=seat),))
        luck = draws.below(2, f"turn-{state.turn}/luck")
        sums = tuple(sum(pair) for pair in zip(state.sums, said, strict=True))
        after = Sums(state.goal, state.turn + 1, (sums[0] + luck, *sums[1:]), (None,) * len(sums))
        return Outcome(after, (Said(move.number, luck, turn=state.turn, seat=seat),))

    def default(self, state, seat, key):
        self.choices(state, seat, key)
        return Say(1)

    def view(self, state, seat):
        return state

    def result(self, state):
        return None if self.prompts(state) else Result(state.sums, places(state.sums))


RULES = Counting()
GAME = Game("counting", RULES, {"ten": '{"goal": 10}'}, {"random": RandomBot}, "random")
