"""The table of a session's marks as an instructor reads it: students by lines, with final marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, Final, Literal

from django.utils import formats
from django.utils.translation import pgettext_lazy

from classrooms.grading import bot_scores
from classrooms.grading.points import FULL, judged_share, may_be_zero, rounded, scaled, weighted
from classrooms.grading.queries import collect
from classrooms.grading.queries.tables import PlayedTable, roster_of, tables_of
from classrooms.grading.rubric import RehearsalHasNoGrades, sources
from classrooms.models import (
    Enrolment,
    FinalChoice,
    GradeBook,
    Mark,
    Participation,
    PublishedGrade,
    RubricLine,
    Session,
    Unfinished,
)
from games.models import Job, Status

State = Literal["none", "waiting", "playing", "finished", "left", "aborted"]
Standing = Literal["", "absent", "excused", "too_little", "unfinished", "empty"]
"""What stands in the place of a final mark; empty where there is a mark, or where nothing was computed yet."""
MOST_DECIMALS: Final = 2


def shown(number: str) -> str:
    """A mark as it is written in the current language."""
    return formats.localize(Decimal(number)) if number else ""


@dataclass(frozen=True)
class Cell:
    """A student's mark on a line. `mark` is None until marks were computed. `points` are those that count."""

    line: RubricLine
    mark: Mark | None
    scale: int
    decimals: int

    @property
    def points(self) -> int | None:
        """By hand before computed."""
        if self.mark is None:
            return None
        return self.mark.points if self.mark.changed_points is None else self.mark.changed_points

    @property
    def by_hand(self) -> bool:
        """Was it set by hand?"""
        return self.mark is not None and self.mark.changed_points is not None

    @cached_property
    def judged(self) -> Fraction:
        """How much of the line's weight there is something to judge on. A mark by hand is a judgement of all of it."""
        if self.mark is None or self.points is None:
            return Fraction(0)
        return Fraction(1) if self.by_hand else judged_share(self.line.kind, self.mark.facts)

    @cached_property
    def is_zero(self) -> bool:
        """Does what there is not to judge count as zero?"""
        if self.line.when_nothing != RubricLine.Nothing.ZERO or self.mark is None:
            return False
        return bool(self.judged) or may_be_zero(self.mark.facts)

    @property
    def is_partly(self) -> bool:
        """Does the line count with a part of its weight?"""
        return self.judged.denominator > 1

    @property
    def judged_percent(self) -> int:
        """The judged part in whole percent."""
        return rounded(self.judged * 100)

    @property
    def why(self) -> str:
        """Why there is nothing to judge; empty where there is."""
        return "" if self.mark is None or self.points is not None else str(self.mark.facts.get("why", ""))

    @property
    def value(self) -> str:
        """The points on the book's scale, with a point: "14.5"; empty for none."""
        return "" if self.points is None else scaled(Fraction(self.points, FULL), self.scale, self.decimals)

    @property
    def shown(self) -> str:
        """The same in the current language."""
        return shown(self.value)


