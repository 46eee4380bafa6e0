"""Decisions: what each choice was worth against the others that were open, played on by a bot over common draws."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.analysis.analyst import Sizes, Spotted
from games.engine.analysis.played import AsDecided, Match, Progress, Step, intents_of, played_out, policy_bot
from games.engine.analysis.statistics import Mean, above_nothing, mean_of
from games.engine.bots import Bot
from games.engine.draws import derive
from games.engine.types import Outcome

PLAYOUTS = 200
FALSE = 0.05
"""The share of what a match is told that may be chance: 5 in 100 verdicts, on the average of many matches."""
LEAST_OWN = 0.5
"""Points of the seat that decides."""
TURNING_POINTS = 5
FEWEST = 4
ONE_OTHER = 2
"""Options of a decision that has one other than the one that was made."""


class Option(msgspec.Struct, frozen=True):
    """A way to decide and what it led to on average: the common result, how often all of it was reached, the score of
    the seat that decides, and the measures. In a game of rivals `project` is what the seat that decides is judged by,
    in hundredths.
    """

    intent: Any
    made: bool
    project: Mean
    reached: Mean
    own: Mean
    measures: tuple[Mean, ...]


class Difference(msgspec.Struct, frozen=True):
    """What another option would have been worth more than the one that was made: `option` is its index. Positive: it
    was better, or the game's measure would have been higher. Half of the playouts choose the option, the other half
    measure it, so that choosing the best of many does not make it look better than it is; of one, all measure it.
    """

    option: int
    project: Mean
    reached: Mean
    own: Mean
    measures: tuple[Mean, ...]


class Weighed(msgspec.Struct, frozen=True):
    """A decision with its options, the one that was made first. `best` is the best other option for the project,
    `best_own` for the seat that decides; `edge` is what the made one is better for the project than the middle one of
    the others, or than the plain one (`Choice.plain`). `choices` were open where `options` are not all of them. What
    may be told of them is decided over the whole match: `loss` is the size of a mistake, empty for none; `praised`: it
    was better than the middle; `own_told`: the seat could have had more for itself.
    """

    number: int
    seat: int
    turn: int
    topic: str
    kind: str
    options: tuple[Option, ...]
    best: Difference
    best_own: Difference
    edge: Mean
    loss: str = ""
    praised: bool = False
    own_told: bool = False
    choices: int = 0

    @property
    def lost(self) -> float:
        """What the decision cost of the common result; 0 where nothing can be told."""
        return self.best.project.value if self.loss else 0.0

    @property
    def won(self) -> float:
        """What it brought; 0 where nothing can be told, and for a mistake: better than the middle is no praise where
        another choice was better still.
        """
        return self.edge.value if self.praised and not self.loss else 0.0

    @property
    def weight(self) -> float:
        """How much the project turned here, either way."""
        return self.lost or self.won


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
    return Weighing(playouts, judged(found, match.analyst.sizes))


def _weigh_one(
    match: Match, step: Step, each: Spotted, spotted: Sequence[Spotted], seed: bytes, playouts: int
) -> Weighed | None:
    analyst, state = match.analyst, step.before
    others = analyst.alternatives(state, each)
    if not others:
        return None
    intents = (each.intent, *others)
    samples = _samples(match, state, each, spotted, intents, seed, playouts)
    return weighed(each, analyst.topic_turn(each.topic), intents, samples)


def _samples(
    match: Match,
    state: Any,
    each: Spotted,
    spotted: Sequence[Spotted],
    intents: Sequence[Any],
    seed: bytes,
    playouts: int,
) -> list[list[tuple[int, ...]]]:
    """A row of playouts for each intent, all with the same luck."""
    analyst = match.analyst
    turn = analyst.topic_turn(each.topic)
    beside = intents_of([other for other in spotted if analyst.topic_turn(other.topic) == turn])
    policy = policy_bot(match.game, analyst.policy)
    seeds = [derive(seed, f"weigh/{each.topic}/{number}") for number in range(playouts)]
    bots = (AsDecided(analyst, beside | {each.topic: intent}, policy) for intent in intents)
    return [[_worth(match, state, bot, each.seat, luck) for luck in seeds] for bot in bots]


def loss_by(match: Match, decision: Weighed, seed: bytes, playouts: int) -> Mean:
    """What the best other option of a decision is worth more for the project, by playouts of another seed."""
    each = next(one for one in match.analyst.spot(match.steps()[0]) if one.number == decision.number)
    return difference_by(match, each, decision.options[decision.best.option].intent, seed, playouts)


def difference_by(match: Match, each: Spotted, intent: Any, seed: bytes, playouts: int) -> Mean:
    """What another intent is worth more for the project than the one that was carried out, by playouts."""
    steps, _last = match.steps()
    spotted, before = match.analyst.spot(steps), steps[match.place_of(each.at) - 1].before
    made, other = _samples(match, before, each, spotted, (each.intent, intent), seed, playouts)
    return mean_of([more[0] - less[0] for less, more in zip(made, other, strict=True)])


def _worth(match: Match, state: Any, bot: Bot, seat: int, seed: bytes) -> tuple[int, ...]:
    """The common result, whether all of it was reached, the seat's score, the measures."""
    last, analyst = played_out(match.game, Outcome(state), match.seats, bot, seed), match.analyst
    return match.project(last), int(analyst.reached(last)), analyst.scores(last)[seat], *analyst.values(last)


