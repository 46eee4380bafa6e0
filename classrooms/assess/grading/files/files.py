"""Files of marks for other programs: Moodle, Canvas, spreadsheets and others."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.assess.grading.files.exports import Export, Person, identified
from classrooms.assess.grading.queries.mark_table import mark_state_words, to_come_words
from classrooms.assess.grading.words import account
from classrooms.files.spreadsheets import BOM, csv_of, harmless, is_identifier, is_run, plain

NO_MARK: Final = "-"
"""Moodle's sign for a missing grade. An empty cell of a new grade item would be read as a grade."""

MOODLE_HEADINGS: Final = {
    "email": "Email address",
    "username": "Username",
    "idnumber": "ID number",
    "userid": "User ID",
}
"""Moodle's own names of the fields, which it offers to match by."""

CANVAS_HEAD: Final = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
CANVAS_KEEPS: Final = re.compile(r"\b(Current|Final|Override) (Score|Points|Grade|Status)\b")
"""Words for which Canvas leaves out a column with such a heading."""
CANVAS_EXCUSED: Final = "EX"
"""The word that Canvas reads as excused; it reads no other word."""
CANVAS_NUMBER: Final = re.compile(r"\((\d+)\)\s*$")
"""The end of a heading that Canvas reads as the number of one of its own assignments."""


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Rows with commas and quotation marks as RFC 4180 has them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def moodle(export: Export, *, by: str, lines: bool = False) -> bytes:
    """A CSV file for Moodle's import of grades: headings, then one line for each student with an identifier (the field
    `by`, byte by byte). There is a column with the final mark and, with `lines`, one for each line of the rubric. A
    missing mark is written with Moodle's sign. The last column has the state of a missing or unfinished mark in words,
    and can be imported as feedback.
    """
    names = [plain(column.name) for column in export.columns] if lines else []
    title = plain(export.title)
    lines_head = [harmless(f"{title}: {name}") for name in names]
    rows = [[MOODLE_HEADINGS[by], "Full name", harmless(title), *lines_head, _("State")]]
    known, _others = identified(export, by)
    for person in known:
        marks = person.marks if lines else ()
        blank = [""] * (len(names) - len(marks))
        numbers = [mark or NO_MARK for mark in (person.final, *marks, *blank)]
        rows.append([getattr(person, by), harmless(person.name), *numbers, state_words(person)])
    return (BOM + csv_text(rows)).encode()


def canvas(export: Export, *, lines: bool = False) -> bytes:
    """A CSV file for Canvas' gradebook: five columns of student information, one for each assignment, and a second row
    with the points possible. Canvas finds a student by SIS user id (the student number), then by login (the mail
    address), then by name. Both identifiers are written unchanged, byte by byte, or empty. An empty cell changes
    nothing in the gradebook; an excused student is excused in Canvas too. The file has no place for other words.
    """
    names = [plain(column.name) for column in export.columns] if lines else []
    title = canvas_title(export.title)
    rows = [
        [*CANVAS_HEAD, title, *(canvas_title(f"{export.title}: {name}") for name in names)],
        ["    Points Possible", "", "", "", "", *[str(export.scale)] * (1 + len(names))],
    ]
    for person in export.people:
        marks = (*person.marks, *[""] * (len(names) - len(person.marks))) if lines else ()
        section = harmless(export.session.course.name)
        who = [harmless(person.name), "", machine(person.idnumber), machine(person.email), section]
        rows.append([*who, CANVAS_EXCUSED if person.state == "excused" else person.final, *marks])
    return csv_text(rows).encode()


def machine(identifier: str) -> str:
    """An identifier for matching by a program, unchanged; empty if a spreadsheet would run or alter it."""
    return identifier if is_identifier(identifier) else ""


def canvas_title(title: str) -> str:
    """A heading that Canvas reads as the name of an assignment only."""
    text = CANVAS_KEEPS.sub(r"\1-\2", plain(title).replace(";", ","))
    return harmless(CANVAS_NUMBER.sub(r"[\1]", text))


