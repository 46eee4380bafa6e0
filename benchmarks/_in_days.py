"""A match that people play over days, in simulated time: real rules and paces, answer times from a distribution.

Nothing here reads a clock. Deadlines are handled as on the platform: an overdue decision gets its default. A seat that
is asked again by its own move answers at once, since the same person still has the page open.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from games.engine import codec
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.errors import RulesError
from games.engine.registry import Game, load
from games.engine.types import Prompt
from games.platform.pace import MAX_DAYS, Pace, after_running, due_at

MOST_SEATS = 16
LONGEST = timedelta(days=MAX_DAYS)
SAME_SITTING = timedelta(minutes=3)
NEVER = 0.1
"""The share of people who never answer."""

Share = Callable[[Random], float]
"""Draws which share of its time, from 0 to 1, an answer takes."""


def mostly_late(chance: Random) -> float:
    """One answer in four comes at any moment of its time, three in four in its last quarter."""
    return chance.random() if chance.random() < 1 / 4 else 1 - chance.random() / 4


def any_moment(chance: Random) -> float:
    """Each moment between the question and its deadline is as likely as any other."""
    return chance.random()


@dataclass
class Pending:
    """A pending answer: its deadline, and the moment at which the person will answer (None: never)."""

    prompt: Prompt
    due_at: datetime
    comes_at: datetime | None


@dataclass(frozen=True)
class Setting:
    """The setting of a match. `never` is the share of people who never answer; `share` draws their answer times."""

    game: Game
    scenario: Any
    options: Any
    seats: int
    pace: Pace
    never: float = NEVER
    share: Share = mostly_late


def setting(game: str, scenario: str, limits: Pace, options: bytes = b"{}", **more: Any) -> Setting:
    """A shipped scenario with as many people as it has seats."""
    kind = load(game)
    read = kind.rules.load_scenario(kind.scenarios[scenario])
    chosen = codec.read_options(options, kind.rules.options_type)
    return Setting(kind, read, chosen, seats_of(kind, read, chosen), limits, **more)


def seats_of(kind: Game, scenario: Any, options: Any) -> int:
    """The highest number of seats with which the rules begin."""
    for seats in range(MOST_SEATS, 0, -1):
        try:
            kind.rules.setup(scenario, options, seats, LabelledDraws(bytes(32)))
        except (RulesError, ValueError, IndexError):
            continue
        return seats
    raise LookupError(kind.key)


class Simulated:
    """One match from its start to its end."""

    def __init__(self, played: Setting, start: datetime, seed: bytes) -> None:
        self.played, self.now = played, start
        self.chance = Random(seed)
        self.draws = LabelledDraws(derive(seed, "cards"))
        self.bot_draws = FastDraws(self.chance.getrandbits(32))
        self.bot = played.game.bot(played.game.usual_bot)
        self.absent = {seat for seat in range(played.seats) if self.chance.random() < played.never}
        self.state = played.game.rules.setup(played.scenario, played.options, played.seats, self.draws).state
        self.pending: dict[tuple[int, str], Pending] = {}

    def end(self) -> datetime:
        """Play the match out; return its end, or the moment from which nobody waits for the match any more."""
        rules, last = self.played.game.rules, self.now + LONGEST
        self._ask(rules.prompts(self.state), None)
        while self.pending and self.now < last:
            at, place = min((self._next(each), place) for place, each in self.pending.items())
            self.now = max(self.now, at)
            self._answer(place)
            self._ask(rules.prompts(self.state), place[0])
        return self.now

    def _next(self, pending: Pending) -> datetime:
        """The moment of the next answer or deadline."""
        return min(pending.due_at, pending.comes_at) if pending.comes_at else pending.due_at

    def _answer(self, place: tuple[int, str]) -> None:
        pending, rules = self.pending[place], self.played.game.rules
        move = None
        if pending.due_at > self.now:
            move = self.bot.answer(self.state, pending.prompt, self.bot_draws)
            if move is None:  # it waits for somebody else's word
                pending.comes_at = None
                return
        if move is None:
            move = rules.default(self.state, *place)
        self.state = rules.apply(self.state, *place, move, self.draws).state

    def _ask(self, prompts: Sequence[Prompt], mover: int | None) -> None:
        """Update the pending answers to the prompts, as `games.platform.services.record` does. A prompt that stays open
        keeps its deadline. No answer is planned for a prompt that depends on another seat.
        """
        before, self.pending = self.pending, {}
        for prompt in prompts:
            if prompt.optional:
                continue
            place = (prompt.seat, prompt.key)
            known = before.get(place)
            if known is not None and known.prompt.passive == prompt.passive:
                self.pending[place] = known
                continue
            due = known.due_at if known else due_at(self.played.pace, prompt.minutes, self.now)
            if due is None:
                raise ValueError("a match over days has deadlines")
            fresh = known is None and prompt.seat == mover
            self.pending[place] = Pending(prompt, due, self._comes_at(prompt, due, fresh=fresh))

    def _comes_at(self, prompt: Prompt, due: datetime, *, fresh: bool) -> datetime | None:
        if prompt.seat in self.absent or prompt.passive:
            return None
        limits = self.played.pace
        if limits.mode == "live":
            return self.now if fresh else self.now + (due - self.now) * self.played.share(self.chance)
        taken = SAME_SITTING if fresh else timedelta(hours=limits.hours) * self.played.share(self.chance)
        return after_running(limits, taken, self.now)


def played_out(played: Setting, starts: Sequence[datetime], seed: bytes) -> list[datetime]:
    """The end of one match for each start. Matches differ in cards, absent people and answer times."""
    return [Simulated(played, start, derive(seed, f"match-{i}")).end() for i, start in enumerate(starts)]
