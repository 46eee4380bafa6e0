"""Typed, pasted or sent class lists as tables of cells. Meanings of cells are used only to find the delimiter."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.people.class_lists.services.rosters_decoding import decoded, mended
from classrooms.people.class_lists.services.rosters_headings import known_in
from classrooms.people.class_lists.services.rosters_notes import (
    MAX_CELL,
    MAX_COLUMNS,
    MAX_LINES,
    RosterUnreadable,
    Table,
)
from classrooms.people.class_lists.services.rosters_workbooks import HEAD_LINES, is_marked_up, marked_up, workbook

MAX_BYTES: Final = 1_000_000
DELIMITERS: Final = "\t;,|"
MAX_LINE: Final = 20_000
OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0"


def table_of_file(content: bytes) -> Table:
    """A CSV or XLSX file, or a page that calls itself one. Raises RosterUnreadable."""
    if len(content) > MAX_BYTES:
        raise RosterUnreadable(reason=_("The file is larger than 1 MB."))
    if content.startswith(b"PK\x03\x04"):
        return _mended(workbook(content))
    if content.startswith(OLD_WORKBOOK):
        raise RosterUnreadable(reason=_("This is a workbook of an old Excel (.xls). Save it as XLSX or CSV."))
    if content.startswith(b"%PDF"):
        raise RosterUnreadable(reason=_("This is a PDF, neither a CSV nor an XLSX file."))
    text, notes = decoded(content)
    table = marked_up(text) if is_marked_up(text) else _table(apart(text))
    return _mended(Table(table.lines, notes, table.spaced))


def table_of_text(text: str) -> Table:
    """Lines with names, alone or with more columns. Raises RosterUnreadable."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise RosterUnreadable(reason=_("The list is larger than 1 MB."))
    return _mended(_table(apart(text)))


def _mended(table: Table) -> Table:
    """Repair accents, then strip blanks: a part of a broken accent may look like a blank."""
    lines, notes = mended(list(table.lines))
    trimmed = ((number, [cell.strip() for cell in cells]) for number, cells in lines)
    kept = [line for line in trimmed if any(line[1])]
    width = max((index + 1 for _number, cells in kept for index, cell in enumerate(cells) if cell), default=0)
    return Table(tuple((number, cells[:width]) for number, cells in kept), table.notes + notes, table.spaced)


def apart(text: str) -> str:
    """Put each person of a line of several addresses, as mail programs copy them, on a line of their own."""
    return "\n".join(map(_line_apart, text.split("\n")))


def _line_apart(line: str) -> str:
    """Break a line after each address that another one follows, in time linear in its length."""
    last, at, parts = line.rfind("<"), 0, []
    while (end := line.find(">", at, max(last, at))) >= 0:
        after = _behind_sign(line, end + 1)
        begin = line.rfind("<", at, end)
        is_parted = 0 < after < last and begin >= 0 and _is_address(line[begin + 1 : end])
        parts.append(line[at : end + 1] + "\n" * is_parted)
        at = after if is_parted else end + 1
    return "".join(parts) + line[at:]


def _behind_sign(line: str, at: int) -> int:
    """The index of the next person after a semicolon or comma; 0 if there is none."""
    start = at
    while at < len(line) and line[at] in " \t":
        at += 1
    if line[at : at + 1] not in (";", ","):
        return 0
    at += 1
    while at < len(line) and line[at] in " \t":
        at += 1
    return at if start < at < len(line) and not line[at].isspace() and line[at] not in ";," else 0


def _is_address(text: str) -> bool:
    user, _at, host = text.partition("@")
    return bool(user and host) and not any(sign.isspace() for sign in text)


def _table(text: str) -> Table:
    """Cells with the number of their line. An unclosed quotation mark is an ordinary sign."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if any(len(line) > MAX_LINE for line in lines):
        raise RosterUnreadable(reason=_("A line has more than 20,000 characters. Put one person on each line."))
    delimiter = _declared_delimiter(lines)
    if delimiter:
        lines[0] = ""
    delimiter = delimiter or _delimiter(lines)
    try:
        found = _cells(lines, delimiter, strict=True)
    except csv.Error:
        found = _cells(lines, delimiter, strict=False)
    if delimiter == "|":
        found = _without_frame(found)
    filled = [line for line in lines if line.strip()]
    return Table(tuple(found), spaced=delimiter == "," and all(", " in line for line in filled))


def _declared_delimiter(lines: Sequence[str]) -> str:
    """The delimiter in a first line such as "sep=;", which spreadsheets may write."""
    first = lines[0].strip().strip('"').lower() if lines else ""
    return first[4] if len(first) == 5 and first.startswith("sep=") else ("\t" if first == "sep=" else "")


def _cells(lines: Sequence[str], delimiter: str, *, strict: bool) -> list[tuple[int, list[str]]]:
    quoting: Any = csv.QUOTE_MINIMAL if strict else csv.QUOTE_NONE
    source = StringIO("\n".join(lines), newline="")
    reader = csv.reader(source, delimiter=delimiter, quoting=quoting, strict=strict, skipinitialspace=True)
    found, begins = [], 1
    for cells in reader:
        found.append((begins, [cell[:MAX_CELL] for cell in cells[:MAX_COLUMNS]]))
        begins = reader.line_num + 1
        if len(found) > 2 * MAX_LINES:
            break
    return found


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter that gives known headings in one of the first lines, else the one that most lines have."""
    heads = [line[: MAX_CELL * 4] for line in lines if line.strip()][:HEAD_LINES]
    known = {sign: max((known_in(_split(line, sign)) for line in heads), default=0) for sign in DELIMITERS}
    best = max(DELIMITERS, key=lambda sign: known[sign])
    return best if known[best] > 1 else max(DELIMITERS, key=lambda sign: sum(sign in line for line in lines))


def _split(line: str, sign: str) -> list[str]:
    return [cell.strip(' "') for cell in line.split(sign)]


def _without_frame(lines: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The lines without the frame of drawn tables: lines of dashes, and an empty cell at each end."""
    kept = [(number, cells) for number, cells in lines if "".join(cells).strip("-:+= ") or not any(cells)]
    framed = all(not cells[0].strip() and not cells[-1].strip() for _number, cells in kept if len(cells) > 1)
    return [(number, cells[1:-1]) for number, cells in kept if len(cells) > 1] if framed else kept