def table(export: Export) -> bytes:
    """A workbook: marks as numbers, the lines of the rubric, and the facts behind each mark in words."""
    from openpyxl import Workbook  # takes a moment, and only this file needs it

    book = Workbook(write_only=True)
    head = [_("Family name"), _("Given name"), _("Student number"), _("Team"), _("E-mail"), _("Username")]
    head += [_("Final mark"), _("State")]
    marks = [
        [
            *_who(person), person.email, person.username,
            _number(person.final), state_words(person), *(_number(mark) for mark in person.marks),
        ]
        for person in export.people
    ]  # fmt: skip
    _fill(book, _("Marks"), [[*head, *(column.name for column in export.columns)], *marks])
    lines: list[list[Any]] = [[_("Line"), _("Weight")]]
    lines += [[column.name, column.weight] for column in export.columns]
    _fill(book, _("Rubric"), [*lines, [_("Best mark"), export.scale]])
    _fill(book, _("Facts"), [[*head[:4], _("Line"), _("Mark"), _("Facts")], *_facts(export)])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _who(person: Person) -> list[str]:
    """The first columns of every sheet."""
    return [person.family_name, person.given_name, person.idnumber, person.team]


def apogee(export: Export) -> bytes:
    """Final marks in the order of columns of Apogée: student number, family name, given name, date of birth, mark. No
    date of birth is stored, so its column is empty. Words in place of a mark come after it.
    """
    head = [_("Student number"), _("Family name"), _("Given name"), _("Date of birth"), _("Mark"), _("Best mark")]
    rows = [
        [
            person.idnumber, person.family_name, person.given_name, "",
            _number(person.final), export.scale, state_words(person),
        ]
        for person in export.people
    ]  # fmt: skip
    return csv_of([[*head, _("State")], *rows]).encode()


def state_words(person: Person) -> str:
    """The state of a missing or unfinished mark; empty for a finished mark."""
    words = (mark_state_words(person.state), to_come_words(person.awaited))
    return pgettext("between marks with decimals", "; ").join(filter(None, words))


def _number(mark: str) -> Decimal | None:
    return Decimal(mark) if mark else None


def _facts(export: Export) -> list[list[Any]]:
    return [
        [*_who(person), column.name, _number(mark), " ".join(_mark_sentences(detail))]
        for person in export.people
        for column, mark, detail in zip(export.columns, person.marks, person.details, strict=False)
    ]


def _mark_sentences(detail: Any) -> list[str]:
    told = list(account(detail["kind"], detail["params"], detail["facts"]).sentences)
    if "changed" in detail:
        told.append(_("Set by hand: %(reason)s") % {"reason": detail["changed"]["reason"]})
    return told


def _fill(book: Any, name: str, rows: Sequence[Sequence[Any]]) -> None:
    sheet = book.create_sheet(name[:31])
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows):
        sheet.append([_cell(sheet, value, bold=number == 0) for value in row])


def _cell(sheet: Any, value: Any, *, bold: bool) -> Any:
    """Write a cell. A text stays a text, whatever its first character is."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet, value=plain(value) if isinstance(value, str) else value)
    if isinstance(value, str):
        cell.data_type, cell.quotePrefix = "s", is_run(cell.value)
    if bold:
        cell.font = Font(bold=True)
    return cell


def document(export: Export) -> bytes:
    """All marks for a program: points from 0 to 10000, and the facts from which they can be computed."""
    session = export.session
    content = {
        "format": "grades/1",
        "session": {"id": session.pk, "title": session.title, "course": session.course.name, "game": session.game},
        "published": export.published,
        "scale": export.scale,
        "decimals": export.decimals,
        "lines": [{"name": each.name, "kind": each.kind, "weight": each.weight} for each in export.columns],
        "students": [_student(person) for person in export.people],
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def _student(person: Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "email": person.email,
        "username": person.username,
        "student_number": person.idnumber,
        "team": person.team,
        "final": person.final or None,
        "state": person.state or None,
        "unfinished": list(person.awaited),
        "marks": [{"mark": mark or None, **detail} for mark, detail in zip(person.marks, person.details, strict=True)],
    }
