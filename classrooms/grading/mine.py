"""What a student reads of their own grade."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from classrooms.grading.points import FULL, scaled
from classrooms.grading.sheet import MOST_DECIMALS, shown, visible
from classrooms.grading.words import Account, account, rule, title_of
from classrooms.models import GradeBook, PublishedGrade, Session


@dataclass(frozen=True)
class MyLine:
    """A line as it was published: `value` is empty where there was nothing to judge, and the line then did not count.
    `computed` is what it was before somebody changed it by hand, for the reason given. `facts` are what it rests on;
    a line that is typed has none.
    """

    title: str
    weight: int
    percent: int
    value: str
    account: Account
    facts: tuple[str, ...]
    reason: str = ""
    computed: str = ""


@dataclass(frozen=True)
class MyGrade:
    """A final mark as it was published."""

    published: PublishedGrade
    scale: int
    final: str
    before: str
    lines: tuple[MyLine, ...]


def my_grade_of(book: GradeBook, user: Any) -> MyGrade | None:
    """The published grade of one student; None before publication."""
    row = PublishedGrade.objects.filter(book=book, user=user).first()
    if row is None:
        return None
    content = row.content
    before = row.previous_final if row.previous_final != row.final else ""
    lines = tuple(_line(line, content) for line in content["lines"])
    return MyGrade(row, content["scale"], shown(row.final), shown(before), lines)


def _line(line: dict[str, Any], content: dict[str, Any]) -> MyLine:
    changed = line.get("changed", {})
    counted = sum(each["weight"] for each in content["lines"] if each["points"] is not None)
    counts = line["points"] is not None and counted
    told = account(line["kind"], line["params"], line["facts"])
    return MyLine(
        title=title_of(line["kind"], line["title"]),
        weight=line["weight"],
        percent=round(100 * line["weight"] / counted) if counts else 0,
        value=_written(line["points"], content),
        account=told,
        facts=() if changed and line["facts"].get("why") == "by_hand" else told.sentences,
        reason=changed.get("reason", ""),
        computed=_written(changed.get("computed"), content),
    )


def _written(points: int | None, content: dict[str, Any]) -> str:
    if points is None:
        return ""
    return shown(scaled(Fraction(points, FULL), content["scale"], min(MOST_DECIMALS, content["decimals"] + 1)))


@dataclass(frozen=True)
class Counting:
    """A line that will count: how much of the whole, and by which rule."""

    title: str
    weight: int
    percent: int
    rule: str


def what_counts(play_session: Session, book: GradeBook) -> list[Counting]:
    """The lines of the rubric, before anything is published."""
    lines, _hidden = visible(play_session, book)
    total = sum(line.weight for line in lines)
    return [
        Counting(
            title_of(line.kind, line.title),
            line.weight,
            round(100 * line.weight / total) if total else 0,
            rule(line.kind, line.params),
        )
        for line in lines
    ]
