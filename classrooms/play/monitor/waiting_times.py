"""Waiting times: for how long the people of each seat waited for whom, and the time before each move. A pure fold of
the record of a match.

A seat is awaited while an answer that it must give is missing. People wait while no seat of their own is awaited and
another person's is. Seats without a person neither wait nor are awaited. Time runs as for deadlines: not during pauses
or quiet times.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar

from games.public.matches import Pace, pace

LONGEST_MINUTES: Final = 15
"""The minutes that count at most before one move: a longer gap is no work."""
LONGEST: Final = timedelta(minutes=LONGEST_MINUTES)
NOTHING: Final = timedelta(0)

Span = tuple[datetime, datetime]
Key = TypeVar("Key")


class Question(NamedTuple):
    """A stored decision that had to be answered, in its last state: `optional` once its answer could only be revised,
    `passive` while others had to act first. `closed` is None for an open one.
    """

    seat: int
    key: str
    opened: datetime
    closed: datetime | None = None
    optional: bool = False
    passive: bool = False


class Answer(NamedTuple):
    """A move of any author that was not undone."""

    number: int
    seat: int
    key: str
    at: datetime


class Holding(NamedTuple):
    """A person on a seat; `until` is None for a current holder."""

    seat: int
    person: int
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True)
class Timeline:
    """The times of a match from `begin` to `until`. `answers` are in order. `turns` are the times at which turns began,
    with their numbers.
    """

    begin: datetime
    until: datetime
    limits: Pace = field(default_factory=Pace)
    questions: Sequence[Question] = ()
    answers: Sequence[Answer] = ()
    holdings: Sequence[Holding] = ()
    pauses: Sequence[Span] = ()
    turns: Sequence[tuple[datetime, int]] = ()


@dataclass(frozen=True)
class WaitingTimes:
    """`waits` are by turn, waiting seat and awaited seat. Time for several awaited seats counts for each of them.

    In all other figures time counts once: `awaited` by turn and awaited seat, `waited` by waiting seat, `people` by
    waiting seat and person. `asked` is the time in which a seat with a person was awaited, `whole` that of the match.

    `before` is the time before a move, by its number: with a question to its seat, since the seat's move before it, at
    most `LONGEST`.
    """

    whole: timedelta
    waits: Mapping[tuple[int, int, int], timedelta]
    awaited: Mapping[tuple[int, int], timedelta]
    waited: Mapping[int, timedelta]
    people: Mapping[tuple[int, int], timedelta]
    asked: Mapping[int, timedelta]
    before: Mapping[int, timedelta]

    def on_task(self, numbers: Iterable[int]) -> timedelta:
        """The time before these moves."""
        return sum((self.before.get(number, NOTHING) for number in numbers), NOTHING)

    @property
    def most(self) -> list[tuple[int, timedelta]]:
        """The awaited seats with the time that others waited for them, the longest first."""
        return _longest(_sums((seat, time) for (_turn, seat), time in self.awaited.items()))

    def turn_of(self, seat: int) -> tuple[int, timedelta]:
        """The turn in which others waited longest for a seat, and that time."""
        found = {turn: time for (turn, each), time in self.awaited.items() if each == seat}
        return _longest(found)[0]

    @property
    def matrix(self) -> Mapping[tuple[int, int], timedelta]:
        """The waits of all turns by waiting and awaited seat."""
        return _sums(((waiting, awaited), time) for (_turn, waiting, awaited), time in self.waits.items())


UNREAD: Final = WaitingTimes(NOTHING, {}, {}, {}, {}, {}, {})
"""In place of times that were not read."""


def _sums(times: Iterable[tuple[Key, timedelta]]) -> dict[Key, timedelta]:
    found: dict[Key, timedelta] = {}
    for key, time in times:
        found[key] = found.get(key, NOTHING) + time
    return found


def _longest(times: Mapping[int, timedelta]) -> list[tuple[int, timedelta]]:
    return sorted(times.items(), key=lambda each: (-each[1], each[0]))


def waiting_times(record: Timeline) -> WaitingTimes:
    """The waiting times of a match."""
    fold = _Fold(record.begin, record.limits)
    for at, _kind, change in sorted(_changes(record), key=lambda each: each[:2]):
        fold.pass_until(at)
        fold.apply(change)
    fold.pass_until(record.until)
    return fold.times()


def awaited_spans(question: Question, answers: Sequence[Answer], is_shared: bool, until: datetime) -> Iterator[Span]:
    """The times in which the seat's answer to a question was missing, from the `answers` under its key.

    An answer that could be revised was missing until the first one. If a question is shared by seats, as in a
    negotiation, the seat that moved last waits for the others.
    """
    end = min(question.closed or until, until)
    if end <= question.opened:
        return
    moves = [each for each in answers if question.opened <= each.at <= end]
    own = [each.at for each in moves if each.seat == question.seat]
    if question.optional:
        yield question.opened, own[0] if own else end
    elif is_shared and own:
        since: datetime | None = question.opened
        for each in moves:
            if each.seat != question.seat:
                since = since or each.at
            elif since is not None:
                yield since, each.at
                since = None
        if since is not None:
            yield since, end
    elif not question.passive:
        yield question.opened, end


class _Answered(NamedTuple):
    number: int
    seat: int


class _Asked(NamedTuple):
    seat: int
    step: int


class _Held(NamedTuple):
    seat: int
    person: int
    step: int


class _Paused(NamedTuple):
    step: int


class _Turned(NamedTuple):
    turn: int


Change = _Answered | _Asked | _Held | _Paused | _Turned
KINDS: Final = (_Answered, _Asked, _Held, _Paused, _Turned)
"""The kinds of changes in the order in which changes of one moment count: an answer ends the time before it."""


def _changes(record: Timeline) -> Iterator[tuple[datetime, int, Change]]:
    for at, change in _changes_of(record):
        if at <= record.until:
            yield at, KINDS.index(type(change)), change


def _changes_of(record: Timeline) -> Iterator[tuple[datetime, Change]]:
    under: dict[str, list[Answer]] = defaultdict(list)
    for answer in record.answers:
        under[answer.key].append(answer)
        yield answer.at, _Answered(answer.number, answer.seat)
    seats = Counter(question.key for question in record.questions)
    for question in record.questions:
        for since, until in awaited_spans(question, under[question.key], seats[question.key] > 1, record.until):
            yield since, _Asked(question.seat, 1)
            yield until, _Asked(question.seat, -1)
    for holding in record.holdings:
        yield holding.since, _Held(holding.seat, holding.person, 1)
        if holding.until is not None:
            yield holding.until, _Held(holding.seat, holding.person, -1)
    for since, until in record.pauses:
        yield since, _Paused(1)
        yield until, _Paused(-1)
    for at, turn in record.turns:
        yield at, _Turned(turn)


class _Fold:
    """The state at a moment of the sweep, and the sums so far."""

    def __init__(self, begin: datetime, limits: Pace) -> None:
        self._now, self._limits, self._turn, self._paused = begin, limits, 0, 0
        self._open: Counter[int] = Counter()
        self._held: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._there: dict[int, frozenset[int]] = {}
        self._whole = NOTHING
        self._waits: defaultdict[tuple[int, int, int], timedelta] = defaultdict(timedelta)
        self._awaited: defaultdict[tuple[int, int], timedelta] = defaultdict(timedelta)
        self._waited: defaultdict[int, timedelta] = defaultdict(timedelta)
        self._people: defaultdict[tuple[int, int], timedelta] = defaultdict(timedelta)
        self._asked: defaultdict[int, timedelta] = defaultdict(timedelta)
        self._since: defaultdict[int, timedelta] = defaultdict(timedelta)
        self._before: dict[int, timedelta] = {}

    def times(self) -> WaitingTimes:
        """The sums."""
        return WaitingTimes(
            self._whole,
            dict(self._waits),
            dict(self._awaited),
            dict(self._waited),
            dict(self._people),
            dict(self._asked),
            self._before,
        )

    def apply(self, change: Change) -> None:
        """A change at the current moment."""
        match change:
            case _Answered(number, seat):
                self._before[number] = min(self._since.pop(seat, NOTHING), LONGEST)
            case _Asked(seat, step):
                self._open[seat] += step
            case _Held(seat, person, step):
                self._held[seat][person] += step
                self._there[seat] = frozenset(+self._held[seat])
            case _Paused(step):
                self._paused += step
            case _Turned(turn):
                self._turn = turn

    def pass_until(self, moment: datetime) -> None:
        """The time in which nothing changed."""
        if moment <= self._now:
            return
        time = NOTHING if self._paused else pace.ran(self._limits, self._now, moment)
        self._now = moment
        self._whole += time
        awaited = [seat for seat, people in self._there.items() if people and self._open[seat]]
        for seat in self._since.keys() - set(awaited):
            del self._since[seat]
        for seat in awaited:
            self._asked[seat] += time
            self._since[seat] += time
        if time and awaited:
            self._wait(time, awaited)

    def _wait(self, time: timedelta, awaited: Sequence[int]) -> None:
        """The time in which these seats were awaited, for the people of all others."""
        busy = frozenset[int]().union(*(self._there[seat] for seat in awaited))
        waiting = {seat: free for seat, people in self._there.items() if (free := people - busy)}
        for seat, people in waiting.items():
            self._waited[seat] += time
            for person in people:
                self._people[seat, person] += time
            for other in awaited:
                self._waits[self._turn, seat, other] += time
        for other in awaited if waiting else ():
            self._awaited[self._turn, other] += time
