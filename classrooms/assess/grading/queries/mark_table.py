"""From the points of rubric lines to the mark of a student, and the table of marks that instructors read."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, Final, Literal

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from classrooms.assess.grading import bot_scores, criteria
from classrooms.assess.grading.criterion import Reason
from classrooms.assess.grading.points import FULL, rounded, scaled, weighted
from classrooms.assess.grading.queries.tables import PlayedTable, roster_of, tables_of
from classrooms.assess.grading.rubric import NoRubric, RehearsalHasNoGrades, sources
from classrooms.models import (
    Enrolment,
    FinalChoice,
    GradeBook,
    Mark,
    Participation,
    PublishedGrade,
    RubricLine,
    Session,
    SessionStatus,
    Unfinished,
)
from games.public.models import Job, Status
from games.ui.sentences import listed

State = Literal["none", "waiting", "playing", "finished", "left", "aborted", "not_come", "never_came"]
MarkState = Literal["", "absent", "excused", "too_little", "unfinished", "empty"]
"""The state in place of a final mark; empty if there is a mark, or if nothing was computed yet."""
JOB: Final = "grades"
"""The job that computes the marks of a session at the end of each of its matches."""
MOST_DECIMALS: Final = 2
OVER: Final = (SessionStatus.FINISHED, SessionStatus.ARCHIVED)


def localized_mark(number: str) -> str:
    """A mark as written in the current language."""
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
        """The points set by hand, else the computed points."""
        if self.mark is None:
            return None
        return self.mark.points if self.mark.changed_points is None else self.mark.changed_points

    @property
    def by_hand(self) -> bool:
        """Was it set by hand?"""
        return self.mark is not None and self.mark.changed_points is not None

    @cached_property
    def judged(self) -> Fraction:
        """The part of the line's weight that can be judged; a mark by hand judges all of it."""
        if self.mark is None or self.points is None:
            return Fraction(0)
        return Fraction(1) if self.by_hand else criteria.judged_share(self.line.kind, self.mark.facts)

    @cached_property
    def is_zero(self) -> bool:
        """Does the part that cannot be judged count as zero?"""
        if self.line.when_nothing != RubricLine.Nothing.ZERO or self.mark is None:
            return False
        return bool(self.judged) or criteria.may_be_zero(self.line.kind, self.mark.facts)

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
        """The reason for which there is nothing to judge; empty if there are points."""
        return "" if self.mark is None or self.points is not None else str(self.mark.facts.get("why", ""))

    @property
    def reason(self) -> Reason:
        """The reason for which there is nothing to judge."""
        return criteria.of(self.line.kind).reason(self.why)

    @property
    def value(self) -> str:
        """The points on the book's scale, with a point: "14.5"; empty for none."""
        return "" if self.points is None else scaled(Fraction(self.points, FULL), self.scale, self.decimals)

    @property
    def mark_text(self) -> str:
        """The value in the current language."""
        return localized_mark(self.value)


