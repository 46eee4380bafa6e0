"""Decisions: the worth of each choice compared with the other open ones.

A game that knows the worth of its positions computes it exactly. Otherwise a bot plays each choice on over common
draws.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games.engine.analysis.accounts import ResultAccount
from games.engine.analysis.analyst import Sizes, Spotted
from games.engine.analysis.played import AsDecided, Match, intents_of, played_out, policy_bot
from games.engine.analysis.statistics import Mean, above_nothing, mean_of
from games.engine.bots import Bot
from games.engine.draws import derive
from games.engine.types import Outcome

PLAYOUTS = 200
FALSE = 0.05
"""The share of reported verdicts that may be chance: 5 in 100, on average over many matches."""
TURNING_POINTS = 5
FEWEST = 4
ONE_OTHER = 2
"""The number of options of a decision with a single alternative."""
NOTHING = Mean(0.0, 0.0)


class Option(msgspec.Struct, frozen=True):
    """An option of a decision and its average results: the common result, how often the whole aim was reached, the
    deciding seat's score, and the measures. In a game of rivals `project` is the judged value of the deciding
    seat, in hundredths.
    """

    intent: Any
    made: bool
    project: Mean
    reached: Mean
    own: Mean
    measures: tuple[Mean, ...]


class Difference(msgspec.Struct, frozen=True):
    """The advantage of another option over the one that was made; `option` is its index. Positive: it was better, or
    the game's measure would have been higher. Half of the playouts choose the option, the other half measure it.
    So the best of many does not look better than it is. A single alternative is measured by all playouts.
    """

    option: int
    project: Mean
    reached: Mean
    own: Mean
    measures: tuple[Mean, ...]


class Weighed(msgspec.Struct, frozen=True):
    """A decision with its options, the one that was made first. `best` is the best other option for the project.
    `edge` is the advantage of the made one over the middle of the others, or over the plain one (`Choice.plain`).
    `choices` is the number of open ones if `options` leaves some out. The whole match decides what may be
    reported. `loss` is the size of a mistake, empty for none. `praised` means better than the middle. `middle` is
    the middle one of the others, for a decision weighed without playouts. Its scores are unknown.
    """

    number: int
    seat: int
    turn: int
    topic: str
    kind: str
    options: tuple[Option, ...]
    best: Difference
    edge: Mean
    loss: str = ""
    praised: bool = False
    choices: int = 0
    middle: Difference | None = None

    @property
    def lost(self) -> float:
        """The loss of the common result by the decision; 0 if it cannot be distinguished from chance."""
        return self.best.project.value if self.loss else 0.0

    @property
    def won(self) -> float:
        """The gain by the decision; 0 if it cannot be distinguished from chance. It is 0 for a mistake, too: a choice
        better than the middle earns no praise if another was better still.
        """
        return self.edge.value if self.praised and not self.loss else 0.0

    @property
    def weight(self) -> float:
        """The size of the decision's effect on the project, a loss or a gain."""
        return self.lost or self.won


class Judgement(NamedTuple):
    """The exact judgement of a match with a common result: its account, and its decisions that had alternatives."""

    account: ResultAccount
    decisions: tuple[Weighed, ...]


class Weighing(msgspec.Struct, frozen=True):
    """All decisions of a match that had alternatives. `playouts` is 0 for a match with a common result."""

    playouts: int
    decisions: tuple[Weighed, ...]


def played_on(match: Match, each: Spotted, intents: Sequence[Any], seed: bytes, playouts: int) -> Weighed:
    """A decision with these intents, the made one first, each played on `playouts` times with the same luck. The
    others' decisions of the same turn stay as they were; afterwards the policy bot plays every seat. The playouts
    do not know the cards of the real match. Raises ValueError for fewer than four playouts.
    """
    enough(playouts)
    analyst, (steps, _last) = match.analyst, match.steps()
    turn, spotted = analyst.topic_turn(each.topic), analyst.spot(steps)
    before = steps[match.place_of(each.at) - 1].before
    beside = intents_of([other for other in spotted if analyst.topic_turn(other.topic) == turn])
    policy = policy_bot(match.game, analyst.policy)
    seeds = [derive(seed, f"weigh/{each.topic}/{number}") for number in range(playouts)]
    bots = (AsDecided(analyst, beside | {each.topic: intent}, policy) for intent in intents)
    samples = [[_worth(match, before, bot, each.seat, luck) for luck in seeds] for bot in bots]
    return weighed(each, turn, tuple(intents), samples)


def enough(playouts: int) -> None:
    """Raises ValueError for fewer than four playouts: half of them choose, and a standard error needs two."""
    if playouts < FEWEST:
        raise ValueError(f"{playouts} playouts tell nothing; take {FEWEST} or more")


