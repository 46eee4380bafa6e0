"""The results of the games of a trial, as numbers that add up: chunks of games are merged in any order."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any, Final, Self

import msgspec
from msgspec.structs import replace

Counts = dict[int, int]
"""Number of games (or decisions) by value."""

FORMAT: Final = 1
STRENGTHS: Final = ("experts", "usual")


class Goal(msgspec.Struct, frozen=True):
    """A collective target. If `rising`, it is met at or over `goal`, otherwise at or under it."""

    name: str
    goal: int
    rising: bool = False

    def is_met(self, value: int) -> bool:
        """Does this value meet the target?"""
        return value >= self.goal if self.rising else value <= self.goal


class SeatTally(msgspec.Struct, frozen=True):
    """One seat. `points` and `places` count games by value. `events` count games by the number of times that a thing
    happened to the seat, by its name. `moves` and `decisions` are sums over all games. `curve` counts games by the
    figure of the game's account, after each turn from 0.
    """

    points: Counts
    places: Counts
    events: dict[str, Counts]
    moves: int = 0
    decisions: int = 0
    curve: tuple[Counts, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """A question of the rules at a place of the scenario. It was put to seats `asked` times; `alone` times only one
    answer was legal or of any use. `answers` count the choices that were made.
    """

    asked: int = 0
    alone: int = 0
    answers: dict[str, int] = {}

    def share(self, answer: str) -> float:
        """The share of an answer among all that were given; 0 without any."""
        return self.answers.get(answer, 0) / max(1, sum(self.answers.values()))


class CardTally(msgspec.Struct, frozen=True):
    """A card: the number of games in which it was `drawn`, and in which it `changed` something. `why` counts the games
    without effect by reason.
    """

    drawn: int = 0
    changed: int = 0
    why: dict[str, int] = {}


class Tally(msgspec.Struct, frozen=True):
    """The games of one strength: `bot` holds all seats. `games` ended; `unended` were stopped and count for nothing
    else. `reached` are the values of the targets by the number of the game. `events` are those of all seats. `moves`,
    `decisions`, `minutes` and `turns` count games by value. `seconds` are the estimated seconds of each turn, summed
    over games. Keys of `questions` and `cards` are paths of the scenario.
    """

    bot: str
    games: int = 0
    unended: int = 0
    goals: tuple[Goal, ...] = ()
    reached: dict[int, tuple[int, ...]] = {}
    seats: tuple[SeatTally, ...] = ()
    events: dict[str, Counts] = {}
    moves: Counts = {}
    decisions: Counts = {}
    minutes: Counts = {}
    turns: Counts = {}
    seconds: Counts = {}
    questions: dict[str, Question] = {}
    cards: dict[str, CardTally] = {}

    def values(self, target: int) -> Counts:
        """The distribution of a target's values."""
        return counted(values[target] for values in self.reached.values())

    def met(self, target: int) -> int:
        """The number of games that met a target."""
        return sum(self.goals[target].is_met(values[target]) for values in self.reached.values())

    def all_met(self) -> int:
        """The number of games that met all targets; 0 in a game without any."""
        if not self.goals:
            return 0
        return sum(
            all(goal.is_met(value) for goal, value in zip(self.goals, values, strict=True))
            for values in self.reached.values()
        )

    def with_event(self, name: str, seat: int | None = None) -> int:
        """The number of games in which a thing happened at least once: to a seat, or without one to any."""
        counts = self.events.get(name) if seat is None else self.seats[seat].events.get(name)
        return self.games - (counts or {0: self.games}).get(0, 0)


class Trial(msgspec.Struct, frozen=True):
    """A scenario tried by bots: all seats held by `experts`, the game's strongest bots, and by the `usual` ones."""

    game: str
    scenario: str
    seats: int
    experts: Tally
    usual: Tally
    format: int = FORMAT

    def of(self, strength: str) -> Tally:
        """The tally of a strength, one of `STRENGTHS`."""
        tally: Tally = getattr(self, strength)
        return tally

    def merged(self, other: Self) -> Self:
        """Both trials as one. Raises ValueError for other games, or for games that both have."""
        if (self.game, self.scenario, self.seats) != (other.game, other.scenario, other.seats):
            raise ValueError("these are trials of different scenarios")
        return replace(self, experts=merged(self.experts, other.experts), usual=merged(self.usual, other.usual))


def counted(values: Any) -> Counts:
    """The number of times that each value occurs, by rising value."""
    found: Counts = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return dict(sorted(found.items()))


def merged(one: Tally, other: Tally) -> Tally:
    """The tally of both sets of games. Raises ValueError for another bot, other targets, or a game in both."""
    if one.bot != other.bot:
        raise ValueError(f"one tally is of {one.bot}, the other of {other.bot}")
    if twice := one.reached.keys() & other.reached.keys():
        raise ValueError(f"game {min(twice)} is in both tallies")
    if one.goals and other.goals and one.goals != other.goals:
        raise ValueError("the targets differ")
    return Tally(
        bot=one.bot,
        games=one.games + other.games,
        unended=one.unended + other.unended,
        goals=one.goals or other.goals,
        reached=dict(sorted((one.reached | other.reached).items())),
        seats=tuple(_seats(*pair) for pair in zip_longest(one.seats, other.seats, fillvalue=None)),
        events=_by_key(one.events, other.events, _sums),
        questions=_by_key(one.questions, other.questions, _questions),
        cards=_by_key(one.cards, other.cards, _cards),
        **{name: _sums(getattr(one, name), getattr(other, name)) for name in SUMMED},
    )


SUMMED: Final = ("moves", "decisions", "minutes", "turns", "seconds")


def _sums(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    return dict(sorted((key, one.get(key, 0) + other.get(key, 0)) for key in {*one, *other}))


def _by_key(one: Mapping[str, Any], other: Mapping[str, Any], both: Callable[[Any, Any], Any]) -> dict[str, Any]:
    joined = {key: both(one[key], other[key]) if key in one and key in other else (one | other)[key]  # type: ignore[operator]
              for key in {*one, *other}}  # fmt: skip
    return dict(sorted(joined.items()))


def _questions(one: Question, other: Question) -> Question:
    return Question(one.asked + other.asked, one.alone + other.alone, _sums(one.answers, other.answers))


def _cards(one: CardTally, other: CardTally) -> CardTally:
    return CardTally(one.drawn + other.drawn, one.changed + other.changed, _sums(one.why, other.why))


def _seats(one: SeatTally | None, other: SeatTally | None) -> SeatTally:
    if one is None or other is None:
        return one or other or SeatTally({}, {}, {})
    return SeatTally(
        _sums(one.points, other.points),
        _sums(one.places, other.places),
        _by_key(one.events, other.events, _sums),
        one.moves + other.moves,
        one.decisions + other.decisions,
        tuple(_sums(now, more) for now, more in zip_longest(one.curve, other.curve, fillvalue=dict[int, int]())),
    )


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The value below or at which this share of the games lies. Raises ValueError without games."""
    games, below = sum(counts.values()), 0
    for value, number in sorted(counts.items()):
        below += number
        if below >= share * games:
            return value
    if not counts:
        raise ValueError("there are no games")
    return max(counts)


def mean(counts: Mapping[int, int]) -> float:
    """The mean value; 0 without games."""
    return sum(value * number for value, number in counts.items()) / max(1, sum(counts.values()))
