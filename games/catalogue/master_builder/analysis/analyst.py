"""Master Builder's part of the engine's analysis: the money at the end gained by each draw and by each decision.
A decision is compared with the choices of two bots, the strong and the thrifty one, with the information of the seat.
In an auction it is also compared with passing. If all choices are the same, there is nothing to compare. After the
decision, strong bots play every seat.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.master_builder.analysis.courses import BOT, after, as_seen, fortunes
from games.catalogue.master_builder.analysis.ways import Way, is_weighed, way, ways, yardsticks
from games.catalogue.master_builder.rules.moves import Hire, MasterBuilderMove
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scenario import Scenario, rank_of
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.types import Options, State
from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import Match, Progress, Step
from games.engine.analysis.reckoned import Choice, OfRivals, Reckoned
from games.engine.draws import FastDraws, derive
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought
from games.engine.types import Prompt

HUNDREDTHS: Final = 100
SIZES: Final[Sizes] = (("grave", 2000), ("clear", 1000), ("small", 400))
"""A small difference is 4k at the end, about the wage of a worker in one round."""
PLAYOUTS_A_COURSE: Final = 2
"""The playouts for a course, for each player of the match. Of 200 playouts, each choice gets 25 courses with four
players and 50 with two.
"""
PLAYOUTS_A_PAIR: Final = 4
"""The playouts for a pair of courses: 200 playouts give 50 pairs for each draw."""
FEWEST: Final = 4
SHARE: Final = 0.25
"""The part of the work that the analysis of luck takes."""


class MasterBuilderAnalyst(OfRivals):
    """See `games.engine.analysis.Reckoner`."""

    intent_type: Any = Way
    policy: str = "strong"
    sizes: Sizes = SIZES

    def priced(self, options: Options) -> bool:
        """True with the option of a best plan, because a copied plan is no decision."""
        return options.proposal is True

    def scores(self, state: State) -> tuple[int, ...]:
        return scores(state)

    def turn(self, state: State) -> int:
        """The round of an event."""
        return state.round

    def topic(self, prompt: Prompt) -> str:
        return f"seat-{prompt.seat}/{prompt.key}"

    def topic_turn(self, topic: str) -> int:
        _seat, first, *_rest = topic.split("/")
        return int(first.removeprefix("round-")) if first.startswith("round-") else 0

    def spot(self, steps: Sequence[Step]) -> tuple[Spotted, ...]:
        """The moves that are analysed. Looking through a stack, rents, wishes, later limits and repayments are left
        out.
        """
        return tuple(each for step in steps if (each := _spotted(step)) is not None)

    def carry_out(self, state: State, prompt: Prompt, intent: Way) -> Carried:
        """See `Analyst.carry_out`. If another worker is on top, or the rules refuse the move, the bot decides."""
        if prompt.passive:
            return Carried(None)
        if is_weighed(prompt.kind, intent.move) and _is_possible(state, prompt, intent):
            return Carried(intent.move)
        return Carried(BOT.answer(state, prompt, FastDraws(0)), ("other_table",))

    def again(self, before: State, state: State, move: MasterBuilderMove) -> MasterBuilderMove | None:
        """See `Analyst`. The worker who was hired must be on top."""
        if isinstance(move, Hire) and _top(before, move) != _top(state, move):
            return None
        return move

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Way, ...]:
        """The choices of the two bots and others: all moves, but only a few bids and plans."""
        key = spotted.topic.split("/", 1)[1]
        return tuple(each for each in ways(state, spotted.seat, key) if each != spotted.intent)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`. The draws of a round are reported together."""
        yield from luck(match, seed, max(FEWEST, playouts // PLAYOUTS_A_PAIR), progress)
        steps, _last = match.steps()
        courses = courses_of(match.scenario, playouts)
        for done, step in enumerate(steps):
            progress(SHARE + (1 - SHARE) * done / len(steps))
            choice = weighed(match.scenario, step, seed, courses)
            if choice is not None:
                yield Reckoned(step.seat, step.number, step.before.round, (), (choice,))


def courses_of(scenario: Scenario, playouts: int) -> int:
    """The number of courses of each choice. Matches of more players have longer courses and more decisions, so they get
    fewer.
    """
    return max(FEWEST, playouts // (PLAYOUTS_A_COURSE * scenario.players[-1]))


def _spotted(step: Step) -> Spotted | None:
    if isinstance(step.move, Brought):
        return None
    state: State = step.before
    kind = find(state, step.seat, step.key).kind
    if not is_weighed(kind, step.move):
        return None
    intent = way(state, step.seat, step.move)
    return Spotted(step.number, step.number, step.seat, f"seat-{step.seat}/{step.key}", kind, intent)


def _top(state: State, move: Hire) -> str:
    return next(iter(state.stacks[rank_of(move.skill) - 1].seen), "")


def _is_possible(state: State, prompt: Prompt, intent: Way) -> bool:
    if isinstance(intent.move, Hire) and _top(state, intent.move) != intent.worker:
        return False
    try:
        RULES.apply(state, prompt.seat, prompt.key, intent.move, FastDraws(0))
    except IllegalMove:
        return False
    return True


def luck(match: Match, seed: bytes, pairs: int, progress: Progress) -> Iterator[Reckoned]:
    """The gain of each seat from the draws of each round. Each figure is repeated, because readers take every second
    one: of choices, one half of the figures selects the best. Here nothing is selected.
    """
    last = len(match.moves)
    rounds: dict[int, list[list[int]]] = {}
    numbers: dict[int, int] = {}
    for step, rows in fortunes(match, seed, pairs):
        progress(SHARE * step.number / max(last, step.number))
        told = rounds.setdefault(step.before.round, [[0] * pairs for _seat in rows])
        for sums, row in zip(told, rows, strict=True):
            sums[:] = [one + two for one, two in zip(sums, row, strict=True)]
        numbers[step.before.round] = step.number
    for round_, told in rounds.items():
        for seat, sums in enumerate(told):
            gains = tuple(float(HUNDREDTHS * each) for each in sums for _twice in range(2))
            yield Reckoned(seat, numbers[round_], round_, gains, ())


def weighed(scenario: Scenario, step: Step, seed: bytes, courses: int) -> Choice | None:
    """A decision compared with the choices of the bots; None if all choices are the same."""
    spotted = _spotted(step)
    if spotted is None:
        return None
    state, seat, key = step.before, step.seat, step.key
    thrifty, *others = (way(state, seat, move) for move in yardsticks(state, find(state, seat, key)))
    intents = tuple(dict.fromkeys((spotted.intent, thrifty, *others)))
    if len(intents) == 1:
        return None
    samples: list[list[tuple[float, ...]]] = [[] for _intent in intents]
    for number in range(courses):
        luck_ = derive(seed, f"{spotted.topic}/{number}")
        here = as_seen(scenario, state, seat, luck_)
        for row, intent in zip(samples, intents, strict=True):
            row.append(_worth(after(here, seat, key, intent.move, luck_), seat))
    open_then = {spotted.intent, *ways(state, seat, key)}
    return Choice(spotted, intents, samples, intents.index(thrifty), len(open_then))


def _worth(money: Sequence[int], seat: int) -> tuple[float, ...]:
    """The seat's money in hundredths of k, 1 if nobody has more (else 0), and the seat's money."""
    return float(HUNDREDTHS * money[seat]), float(money[seat] == max(money)), float(money[seat])


ANALYST: Final = MasterBuilderAnalyst()