@dataclass(frozen=True)
class Row:
    """A student with a mark on each line. `share` is the result of the lines together, even if it does not suffice for
    a mark, and `judged` the part of the weights behind it. `final` is the written mark; if it is empty, `mark_state` is
    the reason. `published` is the published mark or state, None before a publication. `pending` are counting lines
    still to be judged: the mark is unfinished.
    """

    enrolment: Enrolment
    team: str
    state: State
    cells: tuple[Cell, ...]
    share: Fraction | None
    judged: Fraction
    final: str
    mark_state: MarkState
    published: str | None
    would_be: str = ""
    participation: Participation | None = None
    choice: FinalChoice | None = None
    pending: tuple[RubricLine, ...] = ()

    @property
    def user(self) -> Any:
        """The student."""
        return self.enrolment.user

    @property
    def mark_text(self) -> str:
        """The final mark in the current language."""
        return localized_mark(self.final)

    @property
    def would_be_text(self) -> str:
        """The sum of the lines in the current language, even if too little could be judged for a mark."""
        return localized_mark(self.would_be)

    @property
    def published_text(self) -> str:
        """The published final mark in the current language."""
        return "" if self.published_word else localized_mark(self.published or "")

    @property
    def word(self) -> str:
        """The state in place of a missing mark, in the current language; empty if there is a mark."""
        return mark_state_words(self.mark_state)

    @property
    def outcome(self) -> str:
        """The mark, or the state in its place, by which two publications are compared."""
        return self.final or self.mark_state

    @property
    def published_word(self) -> str:
        """The published state in place of a mark, in words."""
        return mark_state_words(self.published or "")

    @property
    def judged_percent(self) -> int:
        """The part of the rubric that could be judged, in whole percent, rounded down: 59.9 is not 60."""
        return floor(self.judged * 100)

    @property
    def differs(self) -> bool:
        """Does the current mark differ from the published one?"""
        return self.published is not None and self.published != self.outcome

    @property
    def by_hand(self) -> bool:
        """Is any of the marks set by hand?"""
        set_by_hand = self.choice is not None and self.choice.kind == FinalChoice.Kind.SET
        return set_by_hand or any(cell.by_hand for cell in self.cells)

    @property
    def left_out(self) -> tuple[RubricLine, ...]:
        """Lines that would count, have nothing to judge and do not count as zero."""
        return tuple(cell.line for cell in self.cells if cell.points is None and cell.line.weight and not cell.is_zero)

    @property
    def to_come(self) -> str:
        """The lines that the mark waits for, in the current language; empty for a finished mark."""
        return to_come_words(line.name for line in self.pending)


@dataclass(frozen=True)
class MarkTable:
    """The content of the page of grades. `hidden` are lines without a source in this session. `waits_for` is the job
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
    def typed(self) -> list[RubricLine]:
        """Lines whose points the instructor types."""
        return [line for line in self.lines if criteria.of(line.kind).by_hand]

    @property
    def teams(self) -> list[str]:
        """Names of the tables, in their order."""
        return [table.team.name for table in self.tables]


def mark_table_of(play_session: Session) -> MarkTable:
    """The sheet of a session, in a constant number of queries. Raises RehearsalHasNoGrades, or NoRubric for a session
    without a grade book.
    """
    if play_session.is_rehearsal:
        raise RehearsalHasNoGrades
    book = GradeBook.objects.filter(session=play_session).first()
    if book is None:
        raise NoRubric
    book.session = play_session
    lines, hidden = visible(play_session, book)
    tables = tables_of(play_session)
    marks = {(mark.line_id, mark.user_id): mark for mark in Mark.objects.filter(line__in=lines)}
    published = PublishedGrade.objects.filter(book=book).values_list("user", "final", "state")
    told = {user: final or state for user, final, state in published}
    states = {row.user_id: row for row in Participation.objects.filter(session=play_session).select_related("by")}
    chosen = {row.user_id: row for row in FinalChoice.objects.filter(book=book).select_related("by")}
    absent = {user for user, row in states.items() if row.state == Participation.State.ABSENT}
    seated = _seats(tables, absent)
    rows = []
    for enrolment in roster_of(play_session):
        user = enrolment.user_id
        cells = tuple(cell_of(book, line, marks.get((line.pk, user))) for line in lines)
        row = _row(book, enrolment, seated.get(user, ("", "none")), cells, states.get(user), chosen.get(user))
        rows.append(replace(row, published=told.get(user)))
    return MarkTable(book, lines, hidden, tuple(rows), tables, _bots(lines, tables))


def is_computing(play_session: Session) -> bool:
    """Are the marks of a match that has ended still being computed?"""
    rows = Job.objects.filter(kind=JOB, match__session_team__session=play_session)
    return rows.filter(state__in=(Job.State.PENDING, Job.State.RUNNING)).exists()


def _row(
    book: GradeBook,
    enrolment: Enrolment,
    seat: tuple[str, State],
    cells: tuple[Cell, ...],
    participation: Participation | None,
    choice: FinalChoice | None,
) -> Row:
    """One row. The newest choice about the final mark overrides the mark computed from the lines."""
    share, judged = together(cells)
    would_be = "" if share is None else scaled(share, book.scale, book.decimals)
    final, mark_state = would_be, _mark_state(book, seat[1], cells, judged, participation)
    kind = choice.kind if choice is not None else ""
    if mark_state != "excused" and kind == FinalChoice.Kind.SET and choice is not None and choice.points is not None:
        final, mark_state = scaled(Fraction(choice.points, FULL), book.scale, book.decimals), ""
    elif kind == FinalChoice.Kind.EMPTY and not mark_state:
        mark_state = "empty"
    row = Row(enrolment, *seat, cells, share, judged, "" if mark_state else final, mark_state, None, would_be)
    if choice is not None and kind == FinalChoice.Kind.KEEP and choice.about != row.outcome:
        choice = None
    choice = None if kind == FinalChoice.Kind.OPEN else choice
    return replace(row, participation=participation, choice=choice, pending=_pending(book, row, choice))


def _pending(book: GradeBook, row: Row, choice: FinalChoice | None) -> tuple[RubricLine, ...]:
    """Unfinished lines of a person; none if the person is absent or excused, or the final mark was set by hand."""
    if row.mark_state in ("absent", "excused", "empty") or choice is not None:
        return ()
    awaited = {"work"}
    if book.session.status not in OVER:
        awaited |= {"session", *(("match",) if row.state not in ("finished", "aborted") else ())}
    if book.published_at is None:
        awaited.add("publication")
    return tuple(cell.line for cell in row.cells if cell.line.weight and cell.why and cell.reason.until in awaited)


def together(cells: Sequence[Cell]) -> tuple[Fraction | None, Fraction]:
    """The mean of the lines by the part of their weights that can be judged, and that part of all weights. A part
    that counts as zero is judged.
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


