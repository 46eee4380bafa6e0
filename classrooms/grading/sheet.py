"""The table of a session's marks as an instructor reads it: students by lines, with final marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal

from django.utils import formats

from classrooms.grading import bot_scores, collect
from classrooms.grading.points import FULL, scaled, weighted
from classrooms.grading.rubric import RehearsalHasNoGrades, sources
from classrooms.grading.tables import Table, roster_of, tables_of
from classrooms.models import Enrolment, GradeBook, Mark, PublishedGrade, RubricLine, Session
from games.models import Job, Status

State = Literal["none", "waiting", "playing", "finished", "left", "aborted"]
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
    """A student with a mark on each line. `told` is the final mark that was published, None where none was."""

    enrolment: Enrolment
    team: str
    state: State
    cells: tuple[Cell, ...]
    share: Fraction | None
    final: str
    told: str | None

    @property
    def user(self) -> Any:
        """The student."""
        return self.enrolment.user

    @property
    def shown(self) -> str:
        """The final mark in the current language."""
        return shown(self.final)

    @property
    def shown_told(self) -> str:
        """The published final mark in the current language."""
        return shown(self.told or "")

    @property
    def differs(self) -> bool:
        """Was the student told another final mark?"""
        return self.told is not None and self.told != self.final

    @property
    def by_hand(self) -> bool:
        """Is any of the marks set by hand?"""
        return any(cell.by_hand for cell in self.cells)

    @property
    def left_out(self) -> tuple[RubricLine, ...]:
        """Lines that would count and have nothing to judge."""
        return tuple(cell.line for cell in self.cells if cell.points is None and cell.line.weight)


@dataclass(frozen=True)
class Sheet:
    """Everything on the page of grades. `hidden` are lines that have no source in this session. `waits_for` is the job
    that plays games of bots for a comparison.
    """

    book: GradeBook
    lines: tuple[RubricLine, ...]
    hidden: tuple[RubricLine, ...]
    rows: tuple[Row, ...]
    tables: Sequence[Table] = field(default=(), repr=False)
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
    told = dict(PublishedGrade.objects.filter(book=book).values_list("user", "final"))
    seated = _seats(tables)
    rows = []
    for enrolment in roster_of(play_session):
        user = enrolment.user_id
        cells = tuple(cell_of(book, line, marks.get((line.pk, user))) for line in lines)
        share = weighted((cell.line.weight, cell.points) for cell in cells)
        final = "" if share is None else scaled(share, book.scale, book.decimals)
        team, state = seated.get(user, ("", "none"))
        rows.append(Row(enrolment, team, state, cells, share, final, told.get(user)))
    return Sheet(book, lines, hidden, tuple(rows), tables, _bots(lines, tables))


def cell_of(book: GradeBook, line: RubricLine, mark: Mark | None) -> Cell:
    """Marks of a line are written with one more decimal than final ones."""
    return Cell(line, mark, book.scale, min(MOST_DECIMALS, book.decimals + 1))


def visible(play_session: Session, book: GradeBook) -> tuple[tuple[RubricLine, ...], tuple[RubricLine, ...]]:
    """Lines that can have points in this session, and those that cannot and are hidden."""
    known = sources(play_session)
    lines = list(book.lines.all())
    return tuple(line for line in lines if line.kind in known), tuple(line for line in lines if line.kind not in known)


def _seats(tables: Iterable[Table]) -> dict[int, tuple[str, State]]:
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


def _state(table: Table) -> State:
    match table.match.status if table.match is not None else Status.LOBBY:
        case Status.FINISHED:
            return "finished"
        case Status.ABORTED:
            return "aborted"
        case Status.LOBBY:
            return "waiting"
        case _:
            return "playing"


def _bots(lines: Iterable[RubricLine], tables: Sequence[Table]) -> Job | None:
    """Nothing is asked of the database where the teams are compared with each other."""
    if not any(line.kind == RubricLine.Kind.OBJECTIVES for line in lines):
        return None
    wanted = sorted(set(collect.digests(tables).values()))
    return bot_scores.job_of(wanted) if wanted else None
