"""Decisions: what each choice was worth against the others that were open, played on by a bot over common draws."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.analysis.analyst import Spotted
from games.engine.analysis.played import AsDecided, Match, Progress, Step, intents_of, played_out, policy_bot
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.bots import Bot
from games.engine.draws import derive
from games.engine.types import Outcome

PLAYOUTS = 200
BEYOND_NOISE = 3.0
"""Standard errors by which a difference must differ from 0 to be told: with forty decisions in a match, chance alone
passes a limit of 2 about once in every match, this one about once in twenty.
"""
TURNING_POINTS = 5
FEWEST = 4


class Option(msgspec.Struct, frozen=True):
    """A way to decide and what it led to on average: the common result, the score of the seat that decides, and the
    measures.
    """

    intent: Any
    made: bool
    project: Mean
    own: Mean
    measures: tuple[Mean, ...]


class Difference(msgspec.Struct, frozen=True):
    """What another option would have been worth more than the one that was made: `option` is its index. Positive: it
    was better. Half of the playouts choose the option, the other half measure it, so that choosing the best of many
    does not make it look better than it is. `measures` are how much higher the game's measures would have been.
    """

    option: int
    by: Mean
    measures: tuple[Mean, ...]

    @property
    def beyond_noise(self) -> bool:
        """May it be called better or worse at all?"""
        return abs(self.by.value) > BEYOND_NOISE * self.by.error


class Weighed(msgspec.Struct, frozen=True):
    """A decision with its options, the one that was made first. `project` and `own` are against the best other option,
    `edge` is what the made one is better for the project than the middle one of the others.
    """

    number: int
    seat: int
    turn: int
    topic: str
    kind: str
    options: tuple[Option, ...]
    project: Difference
    own: Difference
    edge: Mean

    @property
    def lost(self) -> float:
        """What the best other option would have been worth more; 0 within the noise."""
        return max(0.0, self.project.by.value) if self.project.beyond_noise else 0.0

    @property
    def won(self) -> float:
        """What the made one was worth more than the middle of the others; 0 within the noise."""
        return self.edge.value if self.edge.value > BEYOND_NOISE * self.edge.error else 0.0

    @property
    def weight(self) -> float:
        """How much the project turned here, either way."""
        return max(self.lost, self.won)


class Weighing(msgspec.Struct, frozen=True):
    """All decisions of a match that had alternatives."""

    playouts: int
    decisions: tuple[Weighed, ...]


def weigh(match: Match, seed: bytes, *, playouts: int = PLAYOUTS, progress: Progress = lambda share: None) -> Weighing:
    """Weigh each decision of a match. What others decided in the same turn stays as it was; from then on the policy
    bot plays every seat. The cards of the real game are not known to the playouts. Raises ValueError for fewer than
    four playouts: half of them choose, and an error needs two.
    """
    if playouts < FEWEST:
        raise ValueError(f"{playouts} playouts tell nothing; take {FEWEST} or more")
    steps, _last = match.steps()
    spotted = match.analyst.spot(steps)
    found = []
    for index, each in enumerate(spotted):
        progress(index / len(spotted))
        weighed = _weigh_one(match, steps[match.place_of(each.at) - 1], each, spotted, seed, playouts)
        if weighed is not None:
            found.append(weighed)
    return Weighing(playouts, tuple(found))


def _weigh_one(
    match: Match, step: Step, each: Spotted, spotted: Sequence[Spotted], seed: bytes, playouts: int
) -> Weighed | None:
    analyst, state = match.analyst, step.before
    others = analyst.alternatives(state, each)
    if not others:
        return None
    turn = analyst.topic_turn(each.topic)
    beside = intents_of([other for other in spotted if analyst.topic_turn(other.topic) == turn])
    policy = policy_bot(match.game, analyst.policy)
    seeds = [derive(seed, f"weigh/{each.topic}/{number}") for number in range(playouts)]
    samples = []
    for intent in (each.intent, *others):
        bot = AsDecided(analyst, beside | {each.topic: intent}, policy)
        samples.append([_worth(match, state, bot, each.seat, luck) for luck in seeds])
    return _weighed(each, turn, (each.intent, *others), samples)


def _worth(match: Match, state: Any, bot: Bot, seat: int, seed: bytes) -> tuple[int, ...]:
    """The common result, the seat's score, the measures."""
    last = played_out(match.game, Outcome(state), match.seats, bot, seed)
    return match.analyst.project(last), match.analyst.scores(last)[seat], *match.analyst.values(last)


def _weighed(each: Spotted, turn: int, intents: tuple[Any, ...], samples: list[list[tuple[int, ...]]]) -> Weighed:
    """`samples` hold a row of playouts for each intent, the one that was meant first."""
    project, own, *measures = ([[worth[n] for worth in row] for row in samples] for n in range(len(samples[0][0])))
    options = tuple(
        Option(
            intent,
            index == 0,
            mean_of(project[index]),
            mean_of(own[index]),
            tuple(mean_of(rows[index]) for rows in measures),
        )
        for index, intent in enumerate(intents)
    )
    for_all, for_seat = _against_best(project, measures), _against_best(own, measures)
    return Weighed(each.number, each.seat, turn, each.topic, each.kind, options, for_all, for_seat, _edge(project))


def _against_best(rows: list[list[int]], measures: list[list[list[int]]]) -> Difference:
    """The even playouts choose the best other option, the odd ones measure it."""
    totals = [sum(row[0::2]) for row in rows]
    best = max(range(1, len(rows)), key=lambda index: (totals[index], -index))
    return Difference(best, _more(rows, best), tuple(_more(table, best) for table in measures))


def _edge(rows: list[list[int]]) -> Mean:
    """The even playouts find the middle one of the others, the better one of two; the odd ones measure it."""
    ordered = sorted(range(1, len(rows)), key=lambda index: (sum(rows[index][0::2]), -index))
    more = _more(rows, ordered[len(ordered) // 2])
    return Mean(-more.value, more.error)


def _more(rows: list[list[int]], best: int) -> Mean:
    return mean_of([other - made for made, other in zip(rows[0][1::2], rows[best][1::2], strict=True)])


def turning_points(weighing: Weighing, number: int = TURNING_POINTS) -> tuple[Weighed, ...]:
    """The decisions at which the project turned most, beyond the noise, in the order of the match."""
    weighty = [each for each in weighing.decisions if each.weight > 0]
    weighty.sort(key=lambda each: (-each.weight, each.number))
    return tuple(sorted(weighty[:number], key=lambda each: each.number))