@dataclass(frozen=True)
class Row:
    """A student with a mark on each line. `share` is what the lines make together, whether it is enough for a mark or
    not, and `judged` the part of the weights that it rests on. `final` is the mark as it is written; where it is empty,
    `standing` says why. `told` is what was published: a mark or a standing, None where nothing was.
    """

    enrolment: Enrolment
    team: str
    state: State
    cells: tuple[Cell, ...]
    share: Fraction | None
    judged: Fraction
    final: str
    standing: Standing
    told: str | None
    would_be: str = ""
    participation: Participation | None = None
    choice: FinalChoice | None = None

    @property
    def user(self) -> Any:
        """The student."""
        return self.enrolment.user

    @property
    def shown(self) -> str:
        """The final mark in the current language."""
        return shown(self.final)

    @property
    def shown_would_be(self) -> str:
        """What the lines make together, in the current language, enough of it or not."""
        return shown(self.would_be)

    @property
    def shown_told(self) -> str:
        """The published final mark in the current language."""
        return "" if self.told_word else shown(self.told or "")

    @property
    def word(self) -> str:
        """What stands in the place of the mark, in the current language; empty where there is one."""
        return standing_words(self.standing)

    @property
    def outcome(self) -> str:
        """The mark, or the standing in its place: what two publications are compared by."""
        return self.final or self.standing

    @property
    def told_word(self) -> str:
        """What was published in the place of a mark."""
        return standing_words(self.told or "")

    @property
    def judged_percent(self) -> int:
        """The part of the rubric that could be judged, in whole percent, rounded down: 59.9 is not 60."""
        return floor(self.judged * 100)

    @property
    def differs(self) -> bool:
        """Was the student told something else?"""
        return self.told is not None and self.told != self.outcome

    @property
    def by_hand(self) -> bool:
        """Is any of the marks set by hand?"""
        set_by_hand = self.choice is not None and self.choice.kind == FinalChoice.Kind.SET
        return set_by_hand or any(cell.by_hand for cell in self.cells)

    @property
    def left_out(self) -> tuple[RubricLine, ...]:
        """Lines that would count, have nothing to judge and are not zero for it."""
        return tuple(cell.line for cell in self.cells if cell.points is None and cell.line.weight and not cell.is_zero)


@dataclass(frozen=True)
class Sheet:
    """Everything on the page of grades. `hidden` are lines that have no source in this session. `waits_for` is the job
    that plays games of bots for a comparison.
    """

    book: GradeBook
    lines: tuple[RubricLine, ...]
    hidden: tuple[RubricLine, ...]
    rows: tuple[Row, ...]
    tables: Sequence[PlayedTable] = field(default=(), repr=False)
    waits_for: Job | None = None

    @property
    def total(self) -> int:
        """The sum of the weights that count."""
        return sum(line.weight for line in self.lines)

    @property
    def teams(self) -> list[str]:
        """Names of the tables, in their order."""
        return [table.team.name for table in self.tables]


def sheet_of(play_session: Session) -> Sheet:
    """The sheet of a session that has a grade book. A number of queries that does not grow with students or teams.
    Raises RehearsalHasNoGrades, or GradeBook.DoesNotExist where nobody has opened it yet.
    """
    if play_session.is_rehearsal:
        raise RehearsalHasNoGrades
    book = GradeBook.objects.get(session=play_session)
    book.session = play_session
    lines, hidden = visible(play_session, book)
    tables = tables_of(play_session)
    marks = {(mark.line_id, mark.user_id): mark for mark in Mark.objects.filter(line__in=lines)}
    published = PublishedGrade.objects.filter(book=book).values_list("user", "final", "state")
    told = {user: final or state for user, final, state in published}
    states = {row.user_id: row for row in Participation.objects.filter(session=play_session).select_related("by")}
    chosen = {row.user_id: row for row in FinalChoice.objects.filter(book=book).select_related("by")}
    seated = _seats(tables)
    rows = []
    for enrolment in roster_of(play_session):
        user = enrolment.user_id
        cells = tuple(cell_of(book, line, marks.get((line.pk, user))) for line in lines)
        row = _row(book, enrolment, seated.get(user, ("", "none")), cells, states.get(user), chosen.get(user))
        rows.append(replace(row, told=told.get(user)))
    return Sheet(book, lines, hidden, tuple(rows), tables, _bots(lines, tables))


def _row(
    book: GradeBook,
    enrolment: Enrolment,
    seat: tuple[str, State],
    cells: tuple[Cell, ...],
    participation: Participation | None,
    choice: FinalChoice | None,
) -> Row:
    """The newest choice about the final mark counts before what the lines make."""
    share, judged = together(cells)
    would_be = "" if share is None else scaled(share, book.scale, book.decimals)
    final, standing = would_be, _standing(book, seat[1], cells, judged, participation)
    kind = choice.kind if choice is not None else ""
    if standing != "excused" and kind == FinalChoice.Kind.SET and choice is not None and choice.points is not None:
        final, standing = scaled(Fraction(choice.points, FULL), book.scale, book.decimals), ""
    elif kind == FinalChoice.Kind.EMPTY and not standing:
        standing = "empty"
    row = Row(enrolment, *seat, cells, share, judged, "" if standing else final, standing, None, would_be)
    if choice is not None and kind == FinalChoice.Kind.KEEP and choice.about != row.outcome:
        choice = None
    return replace(row, participation=participation, choice=None if kind == FinalChoice.Kind.OPEN else choice)