def _worth(match: Match, state: Any, bot: Bot, seat: int, seed: bytes) -> tuple[int, ...]:
    """The common result, whether the whole aim was reached, the seat's score, and the measures."""
    last, analyst = played_out(match.game, Outcome(state), match.seats, bot, seed), match.analyst
    return match.project(last), int(analyst.reached(last)), analyst.scores(last)[seat], *analyst.values(last)


def weighed(
    each: Spotted,
    turn: int,
    intents: tuple[Any, ...],
    samples: Sequence[Sequence[tuple[float, ...]]],
    against: int | None = None,
) -> Weighed:
    """A decision before it is judged. `samples` hold a row of playouts for each intent, the made one first. The edge
    is measured against the intent at index `against`, or against the middle one if it is None.
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
    best = _against(columns, _best(project))
    edge = _edge(project) if against is None else _minus(_more(project, against))
    return Weighed(each.number, each.seat, turn, each.topic, each.kind, options, best, edge)


def exactly(
    each: Spotted, turn: int, intents: tuple[Any, ...], worths: Sequence[tuple[int, ...]], sizes: Sizes
) -> Weighed:
    """A decision whose options are valued without playouts. `worths` hold, for each intent, the average common result
    and measures in tenths. The made one comes first.
    """
    means = [[Mean(10.0 * first, 0.0), *(Mean(value / 10, 0.0) for value in rest)] for first, *rest in worths]
    options = tuple(
        Option(intent, index == 0, project, NOTHING, NOTHING, tuple(measures))
        for index, (intent, (project, *measures)) in enumerate(zip(intents, means, strict=True))
    )
    ordered = sorted(range(1, len(means)), key=lambda index: (-worths[index][0], index))
    best, middle = (_apart(means, place) for place in (ordered[0], ordered[len(ordered) // 2]))
    edge = _minus(middle.project)
    loss, least = size_of(best.project.value, sizes), min(size for _name, size in sizes)
    praised = not loss and edge.value >= least
    return Weighed(
        each.number, each.seat, turn, each.topic, each.kind, options, best, edge, loss, praised, middle=middle
    )


def _apart(means: Sequence[Sequence[Mean]], option: int) -> Difference:
    project, *measures = (
        Mean(other.value - made.value, 0.0) for made, other in zip(means[0], means[option], strict=True)
    )
    return Difference(option, project, NOTHING, NOTHING, tuple(measures))


def _best(rows: list[list[float]]) -> int:
    """The index of the best other option by the even playouts."""
    totals = [sum(row[0::2]) for row in rows]
    return max(range(1, len(rows)), key=lambda index: (totals[index], -index))


def _against(columns: list[list[list[float]]], option: int) -> Difference:
    project, reached, own, *measures = (_more(rows, option) for rows in columns)
    return Difference(option, project, reached, own, tuple(measures))


def _edge(rows: list[list[float]]) -> Mean:
    """The edge of the made option over the middle one of the others (of two, the better one). The even playouts find
    that one; the odd ones measure.
    """
    ordered = sorted(range(1, len(rows)), key=lambda index: (sum(rows[index][0::2]), -index))
    return _minus(_more(rows, ordered[len(ordered) // 2]))


def _minus(mean: Mean) -> Mean:
    return Mean(0.0 - mean.value, mean.error)


def _more(rows: list[list[float]], best: int) -> Mean:
    """The advantage of option `best`, measured by the odd playouts. A single alternative is measured by all playouts,
    as none was used to choose it.
    """
    each = slice(None) if len(rows) == ONE_OTHER else slice(1, None, 2)
    return mean_of([other - made for made, other in zip(rows[0][each], rows[best][each], strict=True)])


def judged(decisions: Sequence[Weighed], sizes: Sizes) -> tuple[Weighed, ...]:
    """The same decisions with their reported verdicts."""
    least = min(each for _name, each in sizes)
    losses = above_nothing([each.best.project for each in decisions], FALSE, least)
    gains = above_nothing([each.edge for each in decisions], FALSE, least)
    return tuple(
        msgspec.structs.replace(
            each,
            loss=size_of(each.best.project.value, sizes) if place in losses else "",
            praised=place in gains,
        )
        for place, each in enumerate(decisions)
    )


def size_of(lost: float, sizes: Sizes) -> str:
    """The name of a loss; empty for one too small to matter."""
    return next((name for name, least in sizes if lost >= least), "")


def turning_points(weighing: Weighing, number: int = TURNING_POINTS) -> tuple[Weighed, ...]:
    """The decisions with the greatest reported effect on the project, in the order of the match."""
    weighty = [each for each in weighing.decisions if each.weight > 0]
    weighty.sort(key=lambda each: (-each.weight, each.number))
    return tuple(sorted(weighty[:number], key=lambda each: each.number))
