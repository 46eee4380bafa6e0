"""Marks that games of bots would get on the lines of a rubric, for the set-up of a session."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format

from classrooms.assess.grading import bot_scores, criteria
from classrooms.assess.grading.criteria.project import project_params
from classrooms.assess.grading.criterion import Params
from classrooms.assess.grading.points import scaled
from classrooms.assess.grading.queries.curves import game_shares, games_of, games_request
from classrooms.assess.grading.queries.distribution import quantile
from classrooms.assess.grading.queries.mark_table import localized_mark, visible
from classrooms.assess.grading.rubric import sources, usual_lines
from classrooms.models import GradeBook, RoleScores, RubricLine, Session
from classrooms.play.sessions.queries.curves import curve_of
from games.engine.errors import RulesError
from games.public.models import Job

FIVE: Final = tuple(Fraction(part, 4) for part in range(5))


@dataclass(frozen=True)
class LineSpread:
    """The marks on a line: the lowest mark, those at a quarter, half and three quarters of the games, the highest."""

    title: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Foreseen:
    """`lines` are empty while `job` plays; so many `games`, and the `best` mark of the scale."""

    lines: tuple[LineSpread, ...] = ()
    games: str = ""
    best: int = 0
    job: Job | None = None


def foreseen(play_session: Session) -> Foreseen:
    """The expected marks; empty if no line rests on games of bots, or if the games were not requested or cannot
    be played.
    """
    book, lines = _rubric(play_session)
    told = _lines_with_bot_scores(lines)
    try:
        row = games_of(play_session) if told else None
    except RulesError:
        return Foreseen()
    if row is None:
        return Foreseen()
    if row.targets is None:
        return Foreseen(job=bot_scores.job_of([row.digest]))
    spreads = tuple(filter(None, (_spread(book, line, row, project_params(lines)) for line in told)))
    return Foreseen(spreads, number_format(len(row.scores[0]), force_grouping=True), book.scale)


def foreseen_request(play_session: Session) -> None:
    """Request games of bots if a line rests on them and the draft can be played. Safe to repeat."""
    _book, lines = _rubric(play_session)
    if _lines_with_bot_scores(lines):
        with suppress(RulesError):
            games_request(play_session=play_session)


def _rubric(play_session: Session) -> tuple[GradeBook, Sequence[RubricLine]]:
    """The lines that can have points, of the usual rubric if none was written; empty in a rehearsal."""
    if play_session.is_rehearsal:
        return GradeBook(), ()
    book = GradeBook.objects.filter(session=play_session).first()
    if book is not None:
        return book, visible(play_session, book)[0]
    known, book = sources(play_session), GradeBook(session=play_session)
    return book, [line for line in usual_lines(book) if line.kind in known]


def _lines_with_bot_scores(lines: Sequence[RubricLine]) -> list[RubricLine]:
    """The counting lines for which games of bots give points."""
    return [line for line in lines if line.weight and criteria.of(line.kind).is_foreseen]


def _spread(book: GradeBook, line: RubricLine, row: RoleScores, params: Params) -> LineSpread | None:
    """The spread of scores; None if every role has the same score in all games."""
    project = game_shares(row.targets or [], curve_of(params))
    shares = sorted(criteria.of(line.kind).bot_shares(row, project))
    if not shares:
        return None
    marks = tuple(localized_mark(scaled(quantile(shares, part), book.scale, book.decimals)) for part in FIVE)
    return LineSpread(line.name, marks)
