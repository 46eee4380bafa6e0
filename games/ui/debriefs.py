"""The presentation of a game's debrief: words, tables and chart data. The platform draws, prints and stores them.

A game that has a debrief names the module with `DEBRIEF`, a Debriefing, as its `debrief`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Final

import msgspec
from django.utils.translation import gettext as _

from games.engine import codec, registry
from games.ui.patterns import FoundPattern, Trace
from games.ui.sentences import listed
from games.ui.tokens import known_colour


class Series(msgspec.Struct, frozen=True):
    """A line of a chart. `colour` is a design token; `letter` and `dash` distinguish lines without colour. Raises
    ValueError for an unknown colour.
    """

    label: str
    values: tuple[int, ...]
    colour: str = "ink"
    letter: str = ""
    dash: tuple[float, ...] = ()
    fill: str = ""
    """Token of the badge that holds the letter."""

    def __post_init__(self) -> None:
        """Refuse unknown colours."""
        known_colour(self.colour)
        known_colour(self.fill)


LONG: Final = 40
"""The number of rows above which the printed numbers of a chart leave out repetitions."""


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of a chart: the first cell of a row is its heading."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]

    @property
    def changes(self) -> "Numbers":
        """The rows to print. A table of more than LONG rows keeps the first, the last and those that differ from
        their predecessor.
        """
        if len(self.rows) <= LONG:
            return self
        pairs = zip(self.rows, self.rows[1:-1], strict=False)
        moved = (row for before, row in pairs if row[1:] != before[1:])
        return Numbers(self.head, (self.rows[0], *moved, self.rows[-1]))


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Base of charts. `alt` describes the chart in one or two sentences, with its important numbers and without its
    title. `legend` are pairs of a sign's styles and its meaning.
    """

    name: str
    title: str
    alt: str
    table: Numbers
    unit: str
    """A sign (`k`), shown at every number, or a word, shown with the title alone. Empty if the title names the unit."""
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """Pairs of a sign's styles and its meaning, shown beside the drawing."""
        return self.legend

    def figure(self, value: float | str) -> str:
        """A number as text in the drawing."""
        written = str(value).replace("-", "\u2212")
        return f"{written}{self.unit}" if len(self.unit) == 1 else written


class Curve(Chart, frozen=True, kw_only=True):
    """A small chart of a counter turn by turn against its plan and its target. Values start with turn 0."""

    line: Series
    plan: Series
    target: int | None = None


class Lines(Chart, frozen=True, kw_only=True):
    """Several lines turn by turn, each with its letter and last value at its end. Values start with turn 0."""

    lines: tuple[Series, ...]
    start: str
    """The label of turn 0."""
    turns: tuple[str, ...] = ()
    """The labels of the later turns; empty: 1, 2, 3 and so on."""


class Range(msgspec.Struct, frozen=True):
    """A row of `Ranges`: the usual span, the agreed value, and the offers of both sides before it. Raises ValueError
    for an unknown colour.
    """

    label: str
    low: int
    high: int
    value: int | None
    offers: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    colour: str = "ink"

    def __post_init__(self) -> None:
        """Refuse unknown colours."""
        known_colour(self.colour)


class Ranges(Chart, frozen=True, kw_only=True):
    """Values against their usual spans, one row each."""

    rows: tuple[Range, ...]


class Part(msgspec.Struct, frozen=True):
    """A piece of a bar; `colour` is a design token. Raises ValueError for an unknown one."""

    label: str
    value: int
    colour: str

    def __post_init__(self) -> None:
        """Refuse unknown colours."""
        known_colour(self.colour)


class Bar(msgspec.Struct, frozen=True):
    """A bar of parts laid end to end. Bars with one `group` are drawn together under its name."""

    group: str
    label: str
    parts: tuple[Part, ...]


class Bars(Chart, frozen=True, kw_only=True):
    """Bars in pairs: income and spending. The key names parts by their colours, unless each bar has one part and its
    own label.
    """

    bars: tuple[Bar, ...]

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """The colours in use, each with everything that it marks."""
        if all(len(bar.parts) < 2 for bar in self.bars):
            return ()
        found: dict[str, dict[str, None]] = {}
        for part in (part for bar in self.bars for part in bar.parts if part.value):
            found.setdefault(part.colour, {})[part.label] = None
        return [(f"sw sw-{colour}", listed(labels)) for colour, labels in found.items()]


class OfClass(msgspec.Struct, frozen=True):
    """A finished match of a class: the team's name, the player of each seat, and the game's facts. A name is empty if
    nobody played the seat or names are hidden.
    """

    team: str
    people: tuple[str, ...]
    facts: Any


class Debriefing:
    """Base of a game's debrief. `scenario` is the match's own copy; `facts` are those of `Game.facts`."""

    facts_type: ClassVar[Any] = Any
    sheets: ClassVar[Sequence[str]] = ("games/debrief/plain.html",)
    """Templates of the game's sheets, in order. They get `context()`, `charts` by name and `roles`."""
    stopped_sheets: ClassVar[Sequence[str]] = ()
    """The sheets for a match that was stopped before its end; the platform's own sheet comes before them."""
    seat_sheet: ClassVar[str] = ""
    """Template of one seat's part in a student's report; it gets `seat_context()` as `own`. Empty: none."""

    class_sheet: ClassVar[str] = ""
    """Template for the teachers of a class, about all its matches together, on the page alone. It gets
    `class_context()` as `of_class`. Empty: none."""

    def parse_facts(self, facts: Any) -> Any:
        """Stored facts as the game's values. Raises msgspec.ValidationError if they are of an older form."""
        return codec.convert(facts, self.facts_type)

    def headline(self, scenario: Any, facts: Any) -> str:
        """The match in a few words with its numbers."""
        return _("The match is over")

    def stopped(self, scenario: Any, facts: Any) -> str:
        """The progress of a match that was stopped before its end, used as its headline: `Stopped after turn 5`."""
        return _("Stopped before the end")

    def so_far(self, scenario: Any, facts: Any) -> Numbers | None:
        """The counters of a stopped match against the planned pace; None if there is nothing to compare."""
        return None

    def charts(self, scenario: Any, facts: Any) -> tuple[Chart, ...]:
        """Data of the charts in the current language."""
        return ()

    def context(self, scenario: Any, facts: Any, people: Sequence[str]) -> Mapping[str, Any]:
        """The context of the sheets, in the current language. `people` are the names of the seats' holders."""
        return {}

    def seat_context(self, scenario: Any, facts: Any, seat: int) -> Mapping[str, Any]:
        """The context of `seat_sheet` for a seat, in the current language."""
        return {}

    def class_context(self, matches: Sequence["OfClass"], *, running: bool) -> Mapping[str, Any]:
        """The context of `class_sheet`, in the current language; empty if there is nothing to show. While the course
        is `running`, names appear only if the matches' options allow it.
        """
        return {}

    def patterns(self, scenario: Any, facts: Any, trace: Trace) -> Sequence[FoundPattern]:
        """The game's own patterns found in a match, in the current language; see `games.ui.patterns`."""
        return ()


@cache
def get(key: str) -> Debriefing:
    """A game's debrief; the plain one for a game without its own."""
    name = registry.get(key).debrief
    debriefing: Debriefing = import_module(name).DEBRIEF if name else Debriefing()
    return debriefing
