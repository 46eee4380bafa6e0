"""Reading the forecast journal: forecasts of turns, their outcomes, and the accuracy of each person."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from classrooms.models import Forecast, Session, SessionTeam
from classrooms.play.questions.queries.moments import turn_of
from classrooms.play.questions.queries.participants import Participant, participants
from games.public.matches import event_value, scenario_of
from games.public.matches import selectors as matches
from games.public.models import Event, Match, SeatHolder, Status
from games.ui import faces
from games.ui.learning import Forecastable

WRITABLE: Final = (Status.RUNNING, Status.PAUSED)


@dataclass(frozen=True)
class Came:
    """The outcome of a turn, which ended with move `number`, at the time `at`."""

    values: dict[str, int]
    number: int
    at: datetime


@dataclass(frozen=True)
class Figure:
    """One figure of one turn: the forecast (None: not written), and the outcome (None: not yet)."""

    what: Forecastable
    expected: int | None
    actual: int | None

    @property
    def off(self) -> int | None:
        """The forecast less the outcome: positive if it was too high."""
        return None if self.expected is None or self.actual is None else self.expected - self.actual

    @property
    def near(self) -> bool:
        """Is the forecast within the tolerance?"""
        return self.off is not None and abs(self.off) <= self.what.tolerance


@dataclass(frozen=True)
class TurnLine:
    """A turn in a person's journal."""

    turn: int
    figures: tuple[Figure, ...]
    over: bool

    @property
    def written(self) -> bool:
        """Is there a forecast?"""
        return any(figure.expected is not None for figure in self.figures)


@dataclass(frozen=True)
class Calibration:
    """A person's accuracy with one figure. `bias` is the mean of forecast less outcome (above 0: too high), `error` the
    mean distance. `near` is the number within the tolerance, of `made` forecasts.
    """

    what: Forecastable
    bias: float
    error: float
    near: int
    made: int


@dataclass(frozen=True)
class Journal:
    """A person's journal at their table. `turn` is the turn that can be forecast now, 0 if none. `share` is the part of
    all figures of ended turns that came within the tolerance; turns without a forecast count. It is None before a turn
    has ended.
    """

    lines: tuple[TurnLine, ...]
    calibrations: tuple[Calibration, ...]
    turn: int
    share: float | None


EMPTY: Final = Journal((), (), 0, None)


@dataclass(frozen=True)
class _Ground:
    """A table with its outcomes, and the matches on the path of branches to it."""

    match: Match
    whats: tuple[Forecastable, ...]
    came: dict[int, Came]
    path: tuple[matches.Branch, ...]


def forecastables(play_match: Match) -> tuple[Forecastable, ...]:
    """The figures that can be forecast in a match."""
    return faces.get(play_match.game).progress.forecastables(scenario_of(play_match))


def calibration(play_session: Session) -> dict[int, float | None]:
    """Calibration by student, from 0 to 1: see `Journal.share`. Empty if the session has no journal."""
    return {one.user.pk: journal.share for one, journal in journals(play_session)}


def journals(play_session: Session, user: Any = None) -> list[tuple[Participant, Journal]]:
    """Everybody's journal, or one person's, in a constant number of queries."""
    if not play_session.has_forecasts:
        return []
    people = [one for one in participants(play_session).values() if user is None or one.user.pk == user.pk]
    tables = {one.place.table.pk: one.place.table for one in people if one.place.table}
    grounds = _grounds(tables.values())
    ids = {branch.match_id for ground in grounds.values() for branch in ground.path}
    rows: dict[int, list[Forecast]] = defaultdict(list)
    for row in Forecast.objects.filter(match__in=ids).order_by("pk"):
        rows[row.user_id].append(row)
    stays = _stays(ids)
    found = []
    for one in people:
        ground = grounds.get(one.place.table.pk) if one.place.table else None
        stay = stays.get(one.user.pk, [])
        found.append((one, _journal(ground, rows[one.user.pk], stay) if ground else EMPTY))
    return found


