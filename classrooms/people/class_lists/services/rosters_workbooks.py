"""Class lists in XLSX workbooks, and HTML or XML tables with the name of a workbook."""

import html
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.people.class_lists.services.rosters_headings import known_in
from classrooms.people.class_lists.services.rosters_notes import (
    MAX_CELL,
    MAX_COLUMNS,
    MAX_LINES,
    Note,
    RosterUnreadable,
    Table,
    line_words,
    listed,
)

MAX_UNPACKED: Final = 20_000_000
"""The greatest size in bytes of an unpacked XLSX file."""
MAX_MARKS: Final = 1_000_000
"""The greatest number of tags in all parts of an XLSX file; 2,000 full lines of 40 columns have fewer."""
CHUNK: Final = 1 << 16
MOST_SHEETS: Final = 12
SURE_DIGITS: Final = 10**15
"""From this value on, spreadsheets have lost the last digits of a number."""
HEAD_LINES: Final = 15

Lines = list[tuple[int, list[str]]]


def workbook(content: bytes) -> Table:
    """The sheet with the most known headings, the first of several. Raises RosterUnreadable."""
    from openpyxl import load_workbook  # takes a moment, and only lists need it

    try:
        check_unpacked(content)
        values, formulas = (load_workbook(BytesIO(content), read_only=True, data_only=only) for only in (True, False))
        names = [sheet.title for sheet in values.worksheets if sheet.sheet_state == "visible"][:MOST_SHEETS]
        sheets = {name: list(_lines(values[name], formulas[name])) for name in names}
        chosen = max(names, key=lambda name: _score(sheets[name]))
        hidden = hidden_rows(content, values[chosen]._worksheet_path)
        others = [sheet.title for sheet in values.worksheets if sheet.title != chosen and sheets.get(sheet.title, True)]
    except RosterUnreadable:
        raise
    except Exception as fault:  # noqa: BLE001  whatever a broken workbook does to its reader, it is a broken workbook
        raise RosterUnreadable(reason=_("This XLSX file cannot be read.")) from fault
    notes: tuple[Note, ...] = (Note("sheets", {"sheet": chosen, "what": listed(others)}),) if others else ()
    left = [line_words(number, cells) for number, cells in sheets[chosen] if number in hidden]
    notes += (Note("hidden", {"what": listed(left)}),) if left else ()
    return Table(tuple(line for line in sheets[chosen] if line[0] not in hidden), notes)


def _lines(values: Any, formulas: Any) -> Iterator[tuple[int, list[str]]]:
    """The lines with any content. A formula has its stored value; one without a value stays as it is, which makes the
    line invalid.
    """
    both = (sheet.iter_rows(max_row=2 * MAX_LINES, max_col=MAX_COLUMNS) for sheet in (values, formulas))
    for number, rows in enumerate(zip(*both, strict=True), start=1):
        cells = [_text(*cells)[:MAX_CELL] for cells in zip(*rows, strict=True)]
        if any(cells):
            yield number, cells


def _score(lines: Lines) -> tuple[int, bool]:
    return max((known_in(cells) for _number, cells in lines[:HEAD_LINES]), default=0), bool(lines)


def hidden_rows(content: bytes, path: str) -> set[int]:
    """Numbers of the rows that a filter or a person has hidden."""
    with zipfile.ZipFile(BytesIO(content)) as parts:
        text = parts.read(path.lstrip("/"))
    found: set[int] = set()
    for number, tag in enumerate(_row_tags(text), start=1):
        given = [piece.rstrip(b"/") for piece in tag.split()]
        if b'hidden="1"' in given or b'hidden="true"' in given:
            said = next((piece[3:-1] for piece in given if piece.startswith(b'r="')), b"")
            found.add(int(said) if said.isdigit() and len(said) < 8 else number)
    return found


def _row_tags(text: bytes) -> Iterator[bytes]:
    """The attributes of each element row, whatever prefix it has."""
    end = 0
    while (at := text.find(b"row", end)) >= 0:
        end = at + 3
        start = text.rfind(b"<", max(0, at - 11), at)
        prefix = text[start + 1 : at]
        is_row = start >= 0 and (not prefix or prefix.endswith(b":")) and text[end : end + 1] in b" \t\r\n/>"
        stop = text.find(b">", end, end + 400)
        if is_row and stop >= 0:
            yield text[end:stop]


def _text(cell: Any, formula: Any) -> str:
    """The text of a cell as people see it."""
    value, shape = cell.value, str(cell.number_format or "") if cell.value is not None else ""
    if value is None:
        kept = formula.value
        return "" if kept is None else str(getattr(kept, "text", kept))
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, datetime | date | time):
        return value.isoformat(*(("T",) if isinstance(value, datetime) else ()))[:10]
    if isinstance(value, int | float):
        return _number(value, shape)
    return str(value)


