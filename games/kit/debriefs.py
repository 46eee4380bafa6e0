"""How a game presents its debrief: words, tables and the data of charts. The platform draws, prints and keeps them.

A game that has one offers `DEBRIEF`, a Debriefing, in `games/<key>/debrief.py`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext as _


class Series(msgspec.Struct, frozen=True):
    """A line of a chart. `colour` is a design token; `letter` and `dash` say what colour alone must not."""

    label: str
    values: tuple[int, ...]
    colour: str = "ink"
    letter: str = ""
    dash: tuple[float, ...] = ()
    fill: str = ""
    """Token of the badge that holds the letter."""


class Table(msgspec.Struct, frozen=True):
    """The numbers of a chart: the first cell of a row is its heading."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Base of charts. `alt` says in one or two sentences what there is to see, with the numbers that matter."""

    name: str
    title: str
    alt: str
    table: Table
    unit: str = ""


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
    """Bars in pairs: what came in, and where it went."""

    bars: tuple[Bar, ...]


class Debriefing:
    """Base of a game's debrief. `scenario` is the match's own copy, `facts` are what `GameSpec.facts` made."""

    facts_type: ClassVar[Any] = Any
    sheets: ClassVar[Sequence[str]] = ("classrooms/debrief/plain.html",)
    """Templates of the game's sheets, in order. They get `context()`, `charts` by name and `roles`."""

    def read(self, facts: Any) -> Any:
        """Stored facts as the game's values. Raises msgspec.ValidationError if they are of an older form."""
        return msgspec.convert(facts, self.facts_type)

    def headline(self, scenario: Any, facts: Any) -> str:
        """The match in a few words, made from its numbers."""
        return _("The match is over")

    def charts(self, scenario: Any, facts: Any) -> tuple[Chart, ...]:
        """Data of the charts in the current language."""
        return ()

    def context(self, scenario: Any, facts: Any, people: Sequence[str]) -> Mapping[str, Any]:
        """What the sheets show, in the current language. `people` says who held each seat."""
        return {}


@cache
def get(key: str) -> Debriefing:
    """A game's debrief, or the plain one for a game that has none of its own."""
    name = f"games.{key}.debrief"
    if find_spec(name) is None:
        return Debriefing()
    debriefing: Debriefing = import_module(name).DEBRIEF
    return debriefing
