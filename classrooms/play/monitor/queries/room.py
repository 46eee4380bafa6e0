"""The projector's view of a session: join code, clock, awaited people and league table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from django.core.paginator import Page, Paginator

from classrooms.models import Session, SessionStatus
from classrooms.play.monitor.queries.monitor import Row, rows_of
from classrooms.play.monitor.queries.ranking import ranked_words
from classrooms.play.sessions.queries.lobby import who_is_here
from classrooms.play.sessions.queries.set_up import BEGUN, OVER
from games.public.models import Expected, SeatHolder, Status
from games.ui.progress import Gauge

PER_SCREEN: Final = 12
"""The greatest number of teams on the screen at once; more are shown by turns."""
SCREEN_SECONDS: Final = 15
"""The time for which each part of a long list is shown."""
GAUGE_SPAN = 105
"""The end of a gauge in percent of its target, so that the flag has a little space behind it."""

Line = TypeVar("Line")


@dataclass(frozen=True)
class Bar:
    """A gauge as lengths in percent of the drawing: the value, and the flag of the target. For an overrun, `over` is
    the part beyond the flag.
    """

    gauge: Gauge
    done: str
    flag: str
    over: str = ""


@dataclass(frozen=True)
class LeagueLine:
    """A line of the league table."""

    row: Row
    bars: tuple[Bar, ...]

    @property
    def is_over(self) -> bool:
        """Has this team ended?"""
        return self.row.match is not None and self.row.match.is_over

    @property
    def is_stopped(self) -> bool:
        """Was it ended without a result?"""
        return self.is_over and self.row.match is not None and self.row.match.status != Status.FINISHED

    @property
    def points(self) -> int | None:
        """Points of the project, of 100; None if students do not see the expected end."""
        hides = self.row.match is not None and self.row.match.expected == Expected.OFF
        return None if hides and self.row.ranked.how == "expected" else self.row.ranked.points


@dataclass(frozen=True)
class Team:
    """A team in the plain list: how many people it has, and how many of them are here (None: not known)."""

    row: Row
    people: int
    here: int | None


@dataclass(frozen=True)
class Room:
    """The whole view. `clock` is the meaning of the big clock: "start", "debrief", "pause", "over", "time" (of day) or
    "wait".
    """

    play_session: Session
    clock: str
    until: datetime | None
    teams: tuple[Team, ...]
    league: tuple[LeagueLine, ...]
    people: int
    here: int | None

    @property
    def is_over(self) -> bool:
        """Have all teams of the league ended?"""
        return all(line.is_over for line in self.league)

    @property
    def ranked_words(self) -> str:
        """The figure that ranks the league."""
        return ranked_words(line.row.ranked for line in self.league)


def room_of(play_session: Session, now: datetime) -> Room:
    """Read in a number of queries that does not grow with the teams."""
    tables = list(play_session.session_teams.select_related("match").order_by("position", "pk"))
    rows = rows_of(tables, play_session, now)
    held = SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)
    people: dict[int, set[int]] = {}
    for match_id, user_id in held.values_list("seat__match_id", "user_id"):
        people.setdefault(match_id, set()).add(user_id)
    seated = {user for users in people.values() for user in users}
    here = who_is_here(play_session, [table.match_id for table in tables if table.match_id], now)
    clock, until = _clock(play_session, now)
    shows_league = play_session.shows_league and play_session.status in (*BEGUN, *OVER)
    return Room(
        play_session,
        clock,
        until,
        tuple(_team(row, people.get(row.table.match_id or 0, set()), here) for row in rows),
        league_of(rows) if shows_league else (),
        len(seated),
        None if here is None else len(seated & here),
    )


def screen_of(lines: Sequence[Line], now: datetime, asked: str = "") -> Page[Line]:
    """The part of a list that the screen shows: the one asked for by its number, else each by turns."""
    parts = Paginator(lines, PER_SCREEN)
    turn = int(now.timestamp()) // SCREEN_SECONDS % parts.num_pages + 1
    return parts.get_page(asked if asked.isdecimal() else turn)


def turn_of(teams: int, now: datetime, asked: str = "") -> int | None:
    """The turn of a list of so many teams; None if it fits on the screen, or if a part was asked for and stays."""
    return None if asked.isdecimal() or teams <= PER_SCREEN else int(now.timestamp()) // SCREEN_SECONDS


def _team(row: Row, people: set[int], here: frozenset[int] | None) -> Team:
    return Team(row, len(people), None if here is None else len(people & here))


def _clock(play_session: Session, now: datetime) -> tuple[str, datetime | None]:
    if play_session.status == SessionStatus.OPEN:
        return ("start", play_session.starts_at) if play_session.starts_at else ("wait", None)
    if play_session.status == SessionStatus.PAUSED:
        return "pause", None
    if play_session.status in OVER:
        return "over", None
    if play_session.debrief_at is not None and play_session.debrief_at > now:
        return "debrief", play_session.debrief_at
    return "time", None


def league_of(rows: Sequence[Row]) -> tuple[LeagueLine, ...]:
    """Teams that have begun, by rank; those without a rank come last. The table reveals no card."""
    playing = sorted(
        (row for row in rows if row.progress is not None),
        key=lambda row: (not row.ranked.rank, row.ranked.rank, row.table.position, row.table.pk),
    )
    return tuple(LeagueLine(row, tuple(map(_bar, row.progress.gauges if row.progress else ()))) for row in playing)


def _bar(gauge: Gauge) -> Bar:
    """Values beyond the end of the drawing fill it."""
    span = max((gauge.target or 0) * GAUGE_SPAN / 100, gauge.value, 1)
    flag = f"{100 * gauge.target / span:.2f}%" if gauge.target is not None else ""
    done = f"{100 * max(gauge.value, 0) / span:.2f}%"
    if not gauge.is_over or gauge.target is None:
        return Bar(gauge, done, flag)
    return Bar(gauge, flag, flag, f"{100 * (gauge.value - gauge.target) / span:.2f}%")