def _number(value: float, shape: str) -> str:
    if "%" in shape:
        return f"{round(value * 100)}%"
    if abs(value) >= SURE_DIGITS:
        return f"{value:.5E}"
    if value == int(value):
        return str(int(value)).zfill(_zeros(shape))
    return str(value)


def _zeros(shape: str) -> int:
    """The least number of digits in a cell's number format: 00000000 is eight."""
    bare = _bare_shape(shape[:100].split(";")[0])
    return len(bare) if bare and not bare.strip("0") else 0


def _bare_shape(shape: str) -> str:
    """A format without colours in brackets, texts in quotation marks, escaped signs and fillers."""
    kept, at = [], 0
    while at < len(shape):
        closing = {"[": "]", '"': '"'}.get(shape[at], "")
        end = shape.find(closing, at + 1) if closing else -1
        if end > 0:
            at = end
        elif shape[at] == "\\":
            at += 1
        elif shape[at] not in " _-":
            kept.append(shape[at])
        at += 1
    return "".join(kept)


def check_unpacked(content: bytes) -> None:
    """Unpack a workbook piece by piece without keeping it, since the sizes it declares may be wrong. Raises
    RosterUnreadable for a workbook that is too large, or that defines entities, which grow only when they are read.
    """
    size = marks = 0
    with zipfile.ZipFile(BytesIO(content)) as parts:
        if "mimetype" in parts.namelist():
            raise RosterUnreadable(reason=_("This is a workbook of LibreOffice. Save it as XLSX or CSV."))
        for part in parts.infolist():
            before = b""
            with parts.open(part) as stream:
                while piece := stream.read(CHUNK):
                    size += len(piece)
                    marks += piece.count(b"<")
                    if size > MAX_UNPACKED:
                        words = _("This XLSX file is below 1 MB, but holds more than %(most)d MB when it is unpacked.")
                        raise RosterUnreadable(reason=words % {"most": MAX_UNPACKED // 1_000_000})
                    if marks > MAX_MARKS:
                        words = _(
                            "This XLSX file holds more than 2,000 lines of 40 columns. Keep the class list alone."
                        )
                        raise RosterUnreadable(reason=words)
                    if b"<!DOCTYPE" in (before + piece).replace(b"\0", b""):  # in UTF-16 too
                        raise RosterUnreadable(reason=_("This XLSX file cannot be read."))
                    before = piece[-32:]


def is_marked_up(text: str) -> bool:
    """Is it a page or an XML workbook, which some systems send under the name of a spreadsheet?"""
    start = text[:2000].lstrip("\ufeff \r\n\t").lower()
    return start.startswith("<") and any(f"<{tag}" in text.lower() for tag in ("table", "row", "tr"))


def marked_up(text: str) -> Table:
    """Rows and cells of all tables, in one pass over the text. Line numbers count rows."""
    lines: Lines = []
    skipping = ""
    for piece in text.split("<")[1:]:
        tag, _closed, words = piece.partition(">")
        name = tag[:20].split()[0].lower().rstrip("/").rpartition(":")[2] if tag[:20].split() else ""
        if skipping:
            skipping = "" if name == f"/{skipping}" or tag.lower().startswith(f"/{skipping}") else skipping
        elif name in ("style", "script"):
            skipping = name
        elif name in ("tr", "row"):
            lines.append((len(lines) + 1, []))
        elif lines and name in ("td", "th", "cell") and len(lines[-1][1]) < MAX_COLUMNS:
            _at_index(lines[-1][1], tag)
            lines[-1][1].append(words)
        elif lines and lines[-1][1] and not name.startswith(("/td", "/th", "/cell", "/tr", "/row", "/table")):
            lines[-1][1][-1] += words
    return Table(tuple((number, [_bare(cell) for cell in cells]) for number, cells in lines[: 2 * MAX_LINES]))


def _at_index(cells: list[str], tag: str) -> None:
    """The column of a cell: XML workbooks leave out empty cells and number the next one."""
    before, _sign, rest = tag[:300].partition('Index="')
    said = rest.partition('"')[0]
    is_number = said.isascii() and said.isdecimal() and len(said) <= 3 and not before[-1:].isalnum()
    while is_number and len(cells) < min(int(said) - 1, MAX_COLUMNS):
        cells.append("")


def _bare(cell: str) -> str:
    return " ".join(html.unescape(cell[: 2 * MAX_CELL]).split())[:MAX_CELL]
