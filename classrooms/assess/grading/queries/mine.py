"""A student's own grade, as the student reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria.project import has_targets
from classrooms.assess.grading.levels import chosen_of, levels_of
from classrooms.assess.grading.points import FULL, percent, rounded, scaled
from classrooms.assess.grading.queries.mark_table import MOST_DECIMALS, localized_mark, mark_state_words, visible
from classrooms.assess.grading.student_words import Explained, explained, got
from classrooms.assess.grading.words import Account, Source, account, nothing_words, rule
from classrooms.models import GradeBook, PublishedGrade, RubricLine, RuleChange, Session
from classrooms.models.grades import line_name


@dataclass(frozen=True)
class MyLine:
    """A line as it was published; `value` is empty if there was nothing to judge.

    `weight` is that of the rubric, `percent` the line's part of the final mark. `nothing` is the rule for parts that
    could not be judged, `part` the part of its weight with which the line counts if it is less than all. `changes` are
    those of its curve after the session had opened; an `awaited` line was still to be judged.

    `levels` have mark and words of each level, and whether it was chosen. `computed` is the mark before a change by
    hand, `reason` the reason for the change. `facts` are its sources; a typed line has none. `explained` and `got` are
    the line and its mark in few words.
    """

    title: str
    weight: int
    percent: int
    value: str
    account: Account
    facts: tuple[str, ...]
    explained: Explained
    got: tuple[str, ...]
    reason: str = ""
    computed: str = ""
    nothing: str = ""
    part: int = 100
    is_zero: bool = False
    awaited: bool = False
    levels: tuple[tuple[str, str, bool], ...] = ()
    changes: tuple[RuleChange, ...] = ()


@dataclass(frozen=True)
class MyGrade:
    """A final mark as it was published, or the `word` in its place. `judged` percent of the rubric could be judged, of
    at least `smallest` percent needed; `choice` is the reason of a final mark set by hand or left empty.
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
        found = (line for line in self.lines if line.weight and not line.value and not line.is_zero)
        return tuple(line for line in found if not line.awaited)

    @property
    def awaited(self) -> tuple[MyLine, ...]:
        """Lines that were still to be judged: the mark is unfinished."""
        return tuple(line for line in self.lines if line.awaited)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The pages of the matches that the lines rest on, each once."""
        return tuple(dict.fromkeys(source for line in self.lines for source in line.account.sources))

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
    before = mark_state_words(earlier) or localized_mark(earlier) if earlier != told else ""
    changes: dict[str, list[RuleChange]] = {}
    for change in RuleChange.objects.filter(line__book=book, created_at__lte=row.published_at).select_related("line"):
        changes.setdefault(change.line.kind, []).append(change)
    choice = content.get("choice", {})
    return MyGrade(
        published=row,
        scale=content["scale"],
        final=localized_mark(row.final),
        word=mark_state_words(row.state),
        before=before,
        lines=tuple(_line(line, content, tuple(changes.get(line["kind"], ()))) for line in content["lines"]),
        judged=content.get("judged"),
        smallest=content.get("smallest_share"),
        reason=content.get("participation", {}).get("reason", ""),
        marked_absent=bool(content.get("participation", {}).get("by_hand")),
        choice={**choice, "computed": localized_mark(choice["computed"])} if choice.get("computed") else choice,
    )


def published_lines(content: dict[str, Any]) -> tuple[MyLine, ...]:
    """The lines of a published mark, without later changes of rules."""
    return tuple(_line(line, content, ()) for line in content["lines"])


def awaited_in(content: Mapping[str, Any]) -> tuple[str, ...]:
    """The lines of a published mark that were still to be judged, in the current language."""
    return tuple(line_name(line["kind"], line["title"]) for line in content["lines"] if line.get("awaited"))


def _weights(line: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The weight with which a line counts, and the part of the weight that could be judged."""
    share = Fraction(0)
    if line["points"] is not None:
        share = Fraction(1) if "changed" in line else criteria.judged_share(line["kind"], line["facts"])
    return line["weight"] * (Fraction(1) if _is_zero(line, share) else share), share


def _is_zero(line: dict[str, Any], share: Fraction) -> bool:
    """Does the part that could not be judged count as zero?"""
    zero = line.get("when_nothing") == RubricLine.Nothing.ZERO
    return zero and share < 1 and (bool(share) or criteria.may_be_zero(line["kind"], line["facts"]))


def _line(line: dict[str, Any], content: dict[str, Any], changes: tuple[RuleChange, ...]) -> MyLine:
    changed = line.get("changed", {})
    counted = sum(_weights(each)[0] for each in content["lines"])
    weight, share = _weights(line)
    told, facts = account(line["kind"], line["params"], line["facts"]), criteria.read(line["kind"], line["facts"])
    levels = levels_of(line["params"])
    chosen = chosen_of(levels, line["points"], changed.get("reason", ""))
    return MyLine(
        title=line_name(line["kind"], line["title"]),
        weight=line["weight"],
        percent=rounded(100 * weight / counted) if counted else 0,
        value=_written(line["points"], content),
        account=told,
        facts=() if changed and line["facts"].get("why") == "by_hand" else told.sentences,
        explained=explained(
            line["kind"], line["params"], content["scale"], has_project=facts is None or facts.has_project
        ),
        got=() if changed else got(line["kind"], line["params"], line["facts"], content["scale"]),
        reason="" if chosen else changed.get("reason", ""),
        levels=tuple((_written(level.points, content), level.words, level == chosen) for level in levels),
        computed=_written(changed.get("computed"), content),
        nothing=nothing_words(line.get("when_nothing", RubricLine.Nothing.LEFT_OUT)),
        part=rounded(100 * share),
        is_zero=_is_zero(line, share),
        awaited=line.get("awaited", False),
        changes=changes,
    )


def _written(points: int | None, content: dict[str, Any]) -> str:
    if points is None:
        return ""
    return localized_mark(scaled(Fraction(points, FULL), content["scale"], min(MOST_DECIMALS, content["decimals"] + 1)))


@dataclass(frozen=True)
class Counting:
    """A line that will count: its part of the whole, its rule, and the effect of each level."""

    title: str
    weight: int
    percent: int
    rule: str
    explained: Explained
    nothing: str = ""
    levels: tuple[tuple[str, str], ...] = ()
    changes: tuple[RuleChange, ...] = ()


def what_counts(play_session: Session, book: GradeBook) -> list[Counting]:
    """The lines of the rubric, before anything is published."""
    lines, _hidden = visible(play_session, book)
    total = sum(line.weight for line in lines)
    has_project = has_targets(play_session)
    changes: dict[int, list[RuleChange]] = {}
    for change in RuleChange.objects.filter(line__in=lines):
        changes.setdefault(change.line_id, []).append(change)
    return [
        Counting(
            line.name,
            line.weight,
            round(100 * line.weight / total) if total else 0,
            rule(line.kind, line.params),
            explained(line.kind, line.params, book.scale, has_project=has_project),
            nothing_words(line.when_nothing),
            tuple((percent(Fraction(level.percent, 100)), level.words) for level in levels_of(line.params)),
            tuple(changes.get(line.pk, ())),
        )
        for line in lines
    ]