def _mark_state(
    book: GradeBook, state: State, cells: Sequence[Cell], judged: Fraction, participation: Participation | None
) -> MarkState:
    """The state in place of a mark. Excused comes first; a running match comes before its missing parts."""
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


def mark_state_words(mark_state: str) -> str:
    """A state in the current language; empty for a mark."""
    return str(MARK_STATES.get(mark_state, ""))


def to_come_words(lines: Iterable[str]) -> str:
    """A sentence that a mark waits for these lines; empty for none."""
    names = pgettext("between the items of a list", ", ").join(lines)
    return _("unfinished: %(lines)s") % {"lines": names} if names else ""


def unfinished_words(rows: Sequence[Row]) -> str:
    """A sentence on unfinished marks: their number and their open lines; empty where all are finished."""
    found = [row for row in rows if row.final and row.pending]
    words = ngettext(
        "%(n)d mark is unfinished. Still to be judged: %(lines)s.",
        "%(n)d marks are unfinished. Still to be judged: %(lines)s.",
        len(found),
    )
    lines = dict.fromkeys(line.name for row in found for line in row.pending)
    return words % {"n": len(found), "lines": listed(lines)} if found else ""


MARK_STATES: Final = {
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


def _seats(tables: Iterable[PlayedTable], absent: AbstractSet[int]) -> dict[int, tuple[str, State]]:
    """The table of each person and their state; a current seat comes before an earlier one. Among `absent` people,
    those who never came differ from those who left.
    """
    found: dict[int, tuple[str, State]] = {}
    for table in tables:
        for user in table.people - table.holders:
            found.setdefault(user, (table.team.name, _state_away(table, user)))
    for table in tables:
        for user in table.holders:
            state = _state(table)
            never = state in ("finished", "aborted") and user in absent and not _came(table, user)
            found[user] = (table.team.name, "never_came" if never else state)
    return found


def _state_away(table: PlayedTable, user: int) -> State:
    """The state of a person who belongs to a table without holding a seat there, now or at the end."""
    if _came(table, user):
        return "left"
    match _state(table):
        case "waiting":
            return "waiting"
        case "playing":
            return "not_come"
        case _:
            return "never_came"


def _came(table: PlayedTable, user: int) -> bool:
    return any(user in place.came for place in table.places)


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
    """The games of bots that a line waits for. Nothing is asked of the database where none does."""
    if not any(criteria.of(line.kind).needs_bots for line in lines):
        return None
    wanted = sorted(set(bot_scores.digests(tables).values()))
    return bot_scores.job_of(wanted) if wanted else None
