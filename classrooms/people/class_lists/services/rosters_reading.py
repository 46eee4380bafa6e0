"""Reading class lists, typed, pasted or as a file, into rows of texts. Problems of lines are checked elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from classrooms.people.class_lists.services.rosters_columns import Columns, Line, columns_of
from classrooms.people.class_lists.services.rosters_headings import NAMES, is_canvas
from classrooms.people.class_lists.services.rosters_notes import (
    MAX_LINES,
    Note,
    RosterUnreadable,
    Table,
    line_words,
    listed,
)
from classrooms.people.class_lists.services.rosters_tables import table_of_file, table_of_text
from classrooms.people.class_lists.services.rosters_time import is_yes

CANVAS_OTHERS: Final = ("Points Possible", "Student, Test", "Test Student", "Test")
"""Lines of a Canvas gradebook that are no people: maximum points, and the student view."""
SUMS: Final = frozenset(
    [
        "total",
        "totaux",
        "totale",
        "gesamt",
        "summe",
        "somme",
        "soma",
        "suma",
        "sum",
        "effectif",
        "effectifs",
        "nombre",
        "count",
        "moyenne",
        "average",
        "page",
        "imprimé",
        "édité",
        "exporté",
        "extrait",
        "légende",
        "source",
        "groupe",
        "group",
        "td",
        "tp",
        "gruppe",
        "grupo",
        "gruppo",
        "liste",
        "fin",
    ]
)
"""First words of summary lines below a list."""


@dataclass(frozen=True)
class Row:
    """One line as it was written; `number` is its line in the source, from 1. The parts of the name are known if they
    have columns of their own or their order is certain.
    """

    number: int
    name: str = ""
    email: str = ""
    student_number: str = ""
    team: str = ""
    extra_time: str = ""
    family_name: str = ""
    given_name: str = ""
    alone: bool = False
    """The line has only one of the two parts of a name and nothing else, while most lines have both."""


@dataclass(frozen=True)
class Reading:
    """A list with the headings of unused columns and notes. If `columns` has doubts, the rows are only a proposal."""

    rows: tuple[Row, ...]
    unused: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    table: Table = Table(())
    columns: Columns = Columns(0, (), ())

    @property
    def asks(self) -> bool:
        """Must a person first name the columns?"""
        return bool(self.columns.unsure)


def read_file(content: bytes, remembered: Mapping[str, Sequence[str]] | None = None) -> Reading:
    """A CSV or XLSX file. Raises RosterUnreadable."""
    table = table_of_file(content)
    return read_table(table, columns_of(table, remembered or {}))


def read_text(text: str, remembered: Mapping[str, Sequence[str]] | None = None) -> Reading:
    """Lines with names, alone or with more columns between tabs, semicolons, commas or bars. Raises
    RosterUnreadable.
    """
    table = table_of_text(text)
    return read_table(table, columns_of(table, remembered or {}))


def read_table(table: Table, columns: Columns) -> Reading:
    """Rows from the cells, by the meanings of their columns. Omitted lines are noted."""
    notes = list(table.notes)
    above = [line_words(*line) for line in table.lines if line[0] < columns.head]
    notes += [Note("above", {"what": listed(above)})] if above else []
    body, left = _persons([line for line in table.lines if line[0] > columns.head], columns)
    notes += left
    rows = tuple(_row(number, cells, columns.meanings) for number, cells in body)
    if is_canvas(columns.headings):
        rows = tuple(row if "@" in row.email else replace(row, email="") for row in rows)
    rows = _marked_alone(rows)
    if not rows:
        raise RosterUnreadable(reason=_("There is no name in this list."))
    if len(rows) > MAX_LINES:
        raise RosterUnreadable(reason=_("The list has more than 2,000 lines. Split it."))
    pairs = [(heading[:60], each) for heading, each in zip(columns.headings, columns.meanings, strict=True) if heading]
    groups = [heading for heading, each in pairs if each == "group"]
    notes += [Note("groups", {"what": listed(groups)})] if groups else []
    notes += (
        [Note("usual", {"what": listed(h for h, each in pairs if each == "usual")})]
        if "usual" in columns.meanings
        else []
    )
    yes = [row.name for row in rows if is_yes(row.extra_time)]
    notes += [Note("extra_yes", {"what": listed(yes)})] if yes else []
    notes += [Note("remembered")] if columns.remembered else []
    unused = tuple(heading for heading, each in pairs if each in ("", "either"))
    return Reading(rows, unused, tuple(notes), table, columns)


def _persons(lines: Sequence[Line], columns: Columns) -> tuple[list[Line], list[Note]]:
    """The lines that can be people, and notes on the others. Extra lines of every Canvas gradebook are left out without
    a note.
    """
    kept, sums, again = [], [], []
    named = [index for index, each in enumerate(columns.meanings) if each in NAMES]
    headings = [heading for heading in columns.headings if heading]
    canvas = is_canvas(columns.headings)
    for number, cells in lines:
        if headings and [cell for cell in cells if cell] == headings:
            again.append(line_words(number, cells))
        elif canvas and not _is_of_class(cells, named):
            continue
        elif _is_sum(cells):
            sums.append(line_words(number, cells))
        else:
            kept.append((number, cells))
    found = (("sums", sums), ("again", again))
    return kept, [Note(code, {"what": listed(texts)}) for code, texts in found if texts]


def _is_of_class(cells: Sequence[str], named: Sequence[int]) -> bool:
    names = [cells[index].strip() for index in named if index < len(cells)]
    return any(names) and names[0] not in CANVAS_OTHERS and " ".join(names) not in CANVAS_OTHERS


def _is_sum(cells: Sequence[str]) -> bool:
    """Is this line a total, a title or a remark? It begins with a word for it and has no other cell with letters."""
    filled = [cell for cell in cells if cell]
    word = _first_word(filled[0][:60].casefold())
    if word not in SUMS or any(sign.isalpha() for cell in filled[1:] for sign in cell):
        return False
    rest = filled[0][len(word) :].strip()
    return not rest or ":" in rest or len(rest) < 2 or any(sign.isdigit() for sign in rest) or len(filled) > 1


def _first_word(text: str) -> str:
    return next((text[:at] for at, sign in enumerate(text) if sign.isspace() or sign in ":=("), text)


def _marked_alone(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Keep the `alone` marks only if most lines have both parts of a name."""
    both = sum(bool(row.family_name and row.given_name) for row in rows)
    return rows if 2 * both > len(rows) else tuple(replace(row, alone=False) for row in rows)