def together(cells: Sequence[Cell]) -> tuple[Fraction | None, Fraction]:
    """The mean of the lines by the part of their weights that there is something to judge on, and that part of all
    weights. What counts as zero is judged.
    """
    parts: list[tuple[Fraction, int | None]] = []
    for cell in cells:
        if cell.judged:
            parts.append((cell.line.weight * cell.judged, cell.points))
        if cell.is_zero and cell.judged < 1:
            parts.append((cell.line.weight * (1 - cell.judged), 0))
    total = sum(cell.line.weight for cell in cells)
    counted = sum((weight for weight, points in parts if points is not None), Fraction(0))
    return weighted(parts), counted / total if total else Fraction(0)


def _standing(
    book: GradeBook, state: State, cells: Sequence[Cell], judged: Fraction, participation: Participation | None
) -> Standing:
    """Excused before everything; a match that goes on before what is missing of it."""
    took_part = participation.state if participation is not None else ""
    if took_part == Participation.State.EXCUSED:
        return "excused"
    if all(cell.mark is None for cell in cells):
        return ""
    if state == "playing" and book.session.unfinished == Unfinished.LATER:
        return "unfinished"
    if judged and judged * 100 >= book.smallest_share:
        return ""
    if took_part == Participation.State.ABSENT and not any(cell.judged for cell in cells):
        return "absent"
    return "too_little"


def standing_words(standing: str) -> str:
    """A standing in the current language; empty for a mark."""
    return str(STANDINGS.get(standing, ""))


STANDINGS: Final = {
    "absent": pgettext_lazy("in the place of a mark", "absent"),
    "excused": pgettext_lazy("in the place of a mark", "excused"),
    "too_little": pgettext_lazy("in the place of a mark", "not enough to judge"),
    "unfinished": pgettext_lazy("in the place of a mark", "the match is not over"),
    "empty": pgettext_lazy("in the place of a mark", "left empty"),
}


def cell_of(book: GradeBook, line: RubricLine, mark: Mark | None) -> Cell:
    """Marks of a line are written with one more decimal than final ones."""
    return Cell(line, mark, book.scale, min(MOST_DECIMALS, book.decimals + 1))


def visible(play_session: Session, book: GradeBook) -> tuple[tuple[RubricLine, ...], tuple[RubricLine, ...]]:
    """Lines that can have points in this session, and those that cannot and are hidden."""
    known = sources(play_session)
    lines = list(book.lines.all())
    return tuple(line for line in lines if line.kind in known), tuple(line for line in lines if line.kind not in known)


def _seats(tables: Iterable[PlayedTable]) -> dict[int, tuple[str, State]]:
    """The table of each person and how far it is; where somebody sits now before where they sat once."""
    found: dict[int, tuple[str, State]] = {}
    for table in tables:
        for user in table.people - table.holders:
            sat = any(user in place.ever for place in table.places)
            found.setdefault(user, (table.team.name, "left" if sat else "waiting"))
    for table in tables:
        for user in table.holders:
            found[user] = (table.team.name, _state(table))
    return found


def _state(table: PlayedTable) -> State:
    match table.match.status if table.match is not None else Status.LOBBY:
        case Status.FINISHED:
            return "finished"
        case Status.ABORTED:
            return "aborted"
        case Status.LOBBY:
            return "waiting"
        case _:
            return "playing"


def _bots(lines: Iterable[RubricLine], tables: Sequence[PlayedTable]) -> Job | None:
    """Nothing is asked of the database where the teams are compared with each other."""
    if not any(line.kind == RubricLine.Kind.OBJECTIVES for line in lines):
        return None
    wanted = sorted(set(collect.digests(tables).values()))
    return bot_scores.job_of(wanted) if wanted else None
