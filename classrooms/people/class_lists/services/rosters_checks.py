"""Checking the lines of a class list: each gets its problems."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment
from classrooms.people.class_lists.services.rosters_decoding import has_lost_letters
from classrooms.people.class_lists.services.rosters_reading import Row
from classrooms.people.class_lists.services.rosters_spoilt import is_date, is_fault, is_scientific
from classrooms.people.class_lists.services.rosters_time import read_extra_time
from games.ui.names import is_displayable, tidied

LENGTHS: Final = {"name": 80, "email": 254, "student_number": 60, "team": 80, "extra_time": 12}

PROBLEMS: Final = {
    "empty_name": _("The name is missing."),
    "formula": _(
        "%(column)s: a formula without a value. Open the file in a spreadsheet program, save it, send it again."
    ),
    "too_long": _("%(column)s: longer than %(most)d characters."),
    "control_signs": _("%(column)s: there is a character that cannot be shown."),
    "bad_mail": _("This is not an e-mail address: %(value)s"),
    "mail_twice": _("The same e-mail address stands in line %(line)d."),
    "number_twice": _("The same student number stands in line %(line)d."),
    "name_twice": _("The same name stands in line %(line)d, and nothing tells the two apart."),
    "in_course": _("Already in the course: %(name)s."),
    "alone": _("Only one part of a name is there. If this is a person, complete the line or add the person by hand."),
    "lost_letters": _(
        "Letters of this name were lost: %(value)s. Save the file again as “CSV UTF-8” or XLSX, and send it again."
    ),
    "scientific": _(
        "%(column)s: a spreadsheet rounded this number: %(value)s. Format the column as text, enter the numbers again."
    ),
    "date": _(
        "%(column)s: a spreadsheet made a date of this: %(value)s. Format the column as text, enter the values again."
    ),
    "fault": _("%(column)s: an error of the spreadsheet: %(value)s. Correct the cell, and send the file again."),
    "bad_extra_time": _("Extra time is a percentage from 0 to 9999, yes or no, not “%(value)s”."),
}
COLUMN_NAMES: Final = {
    "name": _("Name"),
    "email": _("E-mail"),
    "student_number": _("Student number"),
    "team": _("Team"),
    "extra_time": _("Extra time"),
}


@dataclass
class Line:
    """A line with its problems, as it is stored. `user` is the guest that an import made of it."""

    number: int
    name: str
    email: str
    student_number: str
    team: str
    extra_time: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    user: int | None = None
    family_name: str = ""
    given_name: str = ""

    @property
    def reasons(self) -> list[str]:
        """The problems in the reader's language."""
        return [problem_words(problem) for problem in self.problems]

    @property
    def identity(self) -> tuple[str, str]:
        """The values that distinguish the person of this line from another one of the same name."""
        return self.email.casefold(), self.student_number.casefold()


def problem_words(problem: dict[str, Any]) -> str:
    """One stored reason as a sentence."""
    params = dict(problem["params"])
    if "column" in params:
        params["column"] = COLUMN_NAMES[params["column"]]
    return str(PROBLEMS[problem["code"]]) % params


Identity = tuple[str, str]
"""Mail address and student number, casefolded, which distinguish two people of one name."""


@dataclass(frozen=True)
class KnownMembers:
    """Members of the course: names by address and number, and identities by folded name."""

    mails: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    names: dict[str, list[Identity]] = field(default_factory=dict)


def known_in(course: Course) -> KnownMembers:
    """The members of a course, in one query."""
    known = KnownMembers()
    for row in Enrolment.objects.filter(course=course, left_at__isnull=True).select_related("user"):
        name, mail, number = row.user.get_full_name(), row.user.email.casefold(), row.student_number.casefold()
        if mail:
            known.mails[mail] = name
        if number:
            known.numbers[number] = name
        known.names.setdefault(name.casefold(), []).append((mail, number))
    return known


def checked(rows: Iterable[Row], known: KnownMembers) -> list[Line]:
    """Each row as a line with its problems. Of two lines for the same person, the first valid one counts."""
    lines = [_line(row) for row in rows]
    for line in lines:
        mark_known(line, known)
    _mark_twins(lines)
    return lines


