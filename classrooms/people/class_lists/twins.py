"""Students who may be registered twice: once from a class list, once by a code."""

from collections.abc import Sequence
from dataclasses import dataclass

from classrooms.models import Enrolment, Forecast, PublishedGrade, QuizAnswer, Session, SurveyAnswer
from classrooms.people.class_lists.namesakes import name_key
from classrooms.people.class_lists.queries import StudentLine
from games.public.models import Match, Message, Move, SeatHolder


@dataclass(frozen=True)
class Twins:
    """Two students of one course who may be one person: `guest` would be merged into `into`."""

    guest: StudentLine
    into: StudentLine


def twins_of(students: Sequence[StudentLine]) -> list[Twins]:
    """Pairs with the same name, apart from accents, capitals and the order of words, of which only one came from a
    list. People with two different student numbers are no pair. No query.
    """
    by_name: dict[tuple[str, ...], list[StudentLine]] = {}
    for student in students:
        by_name.setdefault(name_key(student.user.get_full_name()), []).append(student)
    return [
        found
        for group in by_name.values()
        for listed in group
        for other in group
        if listed.enrolment.roster_import_id is not None
        and other.enrolment.roster_import_id is None
        and not (listed.enrolment.student_number and other.enrolment.student_number)
        and (found := _joined(listed, other)) is not None
    ]


def _joined(listed: StudentLine, other: StudentLine) -> Twins | None:
    """The pair in order: the person who came keeps their link and device, and an account stays. Two accounts are never
    merged.
    """
    if _may_go(listed) and (not listed.came or not _may_go(other)):
        return Twins(listed, other)
    return Twins(other, listed) if _may_go(other) else None


def _may_go(student: StudentLine) -> bool:
    return bool(student.user.is_guest and not student.user.has_usable_password())


@dataclass(frozen=True)
class Brought:
    """Numbers of a person's activities in one course. A merge moves more, which an instructor of the course may
    not see.
    """

    seats: int
    moves: int
    messages: int
    answers: int
    marks: int


def brought_by(enrolment: Enrolment) -> Brought:
    """The numbers in seven queries."""
    user, sessions = enrolment.user_id, Session.objects.filter(course=enrolment.course_id)
    matches = Match.objects.filter(session_team__session__in=sessions)
    answers = (
        QuizAnswer.objects.filter(question__session__in=sessions),
        SurveyAnswer.objects.filter(item__session__in=sessions),
        Forecast.objects.filter(match__in=matches),
    )
    return Brought(
        seats=SeatHolder.objects.filter(user=user, seat__match__in=matches).values("seat").distinct().count(),
        moves=Move.objects.filter(author=user, match__in=matches).count(),
        messages=Message.objects.filter(author=user, match__in=matches).count(),
        answers=sum(rows.filter(user=user).count() for rows in answers),
        marks=PublishedGrade.objects.filter(user=user, book__session__in=sessions).count(),
    )
