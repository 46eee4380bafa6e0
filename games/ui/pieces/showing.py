"""Pieces that show: a table of any rows, one of the seats, and gauges."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ui.faces.scene import Scene
from games.ui.faces.table import Region
from games.ui.faces.words import RoleName
from games.ui.progress import Gauge

Place = Literal["first", "top", "board", "pair"]
PLAYER: Final = gettext_lazy("Player")
PLAYERS: Final = gettext_lazy("Players")


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a table. `cell` gives its text or number for a row; None is what the reader may not know. `explains`
    gives the name of a number for `ExplainPart` (`stock-2`); empty without an explanation.
    """

    label: Any
    cell: Callable[[Any], Any]
    unit: Any = ""
    is_number: bool = True
    explains: Callable[[Any], str] = lambda row: ""


@dataclass(frozen=True)
class SeatRow:
    """A seat as a row: its role, its people, and whether it is the reader's."""

    seat: int
    role: RoleName
    holder: str
    is_mine: bool
    scene: Scene


class Cell(msgspec.Struct, frozen=True):
    """A cell to draw: a text, and the name of its explanation."""

    text: str | None
    explains: str = ""
    is_number: bool = True


class Line(msgspec.Struct, frozen=True):
    """A row to draw."""

    head: str
    cells: tuple[Cell, ...]
    role: RoleName | None = None
    holder: str = ""
    is_mine: bool = False


class Drawn(msgspec.Struct, frozen=True):
    """A table to draw: heads with units, rows, and a sentence under its title."""

    title: str
    head: str
    heads: tuple[tuple[str, bool], ...]
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of rows. `head` names its first column, `heading` gives a row's first cell. A table without rows says
    that there is nothing yet.
    """

    id: str
    title: Any
    head: Any
    heading: Callable[[Any], str]
    columns: Sequence[Column]
    rows: Callable[[Scene], Iterable[Any]]
    note: Callable[[Scene], str] = lambda scene: ""
    place: Place = "board"

    @property
    def region(self) -> Region:
        """The region of the page."""
        return Region(self.id, "games/pieces/table.html", "card", self.place)

    def data(self, scene: Scene) -> Drawn:
        """The data that its template draws."""
        lines = tuple(self._line(row) for row in self.rows(scene))
        heads = tuple((_with_unit(each.label, each.unit), each.is_number) for each in self.columns)
        return Drawn(str(self.title), str(self.head), heads, lines, str(self.note(scene)))

    def _line(self, row: Any) -> Line:
        cells = tuple(_cell(column, row) for column in self.columns)
        if isinstance(row, SeatRow):
            return Line(self.heading(row), cells, row.role, row.holder, row.is_mine)
        return Line(str(self.heading(row)), cells)


def _with_unit(label: Any, unit: Any) -> str:
    return f"{label}, {unit}" if unit else str(label)


def _cell(column: Column, row: Any) -> Cell:
    value = column.cell(row)
    text = None if value is None else str(value).replace("-", "\u2212") if column.is_number else str(value)
    return Cell(text, column.explains(row) if text is not None else "", column.is_number)


def seats_table(
    *,
    roles: Callable[[Any], Sequence[RoleName]],
    columns: Sequence[Column],
    id: str = "players",
    title: Any = PLAYERS,
    place: Place = "pair",
) -> Table:
    """A table of the seats with their badges and people; a column's cell gets a `SeatRow`."""

    def rows(scene: Scene) -> Iterable[SeatRow]:
        return [
            SeatRow(seat, role, scene.names.get(seat, ""), seat in scene.mine, scene)
            for seat, role in enumerate(roles(scene.scenario))
        ]

    def heading(row: SeatRow) -> str:
        return row.role.name

    return Table(id=id, title=title, head=PLAYER, heading=heading, columns=columns, rows=rows, place=place)


@dataclass(frozen=True, kw_only=True)
class Gauges:
    """Figures against their targets. `gauges` are those of `ProgressPart` or further ones (`games.ui.progress`);
    `explains` gives the name of a gauge's number for `ExplainPart`, empty without an explanation.
    """

    id: str
    title: Any
    gauges: Callable[[Scene], Iterable[Gauge]]
    explains: Callable[[Gauge], str] = lambda gauge: ""
    note: Callable[[Scene], str] = lambda scene: ""
    place: Place = "board"

    @property
    def region(self) -> Region:
        """The region of the page."""
        return Region(self.id, "games/pieces/table.html", "card", self.place)

    def data(self, scene: Scene) -> Drawn:
        """The data that its template draws."""
        columns = (
            Column(label=_("Now"), cell=lambda gauge: gauge.value, explains=self.explains),
            Column(label=_("Target"), cell=lambda gauge: "–" if gauge.target is None else gauge.target),
        )
        table = Table(
            id=self.id,
            title=self.title,
            head=_("Figure"),
            heading=lambda gauge: _with_unit(gauge.label, gauge.unit),
            columns=columns,
            rows=self.gauges,
            note=self.note,
        )
        return table.data(scene)
