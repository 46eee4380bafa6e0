"""Class lists, typed, pasted or as a CSV or XLSX file, read into rows of texts. Nothing is judged here."""

import csv
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO, StringIO
from typing import Any, Final

from django.utils.translation import gettext as _

from games.errors import ServiceError

MAX_BYTES: Final = 1_000_000
MAX_LINES: Final = 2_000
MAX_UNPACKED: Final = 20_000_000
"""What an XLSX file may grow to when it is unpacked, in bytes."""
MAX_MARKS: Final = 1_000_000
"""Tags in all parts of an XLSX file, rows, cells and shared texts alike: 2,000 full lines of 40 columns have fewer."""
CHUNK: Final = 1 << 16
COLUMNS: Final = ("name", "email", "student_number", "team", "extra_time")
"""The order in which they stand where there is no line of headings."""
DELIMITERS: Final = "\t;,"

HEADINGS: Final = {
    "first": ("first name", "given name", "forename", "prenom"),
    "last": ("last name", "surname", "family name", "nom de famille"),
    "name": ("name", "full name", "student", "student name", "nom", "nom complet", "nom et prenom", "etudiant"),
    "email": (
        *("e mail", "email", "mail", "e mail address", "email address", "mail address"),
        *("courriel", "adresse e mail", "adresse mail", "adresse de courriel", "adresse electronique"),
    ),
    "student_number": (
        *("student number", "student id", "student no", "number", "id", "id number", "matriculation number"),
        *("numero", "numero etudiant", "numero d etudiant", "n etudiant", "no etudiant", "matricule"),
        *("code etudiant", "identifiant", "numero d identification"),
    ),
    "team": ("team", "group", "groups", "equipe", "groupe", "groupes"),
    "extra_time": (
        *("extra time", "additional time", "extra time percent"),
        *("tiers temps", "temps supplementaire", "temps majore", "majoration", "majoration de temps"),
    ),
}
_COLUMN_OF: Final = {heading: column for column, headings in HEADINGS.items() for heading in headings}


CANVAS: Final = {"student": "name", "sis user id": "student_number", "sis login id": "email"}
"""Headings of the list that Canvas exports, its gradebook. What it calls "ID" is a number of its own."""
CANVAS_OTHERS: Final = ("Points Possible", "Student, Test", "Test Student")
"""Lines of it that are nobody: how much assignments count, and the student view."""


class RosterUnreadable(ServiceError):
    """A list of which not one line can be shown; the message says why."""

    code = "roster_unreadable"
    status = 422
    message = "%(reason)s"


@dataclass(frozen=True)
class Row:
    """One line as it was written; `number` is its line in the source, from 1. The parts of the name are known where
    they stand in columns of their own or their order is beyond doubt.
    """

    number: int
    name: str = ""
    email: str = ""
    student_number: str = ""
    team: str = ""
    extra_time: str = ""
    family_name: str = ""
    given_name: str = ""


_AFTER_ADDRESS = re.compile(r"(<[^<>\s@]+@[^<>\s]+>)[ \t]*[;,][ \t]*(?=[^\s;,])")


@dataclass(frozen=True)
class Reading:
    """A list, and the headings of columns that nobody asked for."""

    rows: tuple[Row, ...]
    unused: tuple[str, ...] = ()


def read_file(content: bytes) -> Reading:
    """A CSV or XLSX file. Raises RosterUnreadable."""
    if len(content) > MAX_BYTES:
        raise RosterUnreadable(reason=_("The file is larger than 1 MB."))
    if content.startswith(b"PK\x03\x04"):
        return _reading(_sheet(content))
    return read_text(_decoded(content))


def read_text(text: str) -> Reading:
    """Lines with names, alone or with more columns between tabs, semicolons or commas. Raises RosterUnreadable."""
    if len(text.encode()) > MAX_BYTES:
        raise RosterUnreadable(reason=_("The list is larger than 1 MB."))
    return _reading(_table(_apart(text)))


def _apart(text: str) -> str:
    """A line of several addresses, as mail programs copy them, with one person a line."""
    return "\n".join(map(_line_apart, text.split("\n")))


