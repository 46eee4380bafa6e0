"""Marks for export to a learning platform or a spreadsheet, in the form from which files are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from classrooms.assess.grading.points import FULL, scaled
from classrooms.assess.grading.queries.mark_table import MOST_DECIMALS, MarkTable, Row, mark_table_of
from classrooms.assess.grading.services.publishing import content_of
from classrooms.files.spreadsheets import is_identifier
from classrooms.models import LmsMember, LmsPlatform, PublishedGrade, Session
from classrooms.models.grades import line_name

IDENTIFIERS: Final = ("email", "username", "idnumber")
MOODLE_NUMBER: Final = "userid"
"""The field by which a Moodle finds people whom it sent here by LTI: its own user number."""


@dataclass(frozen=True)
class Column:
    """A line of the rubric in a file. No two columns have one name."""

    name: str
    kind: str
    weight: int


@dataclass(frozen=True)
class Person:
    """A student with their final mark and a mark for each column, written with a point; empty for none. `called`
    distinguishes people of one name. `userid` is a Moodle's own number, empty for people from elsewhere. `state` is the
    reason for no final mark, `awaited` names the lines still to be judged. `details` are the lines with points and
    facts.
    """

    name: str
    called: str
    family_name: str
    given_name: str
    email: str
    username: str
    idnumber: str
    team: str
    final: str
    marks: tuple[str, ...]
    state: str = ""
    awaited: tuple[str, ...] = ()
    userid: str = ""
    details: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Export:
    """The content of an export. `published` says whether these are the marks published to students."""

    session: Session
    title: str
    scale: int
    decimals: int
    published: bool
    columns: tuple[Column, ...]
    people: tuple[Person, ...]

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Fields by which a Moodle may find these people, its own number where it has sent any of them."""
        return (*IDENTIFIERS, MOODLE_NUMBER) if any(person.userid for person in self.people) else IDENTIFIERS

    @property
    def identifier(self) -> str:
        """The identifier that leaves out the fewest people. User names belong to this site; a Moodle knows them
        only if an instructor says so.
        """
        fields = [by for by in (MOODLE_NUMBER, "email", "idnumber") if by in self.identifiers]
        return min(fields, key=lambda by: len(identified(self, by)[1]))


def export_of(play_session: Session, *, published: bool) -> Export:
    """The published marks, or the current ones. A student without a published mark has no published mark in the
    file.
    """
    sheet = mark_table_of(play_session)
    contents: dict[int, tuple[str, str, Mapping[str, Any]]]
    if not published:
        contents = {row.enrolment.user_id: (row.final, row.mark_state, content_of(sheet, row)) for row in sheet.rows}
    else:
        rows = PublishedGrade.objects.filter(book=sheet.book).values_list("user", "final", "state", "content")
        contents = {user: (final, state, content) for user, final, state, content in rows}
    # All contents of one publication have the same lines; what a student was told is left alone only if it is equal.
    numbers = moodle_numbers(play_session)
    first: Mapping[str, Any] = next((content for _final, _state, content in contents.values()), {"lines": []})
    columns = _columns(first)
    return Export(
        session=play_session,
        title=play_session.title,
        scale=first.get("scale", sheet.book.scale),
        decimals=first.get("decimals", sheet.book.decimals),
        published=published,
        columns=columns,
        people=tuple(_person(row, sheet, contents, numbers, columns) for row in sheet.rows),
    )


def moodle_numbers(play_session: Session) -> dict[int, str]:
    """By person, their number in the course's Moodle. Empty for a course of several Moodles, in which the same number
    may belong to different people.
    """
    rows = LmsMember.objects.filter(
        lms_course__course=play_session.course_id,
        person__platform__product=LmsPlatform.Product.MOODLE,
        person__is_test=False,
        gone_at__isnull=True,
    ).values_list("person__platform", "person__user", "person__subject")
    found = {user: (platform, subject) for platform, user, subject in rows}
    several = len({platform for platform, _subject in found.values()}) > 1
    return {} if several else {user: subject for user, (_platform, subject) in found.items() if subject.isdecimal()}


def _columns(content: Mapping[str, Any]) -> tuple[Column, ...]:
    names: list[str] = []
    for line in content["lines"]:
        name = line_name(line["kind"], line["title"])
        names.append(f"{name} {names.count(name) + 1}" if name in names else name)
    return tuple(Column(name, line["kind"], line["weight"]) for name, line in zip(names, content["lines"], strict=True))


def _person(
    row: Row,
    sheet: MarkTable,
    contents: Mapping[int, tuple[str, str, Mapping[str, Any]]],
    numbers: Mapping[int, str],
    columns: Sequence[Column],
) -> Person:
    final, state, content = contents.get(row.enrolment.user_id, ("", "", {"lines": []}))
    scale = content.get("scale", sheet.book.scale)
    decimals = min(MOST_DECIMALS, content.get("decimals", sheet.book.decimals) + 1)
    parts = row.user.get_name_parts()
    return Person(
        name=row.user.get_full_name(),
        called=row.user.called,
        family_name=parts[0],
        given_name=parts[1],
        email=row.user.email,
        username=row.user.get_username(),
        idnumber=row.enrolment.student_number,
        team=row.team,
        final=final,
        marks=tuple(_mark(line["points"], scale, decimals) for line in content["lines"]),
        state=state,
        awaited=tuple(
            column.name for column, line in zip(columns, content["lines"], strict=False) if line.get("awaited")
        ),
        userid=numbers.get(row.enrolment.user_id, ""),
        details=tuple(content["lines"]),
    )


def _mark(points: int | None, scale: int, decimals: int) -> str:
    return "" if points is None else scaled(Fraction(points, FULL), scale, decimals)


def identified(export: Export, by: str) -> tuple[list[Person], list[Person]]:
    """People whom a learning platform can find by this field, and the others, who must stay out of the file. Moodle
    gives a line without an identifier to the person of the line above, and stops at an unknown one.
    """
    known: list[Person] = []
    others: list[Person] = []
    for person in export.people:
        value = getattr(person, by)
        (known if is_identifier(value) else others).append(person)
    return known, others