def _grounds(tables: Iterable[SessionTeam]) -> dict[int, _Ground]:
    """The tables whose match has begun, with their outcomes."""
    listed = [table for table in tables if table.match is not None and table.match.has_begun]
    current = [table.match for table in listed if table.match is not None]
    paths, came = matches.branches(current), _came(current)
    return {
        table.pk: _Ground(match, forecastables(match), came[match.pk], tuple(paths[match.pk]))
        for table, match in zip(listed, current, strict=True)
    }


def _came(played: Sequence[Match]) -> dict[int, dict[int, Came]]:
    """The outcome of each turn of each match, from stored events."""
    if not played:
        return {}
    kinds = {kind for match in played for kind in faces.get(match.game).progress.forecast_kinds}
    rows: dict[int, list[Event]] = defaultdict(list)
    for row in Event.objects.filter(match__in=played, kind__in=kinds).select_related("move").order_by("number"):
        rows[row.match_id].append(row)
    return {match.pk: _came_in(match, rows[match.pk]) for match in played}


def _came_in(match: Match, rows: list[Event]) -> dict[int, Came]:
    last = {row.turn: row.move for row in rows}
    values = [event_value(match, row.data) for row in rows]
    actuals = faces.get(match.game).progress.forecast_actuals(scenario_of(match), values)
    return {
        turn: Came(dict(figures), last[turn].number, last[turn].created_at)
        for turn, figures in actuals.items()
        if turn in last
    }


Stay = tuple[datetime, datetime | None]


def _stays(match_ids: Iterable[int]) -> dict[int, list[Stay]]:
    """The intervals in which people sat at one of these matches."""
    rows = SeatHolder.objects.filter(seat__match__in=list(match_ids)).order_by("since")
    found: dict[int, list[Stay]] = defaultdict(list)
    for user, since, until in rows.values_list("user", "since", "released_at"):
        found[user].append((since, until))
    return found


def _journal(ground: _Ground, rows: list[Forecast], stay: list[Stay]) -> Journal:
    turn = turn_of(ground.match) if ground.match.status in WRITABLE and ground.whats else 0
    turn = 0 if turn in ground.came else turn
    written = _latest(ground, rows)
    ended = [t for t in sorted(ground.came) if t in written or _was_there(ground.came[t].at, stay)]
    shown = sorted({*ended, *(t for t in written if t == turn)})
    lines = tuple(_line(ground, t, written.get(t)) for t in shown)
    over = [line for line in lines if line.over]
    near = sum(figure.near for line in over for figure in line.figures)
    figures = len(over) * len(ground.whats)
    return Journal(lines, _calibrations(ground.whats, over), turn, near / figures if figures else None)


def _latest(ground: _Ground, rows: list[Forecast]) -> dict[int, Forecast]:
    """The forecast that counts for each turn: that of the nearest branch, if it was made before the turn ended. A
    forecast on an abandoned branch counts for the turn when it is played again.
    """
    rank = {branch.match_id: (place, branch.upto) for place, branch in enumerate(ground.path)}
    found: dict[int, Forecast] = {}
    for row in sorted((row for row in rows if row.match_id in rank), key=lambda row: rank[row.match_id][0]):
        came, upto = ground.came.get(row.turn), rank[row.match_id][1]
        played_again = came is not None and upto is not None and came.number > upto
        if came is None or played_again or row.move_number < came.number:
            found.setdefault(row.turn, row)
    return found


def _was_there(at: datetime, stay: list[Stay]) -> bool:
    return any(since <= at and (until is None or at <= until) for since, until in stay)


def _line(ground: _Ground, turn: int, row: Forecast | None) -> TurnLine:
    came = ground.came.get(turn)
    expected, actual = (row.values if row else {}), (came.values if came else {})
    figures = tuple(Figure(what, expected.get(what.name), actual.get(what.name)) for what in ground.whats)
    return TurnLine(turn, figures, came is not None)


def _calibrations(whats: tuple[Forecastable, ...], lines: list[TurnLine]) -> tuple[Calibration, ...]:
    found = []
    for place, what in enumerate(whats):
        offs = [off for line in lines if (off := line.figures[place].off) is not None]
        if offs:
            near = sum(line.figures[place].near for line in lines)
            bias, error = sum(offs) / len(offs), sum(map(abs, offs)) / len(offs)
            found.append(Calibration(what, bias, error, near, len(offs)))
    return tuple(found)
