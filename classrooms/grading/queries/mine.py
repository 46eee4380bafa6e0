"""What a student reads of their own grade."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from classrooms.grading.points import FULL, judged_share, may_be_zero, rounded, scaled
from classrooms.grading.queries.sheet import MOST_DECIMALS, shown, standing_words, visible
from classrooms.grading.words import Account, account, nothing_words, rule, title_of
from classrooms.models import GradeBook, PublishedGrade, RubricLine, RuleChange, Session


@dataclass(frozen=True)
class MyLine:
    """A line as it was published: `value` is empty where there was nothing to judge. `weight` is that of the rubric,
    `percent` the part of the final mark that the line makes; `nothing` says what became of what could not be judged,
    `part` by how much of its weight it counts where that is less than all. `changes` are those of its curve after the
    session had opened. `computed` is what it was before somebody changed it by hand, for the reason given. `facts` are
    what it rests on; a line that is typed has none.
    """

    title: str
    weight: int
    percent: int
    value: str
    account: Account
    facts: tuple[str, ...]
    reason: str = ""
    computed: str = ""
    nothing: str = ""
    part: int = 100
    is_zero: bool = False
    changes: tuple[RuleChange, ...] = ()


@dataclass(frozen=True)
class MyGrade:
    """A final mark as it was published, or the `word` in its place. `judged` percent of the rubric could be judged, and
    `smallest` have to be; `choice` is the reason of a final mark that was set by hand or left empty.
    """

    published: PublishedGrade
    scale: int
    final: str
    word: str
    before: str
    lines: tuple[MyLine, ...]
    judged: int | None = None
    smallest: int | None = None
    reason: str = ""
    marked_absent: bool = False
    choice: Mapping[str, str] = field(default_factory=dict)

    @property
    def left_out(self) -> tuple[MyLine, ...]:
        """Lines that would have counted and had nothing to judge."""
        return tuple(line for line in self.lines if line.weight and not line.value and not line.is_zero)

    @property
    def counting(self) -> tuple[MyLine, ...]:
        """Lines that make up the mark."""
        return tuple(line for line in self.lines if line.percent)


def my_grade_of(book: GradeBook, user: Any) -> MyGrade | None:
    """The published grade of one student; None before publication."""
    row = PublishedGrade.objects.filter(book=book, user=user).first()
    if row is None:
        return None
    content = row.content
    told, earlier = row.final or row.state, row.previous_final or row.previous_state
    before = standing_words(earlier) or shown(earlier) if earlier != told else ""
    changes: dict[str, list[RuleChange]] = {}
    for change in RuleChange.objects.filter(line__book=book, created_at__lte=row.published_at).select_related("line"):
        changes.setdefault(change.line.kind, []).append(change)
    choice = content.get("choice", {})
    return MyGrade(
        published=row,
        scale=content["scale"],
        final=shown(row.final),
        word=standing_words(row.state),
        before=before,
        lines=tuple(_line(line, content, tuple(changes.get(line["kind"], ()))) for line in content["lines"]),
        judged=content.get("judged"),
        smallest=content.get("smallest_share"),
        reason=content.get("participation", {}).get("reason", ""),
        marked_absent=bool(content.get("participation", {}).get("by_hand")),
        choice={**choice, "computed": shown(choice["computed"])} if choice.get("computed") else choice,
    )


def told_lines(content: dict[str, Any]) -> tuple[MyLine, ...]:
    """The lines of what somebody was told, without later changes of rules."""
    return tuple(_line(line, content, ()) for line in content["lines"])


def _weights(line: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The weight with which a line counts, and the part of it on which there was something to judge."""
    share = Fraction(0)
    if line["points"] is not None:
        share = Fraction(1) if "changed" in line else judged_share(line["kind"], line["facts"])
    return line["weight"] * (Fraction(1) if _is_zero(line, share) else share), share


def _is_zero(line: dict[str, Any], share: Fraction) -> bool:
    """Does what there was not to judge count as zero?"""
    zero = line.get("when_nothing") == RubricLine.Nothing.ZERO
    return zero and share < 1 and (bool(share) or may_be_zero(line["facts"]))


def _line(line: dict[str, Any], content: dict[str, Any], changes: tuple[RuleChange, ...]) -> MyLine:
    changed = line.get("changed", {})
    counted = sum(_weights(each)[0] for each in content["lines"])
    weight, share = _weights(line)
    told = account(line["kind"], line["params"], line["facts"])
    return MyLine(
        title=title_of(line["kind"], line["title"]),
        weight=line["weight"],
        percent=rounded(100 * weight / counted) if counted else 0,
        value=_written(line["points"], content),
        account=told,
        facts=() if changed and line["facts"].get("why") == "by_hand" else told.sentences,
        reason=changed.get("reason", ""),
        computed=_written(changed.get("computed"), content),
        nothing=nothing_words(line.get("when_nothing", RubricLine.Nothing.LEFT_OUT)),
        part=rounded(100 * share),
        is_zero=_is_zero(line, share),
        changes=changes,
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
    nothing: str = ""
    changes: tuple[RuleChange, ...] = ()


def what_counts(play_session: Session, book: GradeBook) -> list[Counting]:
    """The lines of the rubric, before anything is published."""
    lines, _hidden = visible(play_session, book)
    total = sum(line.weight for line in lines)
    changes: dict[int, list[RuleChange]] = {}
    for change in RuleChange.objects.filter(line__in=lines):
        changes.setdefault(change.line_id, []).append(change)
    return [
        Counting(
            title_of(line.kind, line.title),
            line.weight,
            round(100 * line.weight / total) if total else 0,
            rule(line.kind, line.params),
            nothing_words(line.when_nothing),
            tuple(changes.get(line.pk, ())),
        )
        for line in lines
    ]