def weighed(
    each: Spotted,
    turn: int,
    intents: tuple[Any, ...],
    samples: Sequence[Sequence[tuple[float, ...]]],
    against: int | None = None,
) -> Weighed:
    """A decision before it is judged. `samples` hold a row of playouts for each intent, the one that was meant first.
    The edge is measured against the intent of this index, None for the middle one.
    """
    columns = [[[worth[n] for worth in row] for row in samples] for n in range(len(samples[0][0]))]
    project, reached, own, *measures = columns
    options = tuple(
        Option(
            intent,
            index == 0,
            mean_of(project[index]),
            mean_of(reached[index]),
            mean_of(own[index]),
            tuple(mean_of(rows[index]) for rows in measures),
        )
        for index, intent in enumerate(intents)
    )
    best, best_own = (_against(columns, _best(rows)) for rows in (project, own))
    edge = _edge(project) if against is None else _minus(_more(project, against))
    return Weighed(each.number, each.seat, turn, each.topic, each.kind, options, best, best_own, edge)


def _best(rows: list[list[float]]) -> int:
    """The best other option by the even playouts."""
    totals = [sum(row[0::2]) for row in rows]
    return max(range(1, len(rows)), key=lambda index: (totals[index], -index))


def _against(columns: list[list[list[float]]], option: int) -> Difference:
    project, reached, own, *measures = (_more(rows, option) for rows in columns)
    return Difference(option, project, reached, own, tuple(measures))


def _edge(rows: list[list[float]]) -> Mean:
    """The even playouts find the middle one of the others, the better one of two; the odd ones measure it."""
    ordered = sorted(range(1, len(rows)), key=lambda index: (sum(rows[index][0::2]), -index))
    return _minus(_more(rows, ordered[len(ordered) // 2]))


def _minus(mean: Mean) -> Mean:
    return Mean(0.0 - mean.value, mean.error)


def _more(rows: list[list[float]], best: int) -> Mean:
    """By the odd playouts; by all of them where there is one other option only, for then none was chosen by them."""
    each = slice(None) if len(rows) == ONE_OTHER else slice(1, None, 2)
    return mean_of([other - made for made, other in zip(rows[0][each], rows[best][each], strict=True)])


def judged(decisions: Sequence[Weighed], sizes: Sizes) -> tuple[Weighed, ...]:
    """The same decisions with what may be told of them."""
    least = min(each for _name, each in sizes)
    losses = above_nothing([each.best.project for each in decisions], FALSE, least)
    gains = above_nothing([each.edge for each in decisions], FALSE, least)
    own = above_nothing([each.best_own.own for each in decisions], FALSE, LEAST_OWN)
    return tuple(
        msgspec.structs.replace(
            each,
            loss=size_of(each.best.project.value, sizes) if place in losses else "",
            praised=place in gains,
            own_told=place in own,
        )
        for place, each in enumerate(decisions)
    )


def size_of(lost: float, sizes: Sizes) -> str:
    """The name of a loss of what is judged; empty for one that does not matter."""
    return next((name for name, least in sizes if lost >= least), "")


def turning_points(weighing: Weighing, number: int = TURNING_POINTS) -> tuple[Weighed, ...]:
    """The decisions at which the project turned most, of those of which something can be told, in the order of the
    match.
    """
    weighty = [each for each in weighing.decisions if each.weight > 0]
    weighty.sort(key=lambda each: (-each.weight, each.number))
    return tuple(sorted(weighty[:number], key=lambda each: each.number))