def _line_apart(line: str) -> str:
    """Parts a line after each address that another one follows, in a time that grows with its length only."""
    last = line.rfind("<")
    return _AFTER_ADDRESS.sub(lambda found: f"{found[1]}\n" if found.end() < last else found[0], line)


def _decoded(content: bytes) -> str:
    """UTF-8 or UTF-16 by their marks, UTF-8 if it can be that, else what older spreadsheets write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content:
        raise RosterUnreadable(reason=_("This is neither a CSV nor an XLSX file."))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _table(text: str) -> list[tuple[int, list[str]]]:
    """Cells with the number of their line. A quotation mark that nobody closes stands for itself."""
    lines = text.lstrip("\ufeff").splitlines()
    delimiter = _delimiter(lines)
    try:
        return _cells(lines, delimiter, strict=True)
    except csv.Error:
        return _cells(lines, delimiter, strict=False)


def _cells(lines: Sequence[str], delimiter: str, *, strict: bool) -> list[tuple[int, list[str]]]:
    quoting: Any = csv.QUOTE_MINIMAL if strict else csv.QUOTE_NONE
    source = StringIO("\n".join(lines), newline="")
    reader = csv.reader(source, delimiter=delimiter, quoting=quoting, strict=strict, skipinitialspace=True)
    found, begins = [], 1
    for cells in reader:
        found.append((begins, cells))
        begins = reader.line_num + 1
        if len(found) > 2 * MAX_LINES:
            break
    return found


def _delimiter(lines: Sequence[str]) -> str:
    """The sign that makes known headings of the first line, else the one that most lines have."""
    first = next((line for line in lines if line.strip()), "")
    for sign in DELIMITERS:
        if sum(_plain(cell) in _COLUMN_OF for cell in first.split(sign)) > 1:
            return sign
    return max(DELIMITERS, key=lambda sign: sum(sign in line for line in lines))


def _sheet(content: bytes) -> list[tuple[int, list[str]]]:
    """The first sheet of a workbook. Formulas are taken by the value that was stored with them; one without a value
    stays what it is, and makes a bad line.
    """
    from openpyxl import load_workbook  # takes a moment, and only lists need it

    try:
        _check_unpacked(content)
        values, formulas = (
            load_workbook(BytesIO(content), read_only=True, data_only=data_only)
            .worksheets[0]
            .iter_rows(max_row=2 * MAX_LINES, max_col=40)
            for data_only in (True, False)
        )
        pairs = enumerate(zip(values, formulas, strict=True), start=1)
        return [(number, [_text(*cells) for cells in zip(*rows, strict=True)]) for number, rows in pairs]
    except RosterUnreadable:
        raise
    except Exception as fault:  # noqa: BLE001  whatever a broken workbook does to its reader, it is a broken workbook
        raise RosterUnreadable(reason=_("This XLSX file cannot be read.")) from fault


def _check_unpacked(content: bytes) -> None:
    """Unpack a workbook piece by piece and keep nothing: sizes in its own list may be wrong. Raises RosterUnreadable
    for one that is too large, or that defines entities, which grow only when they are read.
    """
    size = marks = 0
    with zipfile.ZipFile(BytesIO(content)) as parts:
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


def _text(cell: Any, formula: Any) -> str:
    value = cell.value
    if value is None:
        kept = formula.value
        return "" if kept is None else str(getattr(kept, "text", kept))
    if isinstance(value, float):
        if "%" in str(cell.number_format or ""):
            return f"{round(value * 100)}%"
        if value.is_integer():
            return str(int(value))
    return str(value)


def _reading(table: Iterable[tuple[int, list[str]]]) -> Reading:
    """Cells under their headings, or in the usual order. Empty lines are left out."""
    lines = [(number, [cell.strip() for cell in cells]) for number, cells in table]
    lines = [(number, cells) for number, cells in lines if any(cells)]
    if lines and _is_canvas(lines[0][1]):
        return _canvas(lines)
    columns, unused = _columns(lines[0][1]) if lines else ({}, ())
    if columns:
        rows = [_row(number, cells, columns) for number, cells in lines[1:]]
    else:
        order = ("last", "first", *COLUMNS[1:]) if _has_parts(lines) else COLUMNS
        usual = {column: index for index, column in enumerate(order)}
        rows = [_row(number, cells, usual) for number, cells in lines]
    return _checked(rows, unused)


def _checked(rows: Sequence[Row], unused: tuple[str, ...]) -> Reading:
    if not rows:
        raise RosterUnreadable(reason=_("There is no name in this list."))
    if len(rows) > MAX_LINES:
        raise RosterUnreadable(reason=_("The list has more than 2,000 lines. Split it."))
    return Reading(tuple(rows), unused)


def _is_canvas(cells: Sequence[str]) -> bool:
    return {"student", "sis login id"} <= {_plain(cell) for cell in cells}


def _canvas(lines: Sequence[tuple[int, list[str]]]) -> Reading:
    """A gradebook of Canvas: marks are left out, and so is a login that is no mail address."""
    headings = [_plain(cell) for cell in lines[0][1]]
    columns = {column: headings.index(heading) for heading, column in CANVAS.items() if heading in headings}
    rows = []
    for number, cells in lines[1:]:
        name = cells[columns["name"]] if columns["name"] < len(cells) else ""
        if name and name not in CANVAS_OTHERS:
            row = _row(number, cells, columns)
            rows.append(row if "@" in row.email else replace(row, email=""))
    return _checked(
        rows, tuple(cell[:60] for cell, plain in zip(lines[0][1], headings, strict=True) if plain not in CANVAS)
    )


def _plain(heading: str) -> str:
    """Without accents, case and signs, so that "E-mail", "É-mail " and "e mail" are one."""
    bare = unicodedata.normalize("NFKD", heading.casefold())
    bare = "".join(sign for sign in bare if not unicodedata.combining(sign)).replace("\u00b0", "")
    return re.sub(r"[^a-z0-9]+", " ", bare).strip()


def _columns(cells: Sequence[str]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Where each column stands, if this is a line of headings, and the headings that are not used."""
    found: dict[str, int] = {}
    unused = []
    for index, cell in enumerate(cells):
        column = _COLUMN_OF.get(_plain(cell))
        if column is not None and column not in found:
            found[column] = index
        elif cell:
            unused.append(cell[:60])
    if "first" in found and "last" not in found and "name" in found:
        found["last"] = found.pop("name")
    if not {"name", "last", "first"} & set(found) or any("@" in cell for cell in cells):
        return {}, ()
    return found, tuple(unused)


