"""How a game presents its debrief: words, tables and the data of charts. The platform draws, prints and keeps them.

A game that has one names the module that holds `DEBRIEF`, a Debriefing, as its `debrief`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Final

import msgspec
from django.utils.translation import gettext as _

from games.engine import codec, registry
from games.kit.patterns import Found, Trace
from games.kit.sentences import listed


class Series(msgspec.Struct, frozen=True):
    """A line of a chart. `colour` is a design token; `letter` and `dash` say what colour alone must not."""

    label: str
    values: tuple[int, ...]
    colour: str = "ink"
    letter: str = ""
    dash: tuple[float, ...] = ()
    fill: str = ""
    """Token of the badge that holds the letter."""


LONG: Final = 40
"""Rows that the numbers of a chart may have before print leaves out repetitions."""


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of a chart: the first cell of a row is its heading."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]

    @property
    def changes(self) -> "Numbers":
        """For print. Of a table of more than LONG rows, only the first, the last and those that differ from the row
        before; else the table itself.
        """
        if len(self.rows) <= LONG:
            return self
        pairs = zip(self.rows, self.rows[1:-1], strict=False)
        moved = (row for before, row in pairs if row[1:] != before[1:])
        return Numbers(self.head, (self.rows[0], *moved, self.rows[-1]))


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Base of charts. `alt` says in one or two sentences what there is to see, with the numbers that matter; the title
    stands beside it and is not said again. `legend` are pairs of a sign's styles and what it means.
    """

    name: str
    title: str
    alt: str
    table: Numbers
    unit: str
    """A sign (`k`), which stands at every number, or a word, which stands with the title alone; empty where the title
    says what is counted.
    """
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """What the signs mean, to stand with the drawing."""
        return self.legend

    def figure(self, value: float | str) -> str:
        """A number as the drawing writes it."""
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
    """What turn 0 is called."""
    turns: tuple[str, ...] = ()
    """What the later turns are called; empty: 1, 2, 3 and so on."""


class Range(msgspec.Struct, frozen=True):
    """A row of `Ranges`: the span that is usual, what was agreed, and what either side asked for on the way."""

    label: str
    low: int
    high: int
    value: int | None
    offers: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    colour: str = "ink"


class Ranges(Chart, frozen=True, kw_only=True):
    """Values against their usual spans, one row each."""

    rows: tuple[Range, ...]


class Part(msgspec.Struct, frozen=True):
    """A piece of a bar; `colour` is a design token."""

    label: str
    value: int
    colour: str


class Bar(msgspec.Struct, frozen=True):
    """A bar of pieces laid end to end. Bars with one `group` stand together under its name."""

    group: str
    label: str
    parts: tuple[Part, ...]


class Bars(Chart, frozen=True, kw_only=True):
    """Bars in pairs: what came in, and where it went. The key names pieces by their colours, unless each bar is of one
    piece and says itself what it is.
    """

    bars: tuple[Bar, ...]

    @property
    def key(self) -> Sequence[tuple[str, str]]:
        """The colours that are there, each with all that it stands for."""
        if all(len(bar.parts) < 2 for bar in self.bars):
            return ()
        found: dict[str, dict[str, None]] = {}
        for part in (part for bar in self.bars for part in bar.parts if part.value):
            found.setdefault(part.colour, {})[part.label] = None
        return [(f"sw sw-{colour}", listed(labels)) for colour, labels in found.items()]


class OfClass(msgspec.Struct, frozen=True):
    """A match of a class that is over: the team's name, who played each seat (empty where nobody did or names are not
    wanted), and the game's own facts.
    """

    team: str
    people: tuple[str, ...]
    facts: Any


class Debriefing:
    """Base of a game's debrief. `scenario` is the match's own copy, `facts` are what `Game.facts` made."""

    facts_type: ClassVar[Any] = Any
    sheets: ClassVar[Sequence[str]] = ("games/debrief/plain.html",)
    """Templates of the game's sheets, in order. They get `context()`, `charts` by name and `roles`."""
    stopped_sheets: ClassVar[Sequence[str]] = ()
    """Those that make sense of a match that was stopped before its end; the platform's own stands before them."""
    seat_sheet: ClassVar[str] = ""
    """Template of what one seat did, in a student's report; it gets `seat_context()` as `own`. Empty: none."""

    class_sheet: ClassVar[str] = ""
    """Template of what the teachers of a class see of all its matches together, on the page alone; it gets
    `class_context()` as `of_class`. Empty: none."""

    def read(self, facts: Any) -> Any:
        """Stored facts as the game's values. Raises msgspec.ValidationError if they are of an older form."""
        return codec.convert(facts, self.facts_type)

    def headline(self, scenario: Any, facts: Any) -> str:
        """The match in a few words, made from its numbers."""
        return _("The match is over")

    def stopped(self, scenario: Any, facts: Any) -> str:
        """How far a match came that was stopped before its end, instead of the headline: `Stopped after turn 5`."""
        return _("Stopped before the end")

    def so_far(self, scenario: Any, facts: Any) -> Numbers | None:
        """Where a match stood that was stopped, against the pace so far; None where there is nothing to compare."""
        return None

    def charts(self, scenario: Any, facts: Any) -> tuple[Chart, ...]:
        """Data of the charts in the current language."""
        return ()

    def context(self, scenario: Any, facts: Any, people: Sequence[str]) -> Mapping[str, Any]:
        """What the sheets show, in the current language. `people` says who held each seat."""
        return {}

    def seat_context(self, scenario: Any, facts: Any, seat: int) -> Mapping[str, Any]:
        """What `seat_sheet` shows of a seat, in the current language."""
        return {}

    def class_context(self, matches: Sequence["OfClass"], *, running: bool) -> Mapping[str, Any]:
        """What `class_sheet` shows, in the current language; empty where there is nothing to show. While the course is
        `running`, names may be told where the matches' options allow it.
        """
        return {}

    def patterns(self, scenario: Any, facts: Any, trace: Trace) -> Sequence[Found]:
        """What the game's own patterns find in a match, in the current language; see `games.kit.patterns`."""
        return ()


@cache
def get(key: str) -> Debriefing:
    """A game's debrief, or the plain one for a game that has none of its own."""
    name = registry.get(key).debrief
    debriefing: Debriefing = import_module(name).DEBRIEF if name else Debriefing()
    return debriefing
