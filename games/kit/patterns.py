"""What a match gives to talk about: rules that read its frozen facts and cite the events behind what they say.

A game adds its own in `Debriefing.patterns`; those of every game are in `games.kit.patterns_general`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

MOST: Final = 8
"""Questions shown of one match."""
OF_A_THEME: Final = 2
OF_A_SEAT: Final = 3
TRANSFER: Final = "transfer"
"""The theme of questions that lead from the game to real projects, or to the next time."""


class Logged(msgspec.Struct, frozen=True):
    """A stored event: `place` is where it stands in the record, from 0; `data` are its own fields."""

    place: int
    move: int
    kind: str
    turn: int
    seat: int | None
    data: Mapping[str, Any]


class Made(msgspec.Struct, frozen=True):
    """A move. `by` is an AuthorKind."""

    number: int
    seat: int | None
    by: str


class Answered(msgspec.Struct, frozen=True):
    """How long a seat took for a decision, in seconds."""

    seat: int
    key: str
    seconds: int


class Known(msgspec.Struct, frozen=True):
    """A question of the quiz, and how many of those who answered were right."""

    text: str
    right: int
    given: int


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a match as patterns read it. `roles` are names and `held` says which seats had people, by seat.
    `messages` are the seats that wrote, `deeds` what those who ran the match did: kind and number of the last move.
    """

    roles: tuple[str, ...]
    held: tuple[bool, ...] = ()
    events: tuple[Logged, ...] = ()
    moves: tuple[Made, ...] = ()
    answers: tuple[Answered, ...] = ()
    messages: tuple[int | None, ...] = ()
    deeds: tuple[tuple[str, int], ...] = ()
    quiz: tuple[Known, ...] = ()
    options: Mapping[str, Any] = {}
    """Those that the match was played with, as JSON values; one that is missing has its default."""
    drew: bool = True
    """Was anything left to chance?"""

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
"""By pattern, in words of the reader's language: how whoever leads the talk can go on. Never printed for students."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """What a pattern found. `fact` says in a sentence what happened, with its numbers; `ask` is one question. `weight`
    says how much it mattered here, 0 to 100; `events` are places in the record, `seats` those it is about.
    """

    weight: int
    fact: str
    ask: str
    events: tuple[int, ...]
    seats: tuple[int, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """A pattern that is there."""

    key: str
    theme: str
    hit: Hit
    prompt: str = ""


class Pattern(msgspec.Struct, frozen=True):
    """A rule over the facts. `finder` gets what the game gives it and answers None where there is nothing to see."""

    key: str
    theme: str
    finder: Callable[[Any], Hit | None]

    def look(self, play: Any) -> Found | None:
        """What it finds."""
        hit = self.finder(play)
        return None if hit is None else Found(self.key, self.theme, hit)


class Collection:
    """Patterns by key. A decorator adds one: `@PATTERNS.add("late", "time")`."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self.patterns: dict[str, Pattern] = {}
        self.prompts: Prompts = prompts or {}

    def add(self, key: str, theme: str) -> Callable[[Callable[[Any], Hit | None]], Callable[[Any], Hit | None]]:
        """Keys are unique: reports count how many teams a pattern was found in."""

        def register(finder: Callable[[Any], Hit | None]) -> Callable[[Any], Hit | None]:
            if key in self.patterns:
                raise ValueError(f"there are two patterns called {key}")
            self.patterns[key] = Pattern(key, theme, finder)
            return finder

        return register

    def look(self, play: Any) -> list[Found]:
        """Everything that is there, in no order that matters."""
        found = [found for pattern in self.patterns.values() if (found := pattern.look(play)) is not None]
        return [msgspec.structs.replace(each, prompt=str(self.prompts.get(each.key, ""))) for each in found]


def ranked(found: Iterable[Found], most: int = MOST) -> list[Found]:
    """What mattered most first, with variety: one of each theme before a second one, three about a seat at most as long
    as there are others, and the last place for a question that leads out of the game, if there is one.
    """
    ordered = sorted(found, key=lambda each: (-each.hit.weight, each.key))
    beyond = [each for each in ordered if each.theme == TRANSFER][:1]
    inside = [each for each in ordered if each.theme != TRANSFER]
    chosen: list[Found] = []
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


def about(found: Sequence[Found], seats: Iterable[int], most: int) -> list[Found]:
    """Those about one of these seats first, then those about all; never those about others alone."""
    own = set(seats)
    mine = [each for each in found if own & set(each.hit.seats)]
    common = [each for each in found if not each.hit.seats]
    return [*ranked(mine, most), *ranked(common, most)][:most]
