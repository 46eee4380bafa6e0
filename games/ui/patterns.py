"""Questions for a debrief: rules find patterns in the facts of a finished match and cite the events behind them.

A game adds its own in `Debriefing.patterns`; those of every game are in `games.ui.patterns_general`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

MOST: Final = 8
"""The number of questions shown for a match."""
OF_A_THEME: Final = 2
OF_A_SEAT: Final = 3
TRANSFER: Final = "transfer"
"""The theme of questions that lead from the game to real projects, or to the next time."""


class Logged(msgspec.Struct, frozen=True):
    """A stored event: `place` is its index in the log, from 0; `data` are its own fields."""

    place: int
    move: int
    kind: str
    turn: int
    seat: int | None
    data: Mapping[str, Any]


class TracedMove(msgspec.Struct, frozen=True):
    """A move. `by` is an AuthorKind."""

    number: int
    seat: int | None
    by: str


class AnswerTime(msgspec.Struct, frozen=True):
    """The time in seconds that a seat took for a decision."""

    seat: int
    key: str
    seconds: int


class QuestionTally(msgspec.Struct, frozen=True):
    """A question of the quiz, with the numbers of answers and of right ones."""

    text: str
    right: int
    given: int


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a match, for patterns. `roles` are names by seat; `held` is true for seats with people. `messages`
    are the seats that wrote; `deeds` are the instructors' interventions: kind and number of the last move.
    """

    roles: tuple[str, ...]
    held: tuple[bool, ...] = ()
    events: tuple[Logged, ...] = ()
    moves: tuple[TracedMove, ...] = ()
    answers: tuple[AnswerTime, ...] = ()
    messages: tuple[int | None, ...] = ()
    deeds: tuple[tuple[str, int], ...] = ()
    quiz: tuple[QuestionTally, ...] = ()
    options: Mapping[str, Any] = {}
    """The options of the match as JSON values; a missing one has its default."""
    drew: bool = True
    """Did the match have any chance?"""

    def find(self, *kinds: str, turn: int | None = None, seat: int | None = None, **data: Any) -> tuple[int, ...]:
        """Places of the events of these kinds that have all of these values."""
        return tuple(
            event.place
            for event in self.events
            if event.kind in kinds
            and turn in (None, event.turn)
            and seat in (None, event.seat)
            and all(event.data.get(name) == value for name, value in data.items())
        )

    def of_moves(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Places of the first event of each of these moves."""
        first: dict[int, int] = {}
        for event in self.events:
            first.setdefault(event.move, event.place)
        return tuple(first[number] for number in numbers if number in first)


Prompts = Mapping[str, Any]
"""Follow-up questions for the leader of a debrief, by pattern, in the reader's language. They are never printed for
students.
"""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A finding of a pattern. `fact` is a sentence with the numbers of the event; `ask` is one question. `weight` is
    its importance here, 0 to 100. `events` are places in the log, `seats` the seats concerned.
    """

    weight: int
    fact: str
    ask: str
    events: tuple[int, ...]
    seats: tuple[int, ...] = ()


class FoundPattern(msgspec.Struct, frozen=True):
    """A pattern that was found."""

    key: str
    theme: str
    hit: Hit
    prompt: str = ""


class Pattern(msgspec.Struct, frozen=True):
    """A rule over the facts. `finder` gets the game's input and returns None if it finds nothing."""

    key: str
    theme: str
    finder: Callable[[Any], Hit | None]

    def look(self, play: Any) -> FoundPattern | None:
        """The finding; None if there is nothing."""
        hit = self.finder(play)
        return None if hit is None else FoundPattern(self.key, self.theme, hit)


class Collection:
    """Patterns by key. A decorator adds one: `@PATTERNS.add("late", "time")`."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self.patterns: dict[str, Pattern] = {}
        self.prompts: Prompts = prompts or {}

    def add(self, key: str, theme: str) -> Callable[[Callable[[Any], Hit | None]], Callable[[Any], Hit | None]]:
        """A decorator that adds a pattern. Keys are unique: reports count the teams in which a pattern was found."""

        def register(finder: Callable[[Any], Hit | None]) -> Callable[[Any], Hit | None]:
            if key in self.patterns:
                raise ValueError(f"there are two patterns called {key}")
            self.patterns[key] = Pattern(key, theme, finder)
            return finder

        return register

    def look(self, play: Any) -> list[FoundPattern]:
        """All findings, in no particular order."""
        found = [found for pattern in self.patterns.values() if (found := pattern.look(play)) is not None]
        return [msgspec.structs.replace(each, prompt=str(self.prompts.get(each.key, ""))) for each in found]


def ranked(found: Iterable[FoundPattern], most: int = MOST) -> list[FoundPattern]:
    """The most important findings first, with variety: one of each theme before a second one. At most three are about
    one seat while there are others. The last place is for a question that leads out of the game, if there is one.
    """
    ordered = sorted(found, key=lambda each: (-each.hit.weight, each.key))
    beyond = [each for each in ordered if each.theme == TRANSFER][:1]
    inside = [each for each in ordered if each.theme != TRANSFER]
    chosen: list[FoundPattern] = []
    for of_a_theme in (1, OF_A_THEME, len(inside)):
        themes = Counter(each.theme for each in chosen)
        seats = Counter(seat for each in chosen for seat in each.hit.seats[:1])
        for each in inside:
            crowded = of_a_theme <= OF_A_THEME and any(seats[seat] >= OF_A_SEAT for seat in each.hit.seats[:1])
            if each in chosen or themes[each.theme] >= of_a_theme or crowded or len(chosen) >= most - len(beyond):
                continue
            chosen.append(each)
            themes[each.theme] += 1
            seats.update(each.hit.seats[:1])
    return [*sorted(chosen, key=lambda each: (-each.hit.weight, each.key)), *beyond]


def about(found: Sequence[FoundPattern], seats: Iterable[int], most: int) -> list[FoundPattern]:
    """Findings about one of these seats first, then those about all seats. Those about other seats are left out."""
    own = set(seats)
    mine = [each for each in found if own & set(each.hit.seats)]
    common = [each for each in found if not each.hit.seats]
    return [*ranked(mine, most), *ranked(common, most)][:most]
