"""A pasted column of marks: each line finds its student, or gets an error message."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.assess.grading.points import points_from
from classrooms.models import Enrolment

SEPARATORS: Final = ("\t", ";", "|", ",")
BETWEEN: Final = "\t;|, "
FIGURES: Final = "0123456789"


@dataclass(frozen=True)
class ReadLine:
    """A line as it was read: the student and mark, or an error."""

    number: int
    text: str
    user: Any = None
    points: int | None = None
    fault: str = ""


def read_column(text: str, roster: Sequence[Enrolment], scale: int) -> list[ReadLine]:
    """Read lines of student and mark. The student is a student number, address, user name or name; the mark comes
    last on the line. Empty lines and students without a mark are skipped. Students with equal names need
    another field.
    """
    names = _names(roster)
    found: list[ReadLine] = []
    seen: set[int] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not _is_alone(line, names):
            read = _parse_line(number, line.strip(), names, scale)
            if read.user is not None and read.user.pk in seen:
                read = ReadLine(number, line.strip(), fault=_("this student has a mark above already"))
            elif read.user is not None:
                seen.add(read.user.pk)
            found.append(read)
    return found


def _is_alone(line: str, names: dict[str, set[Any]]) -> bool:
    """Is the line a student without a mark, as in the list for filling in?"""
    return _folded(line.strip("\t;|, ")) in names


def _names(roster: Iterable[Enrolment]) -> dict[str, set[Any]]:
    """All names and numbers by which a student can be given."""
    names: dict[str, set[Any]] = {}
    for row in roster:
        user = row.user
        for name in (row.student_number, user.email, user.get_username(), user.get_full_name()):
            if name:
                names.setdefault(_folded(name), set()).add(user)
    return names


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _parse_line(number: int, line: str, names: dict[str, set[Any]], scale: int) -> ReadLine:
    who, mark = _parts(line)
    if not who:
        return ReadLine(number, line, fault=_("who and mark are needed, with a tab, semicolon or comma between"))
    users = names.get(_folded(who), set())
    if not users:
        return ReadLine(number, line, fault=_("no student of the course is called “%(who)s”") % {"who": who})
    if len(users) > 1:
        return ReadLine(
            number, line, fault=_("several students are called “%(who)s”: use their numbers") % {"who": who}
        )
    try:
        return ReadLine(number, line, next(iter(users)), points_from(mark, scale))
    except ValueError:
        wrong = _("“%(mark)s” is no mark from 0 to %(best)d") % {"mark": mark, "best": scale}
        return ReadLine(number, line, fault=wrong)


def _parts(line: str) -> tuple[str, str]:
    """Split a line into student and mark. The mark is a number at the end, also with a decimal comma; else the
    text after the last separator.
    """
    last = _mark_at_end(line)
    if last:
        return line[: -len(last)].rstrip(BETWEEN).strip(), last
    separator = next((each for each in SEPARATORS if each in line), " ")
    who, _sep, mark = line.rpartition(separator)
    return who.strip(), mark.strip()


def _mark_at_end(line: str) -> str:
    """The longest number after a separator at the end of a line."""
    front = line.rstrip(FIGURES)
    last = line[len(front) :]
    if last and front.endswith((".", ",")):
        front_of_whole = front[:-1].rstrip(FIGURES)
        has_figures = len(front_of_whole) < len(front) - 1
        if has_figures and front_of_whole.endswith(tuple(BETWEEN)):
            return line[len(front_of_whole) :]
    return last if front.endswith(tuple(BETWEEN)) else ""


def blank_column(roster: Sequence[Enrolment], marks: Mapping[int, str]) -> str:
    """Students with their current marks as lines to fill in. A student whose name is not unique is given by
    another field.
    """
    names = _names(roster)
    lines = []
    for row in roster:
        user = row.user
        called = (user.get_full_name(), row.student_number, user.email, user.get_username())
        name = next((name for name in called if name and len(names[_folded(name)]) == 1), user.get_username())
        lines.append(f"{name}\t{marks.get(user.pk, '')}")
    return "\n".join(lines)