def _line(row: Row) -> Line:
    texts = {
        "name": tidied(row.name),
        "email": row.email.strip(),
        "student_number": " ".join(row.student_number.split()),
        "team": tidied(row.team),
    }
    problems = []
    if not texts["name"]:
        problems.append(_problem("empty_name"))
    for column, text in [*texts.items(), ("extra_time", row.extra_time)]:
        if len(text) > LENGTHS[column]:
            problems.append(_problem("too_long", column=column, most=LENGTHS[column]))
        if text.startswith("="):
            problems.append(_problem("formula", column=column))
        elif not is_displayable(text):
            problems.append(_problem("control_signs", column=column))
    spoilt = list(_spoilt({**texts, "extra_time": row.extra_time}))
    problems += spoilt
    if has_lost_letters(row.name):
        problems.append(_problem("lost_letters", value=_displayable(row.name, 60)))
    if row.alone:
        problems.append(_problem("alone"))
    texts = {column: _displayable(text, LENGTHS[column]) for column, text in texts.items()}
    extra_time = read_extra_time(row.extra_time)
    told = {problem["params"]["column"] for problem in spoilt}
    if extra_time is None and not row.extra_time.startswith("=") and "extra_time" not in told:
        problems.append(_problem("bad_extra_time", value=_displayable(row.extra_time, 20)))
    if texts["email"] and not texts["email"].startswith("=") and "email" not in told and not is_mail(texts["email"]):
        problems.append(_problem("bad_mail", value=texts["email"][:80]))
    return Line(
        number=row.number,
        name=texts["name"],
        email=texts["email"],
        student_number=texts["student_number"],
        team=texts["team"],
        extra_time=extra_time or 0,
        problems=problems,
        family_name=_displayable(tidied(row.family_name), LENGTHS["name"]),
        given_name=_displayable(tidied(row.given_name), LENGTHS["name"]),
    )


def _spoilt(texts: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Problems of values that a spreadsheet program converted: error values, numbers and dates."""
    for column, text in texts.items():
        value = _displayable(text, 40)
        if is_fault(text):
            yield _problem("fault", column=column, value=value)
        elif column != "email" and is_scientific(text):
            yield _problem("scientific", column=column, value=value)
        elif column != "email" and is_date(text):
            yield _problem("date", column=column, value=value)


def _displayable(text: str, most: int) -> str:
    """The text with unprintable signs replaced and cut to a length that page and database can hold."""
    return "".join(sign if is_displayable(sign) else "\ufffd" for sign in text)[:most]


def _problem(code: str, **params: int | str) -> dict[str, Any]:
    return {"code": code, "params": params}


def is_mail(text: str) -> bool:
    """Could a mail be sent there?"""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _mark_twins(lines: Sequence[Line]) -> None:
    """Reject lines that name the same person as an earlier valid line."""
    mails: dict[str, int] = {}
    numbers: dict[str, int] = {}
    names: dict[str, list[Line]] = {}
    for line in lines:
        mail, number = line.identity
        namesakes = names.setdefault(line.name.casefold(), [])
        twins = [twin.number for twin in namesakes if not _told_apart(line.identity, twin.identity)]
        if mail in mails:
            line.problems.append(_problem("mail_twice", line=mails[mail]))
        elif number in numbers:
            line.problems.append(_problem("number_twice", line=numbers[number]))
        elif twins and line.name:
            line.problems.append(_problem("name_twice", line=twins[0]))
        if not line.problems:
            namesakes.append(line)
            mails |= {mail: line.number} if mail else {}
            numbers |= {number: line.number} if number else {}


def _told_apart(one: Identity, other: Identity) -> bool:
    """Do two people of one name have different addresses or different numbers?"""
    return any(mine and theirs and mine != theirs for mine, theirs in zip(one, other, strict=True))


def mark_known(line: Line, known: KnownMembers) -> None:
    """Note on a line that its person is a member already."""
    mail, number = line.identity
    found = known.mails.get(mail) or known.numbers.get(number)
    namesakes = known.names.get(line.name.casefold(), []) if found is None else []
    if any(not _told_apart(line.identity, each) for each in namesakes):
        found = line.name
    if found is not None:
        line.problems.append(_problem("in_course", name=found))
