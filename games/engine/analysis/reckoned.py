"""Analysis of games of rivals with computable chances: the luck of each turn, and the loss by its decisions.

The analyst gives the worth of every choice, exact over the chance of the turn itself. Only the time after the turn is
played out, with the same games for all choices of a turn. One half of the games determines how play goes on and which
choice is best. The other half measures, as in `decisions`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from games.engine.analysis.analyst import Analyst, Measure, Spotted
from games.engine.analysis.decisions import Weighed, Weighing, enough, judged, weighed
from games.engine.analysis.played import Match, Progress
from games.engine.analysis.statistics import Mean, mean_of, sum_of

LISTED = 7
"""The number of other choices that are kept of a decision: the best ones."""


class Choice(msgspec.Struct, frozen=True):
    """A decision with its choices, the made one first. `samples` hold a row for each choice and in it a tuple for
    each playout. The tuple holds the judged worth in hundredths, the chance of the game's "reached", the seat's
    points, and the measures. `plain` is the index of the choice of a player who does not weigh: a better choice is
    praised. `choices` is the number of open ones if `intents` leaves some out.
    """

    spotted: Spotted
    intents: tuple[Any, ...]
    samples: list[list[tuple[float, ...]]]
    plain: int = 0
    choices: int = 0


class Reckoned(msgspec.Struct, frozen=True):
    """A turn of a seat that ended with move `number`. `gains` are the seat's gains by chance, in hundredths, by
    playout; their average over all chance is 0. The unit is that of judged worth unless the game names another.
    `gains` is empty if chance has no part in the turn.
    """

    seat: int
    number: int
    turn: int
    gains: tuple[float, ...]
    choices: tuple[Choice, ...]


class Reckoner(Analyst, Protocol):
    """An analyst that computes the worth of choices by itself."""

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """The turns of a match in order. `playouts` games continue after each turn."""


class OfRivals:
    """Base of a reckoner. Rivals have no common aim, so `project`, `reached`, `judge` and the measures are empty. Few
    of their decisions are numbers.
    """

    measures: Sequence[Measure] = ()

    def priced(self, options: Any) -> bool:
        return False

    def values(self, state: Any) -> tuple[int, ...]:
        return ()

    def project(self, state: Any, judged_by: Any = None) -> int:
        return 0

    def reached(self, state: Any) -> bool:
        return False

    def judge(self, match: Any) -> None:
        return None

    def bounds(self, state: Any, spotted: Spotted) -> tuple[int, int] | None:
        return None

    def numbered(self, spotted: Spotted, number: int) -> Any:
        raise LookupError(number)


class Forecast(msgspec.Struct, frozen=True):
    """The chance of each seat to win before move `number`, in a turn."""

    number: int
    turn: int
    chances: tuple[float, ...]


class Forecaster(Reckoner, Protocol):
    """A reckoner that also gives each seat's chance to win over the match."""

    def forecasts(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Forecast]:
        """Forecasts in the order of the match. The progress continues from that of `reckon`."""


class Stroke(msgspec.Struct, frozen=True):
    """The gain of a seat by chance in a turn that ended with move `number`."""

    number: int
    seat: int
    turn: int
    gain: Mean


class Account(msgspec.Struct, frozen=True):
    """A seat's luck (None if unmeasured) and the loss by its decisions against the best ones, in judged hundredths."""

    seat: int
    turns: int
    decisions: int
    luck: Mean | None
    lost: Mean


class Reckoning(msgspec.Struct, frozen=True):
    """All decisions that had alternatives, all turns, the sums by seat, and forecasts where the game has some."""

    weighing: Weighing
    strokes: tuple[Stroke, ...]
    accounts: tuple[Account, ...]
    forecasts: tuple[Forecast, ...] = ()


def reckons(analyst: Any) -> bool:
    """Does a game's analyst compute the worth of choices by itself?"""
    return hasattr(analyst, "reckon")


def reckon(match: Match, seed: bytes, *, playouts: int, progress: Progress = lambda share: None) -> Reckoning:
    """Reckon a finished match. Raises ValueError for fewer than four playouts."""
    enough(playouts)
    analyst: Any = match.analyst
    strokes, lost = [], []
    found: list[Weighed] = []
    for turn in analyst.reckon(match, seed, playouts, progress):
        if turn.gains:
            strokes.append(Stroke(turn.number, turn.seat, turn.turn, mean_of(turn.gains[1::2])))
        found += [_weighed(analyst, choice) for choice in turn.choices]
        lost.append((turn.seat, _lost(turn.choices)))
    counts = [sum(each.seat == seat for each in found) for seat in range(match.seats)]
    accounts = tuple(
        Account(
            seat,
            sum(each.seat == seat for each in strokes),
            counts[seat],
            sum_of([each.gain for each in strokes if each.seat == seat]) if strokes else None,
            sum_of([mean for whose, mean in lost if whose == seat and mean is not None]),
        )
        for seat in range(match.seats)
    )
    found.sort(key=lambda each: each.number)
    weighing = Weighing(playouts, judged(found, analyst.sizes))
    forecasts = analyst.forecasts(match, seed, playouts, progress) if hasattr(analyst, "forecasts") else ()
    return Reckoning(weighing, tuple(strokes), accounts, tuple(forecasts))


def _weighed(analyst: Analyst, choice: Choice) -> Weighed:
    """A decision that keeps only the best other options and the plain one: some decisions have thirty."""
    totals = [_first_half(row) for row in choice.samples]
    others = sorted(range(1, len(totals)), key=lambda index: (-totals[index], index))
    kept = [0, *others[:LISTED]]
    if choice.plain not in kept:
        kept.append(choice.plain)
    each = weighed(
        choice.spotted,
        analyst.topic_turn(choice.spotted.topic),
        tuple(choice.intents[index] for index in kept),
        [choice.samples[index] for index in kept],
        against=kept.index(choice.plain),
    )
    return msgspec.structs.replace(each, choices=choice.choices or len(choice.intents))


def _lost(choices: Sequence[Choice]) -> Mean | None:
    """The loss by the decisions of a turn, each against the best choice, which may be the made one. None without
    choices.
    """
    sums: list[float] = []
    for choice in choices:
        totals = [_first_half(row) for row in choice.samples]
        best = max(range(len(totals)), key=lambda index: (totals[index], -index))
        more = [
            other[0] - made[0] for made, other in zip(choice.samples[0][1::2], choice.samples[best][1::2], strict=True)
        ]
        sums = more if not sums else [one + two for one, two in zip(sums, more, strict=True)]
    return mean_of(sums) if sums else None


def _first_half(row: Sequence[tuple[float, ...]]) -> float:
    return sum(worth[0] for worth in row[0::2])