def _row(number: int, cells: Sequence[str], columns: dict[str, int]) -> Row:
    def cell(column: str) -> str:
        index = columns.get(column)
        return " ".join(cells[index].split(" ")) if index is not None and index < len(cells) else ""

    given, family = cell("first"), cell("last")
    name = cell("name") or " ".join(part for part in (given, family) if part)
    values = {column: cell(column) for column in COLUMNS[1:]}
    with_mail = re.fullmatch(r"([^<>]*)<([^<>\s]+@[^<>\s]+)>[;,]?", name)
    if with_mail and not values["email"]:
        name, values["email"] = with_mail[1].strip(' "'), with_mail[2]
    if not (given or family):
        name, family, given = _parts(name)
    return Row(number, name=name, **values, family_name=family, given_name=given)


_WORDS: Final = re.compile(r"[^\W\d_][^\d@]*")


def _has_parts(lines: Sequence[tuple[int, list[str]]]) -> bool:
    """Does each line begin with "last name, first name" in two cells?"""
    starts = [cells[:2] for _number, cells in lines]
    return bool(lines) and all(len(two) == 2 and all(_WORDS.fullmatch(cell) for cell in two) for two in starts)


def _parts(name: str) -> tuple[str, str, str]:
    """A name as it is shown, with family and given name where their order is beyond doubt: "Dupont, Marie", and names
    of which the one part is written in capitals ("DUPONT Marie", "Marie DUPONT"). Else both are empty.
    """
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and "," not in given and _WORDS.fullmatch(family) and _WORDS.fullmatch(given):
        return f"{given} {family}", family, given
    words = name.split()
    capitals = [len(word) > 1 and word.isupper() for word in words]
    number = sum(capitals)
    if 0 < number < len(words):
        if all(capitals[:number]):
            return name, " ".join(words[:number]), " ".join(words[number:])
        if all(capitals[-number:]):
            return name, " ".join(words[-number:]), " ".join(words[:-number])
    return name, "", ""
