"""A recorded match as the analysis reads it, and playing on from any of its positions."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.analysis.analyst import Analyst, Spotted
from games.engine.bots import Bot, DefaultBot
from games.engine.draws import Draws, LabelledDraws, derive
from games.engine.facilitation import played as after_move
from games.engine.playout import playout
from games.engine.registry import Game
from games.engine.replay import SeedFrom, draws_at
from games.engine.types import Outcome, Prompt

Progress = Callable[[float], None]
"""Called with the progress of the work, from 0 to 1; may raise `Stop`."""


class Stop(Exception):  # noqa: N818  not an error: somebody called the work off
    """Raised by a progress callback to end the work."""


NO_SEAT = -1


class Step(msgspec.Struct, frozen=True):
    """A recorded move with the state before it. The seat of an event that the facilitator brought is -1."""

    number: int
    seat: int
    key: str
    move: Any
    before: Any


class Match(msgspec.Struct, frozen=True):
    """A match to analyse: the game, its set-up, and its moves (seat, key, move) in order. `numbers` are the moves'
    numbers in the log if undone moves are left out. `judged_by` is the class's aim, for the analyst.
    """

    game: Any
    scenario: Any
    options: Any
    seats: int
    seeds: tuple[SeedFrom, ...]
    moves: tuple[tuple[int | None, str, Any], ...]
    numbers: tuple[int, ...] = ()
    judged_by: Any = None

    def project(self, state: Any) -> int:
        """The share of the common aim that is reached, from 0 to 10,000."""
        return self.analyst.project(state, self.judged_by)

    def number_of(self, place: int) -> int:
        """The number of the move at a place (the first is 1). Places beyond the last move are counted on."""
        if place <= len(self.numbers):
            return self.numbers[place - 1]
        return place + (self.numbers[-1] - len(self.numbers) if self.numbers else 0)

    def place_of(self, number: int) -> int:
        """The place of the move with this number, or of the next one. Raises IndexError beyond the last move."""
        found = next((place for place in range(1, len(self.moves) + 1) if self.number_of(place) >= number), 0)
        if number < 1 or not found:
            raise IndexError(number)
        return found

    @property
    def analyst(self) -> Analyst:
        """The game's part. Only games that have one are analysed."""
        analyst: Analyst = self.game.analysis
        return analyst

    def steps(self) -> tuple[tuple[Step, ...], Any]:
        """The moves with the states before them, and the last state."""
        rules, scenario, options, seats = self.start()
        state = rules.setup(scenario, options, seats, draws_at(self.seeds, 0)).state
        steps = []
        for place, (seat, key, move) in enumerate(self.moves, start=1):
            number = self.number_of(place)
            steps.append(Step(number, NO_SEAT if seat is None else seat, key, move, state))
            state = after_move(rules, state, seat, key, move, draws_at(self.seeds, number)).state
        return tuple(steps), state

    def start(self) -> tuple[Any, Any, Any, int]:
        """The rules and the arguments of their set-up: scenario, options and number of seats."""
        return self.game.rules, self.scenario, self.options, self.seats


class Repairs:
    """Counts, by kind, the changes that made old decisions legal in other positions."""

    def __init__(self) -> None:
        self.changed: Counter[str] = Counter()


class AsDecided:
    """A bot for all seats that carries out recorded intents. Another bot answers the other prompts."""

    def __init__(
        self, analyst: Analyst, intents: Mapping[str, Any], other: Bot, repairs: Repairs | None = None
    ) -> None:
        self.analyst, self.intents, self.other = analyst, intents, other
        self.repairs = repairs or Repairs()

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        if prompt.optional:
            return None
        intent = self.intents.get(self.analyst.topic(prompt))
        if intent is None:
            return self.other.answer(state, prompt, draws)
        carried = self.analyst.carry_out(state, prompt, intent)
        if carried.move is not None:
            self.repairs.changed.update(carried.repairs)
        return carried.move


class Fresh:
    """Draws for bots: a repeated label gives a new value, as in a match that moves on."""

    def __init__(self, seed: bytes) -> None:
        self._draws, self._asked = LabelledDraws(seed), Counter[str]()

    def below(self, sides: int, label: str) -> int:
        self._asked[label] += 1
        return self._draws.below(sides, f"{label}/{self._asked[label]}")


def policy_bot(game: Game, strength: str) -> Bot:
    """A bot by its strength; "default" answers with the rules' defaults, as passed deadlines do."""
    return DefaultBot(game.rules) if strength == "default" else game.bot(strength)


def intents_of(spotted: Sequence[Spotted]) -> dict[str, Any]:
    """The intents by topic; a later decision on a topic replaces an earlier one."""
    return {each.topic: each.intent for each in spotted}


def played_out(game: Game, start: Outcome, seats: int, bot: Bot, seed: bytes) -> Any:
    """The last state of a game that one bot plays for all seats, with the luck of `seed`."""
    draws = LabelledDraws(seed)
    bot_draws = Fresh(derive(seed, "bots"))
    return playout(game.rules, start, [bot] * seats, draws, bot_draws=bot_draws).state