def _row(number: int, cells: Sequence[str], meanings: Sequence[str]) -> Row:
    """A line by the meanings of its columns. A name in several columns is joined; of other values the first one
    counts.
    """
    values: dict[str, list[str]] = {}
    for meaning, cell in zip(meanings, cells, strict=False):
        if cell:
            values.setdefault(meaning, []).append(" ".join(cell.split(" ")))
    given = " ".join(values.get("first", ()))
    family = " ".join(values.get("usual") or values.get("last") or ())
    name, email = "".join(values.get("name", ())[:1]), "".join(values.get("email", ())[:1])
    name = name or " ".join(part for part in (given, family) if part)
    if not email:
        name, email = _name_and_address(name)
    parted = {"first", "last"} <= set(meanings)
    if not (given or family):
        name, family, given = _parts(name)
    rest = [("".join(values.get(column, ())[:1])) for column in ("student_number", "team", "extra_time")]
    alone = parted and not (given and family) and not email and not any(rest)
    return Row(number, name, email, _bare_number(rest[0]), rest[1], rest[2], family, given, alone and bool(name))


def _bare_number(text: str) -> str:
    """The number without the "#" that Brightspace writes before it for spreadsheets."""
    return text[1:] if text[:1] == "#" and text[1:].isalnum() else text


def _name_and_address(text: str) -> tuple[str, str]:
    """The parts of "Zoé Martin <zoe@example.org>"; for other texts the text and an empty address."""
    name, sign, rest = (text[:-1] if text.endswith((";", ",")) else text).partition("<")
    address = rest.removesuffix(">")
    user, _at, host = address.partition("@")
    is_bare = not any(each in "<>" or each.isspace() for each in address) and ">" not in name
    if sign and address != rest and is_bare and user and host and "@" not in host:
        return name.strip(' "'), address
    return text, ""


def _is_words(text: str) -> bool:
    """Can it be a part of a name? It begins with a letter and has no digits."""
    return text[:1].isalnum() and not any(sign.isdecimal() or sign == "@" for sign in text)


def _parts(name: str) -> tuple[str, str, str]:
    """A name with its family and given name if their order is certain: "Dupont, Marie", or one part in capitals
    ("DUPONT Marie", "Marie DUPONT"). Else both are empty.
    """
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and "," not in given and _is_words(family) and _is_words(given):
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
