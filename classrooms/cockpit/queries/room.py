"""What the projector shows a room: the way in, the clock, who is awaited, and the league table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from classrooms.cockpit.queries.monitor import Row, rows_of
from classrooms.models import Session, SessionStatus
from classrooms.sessions.queries.lobby import who_is_here
from classrooms.sessions.queries.set_up import BEGUN, OVER
from games.kit.progress import Gauge
from games.models import SeatHolder, Status

ENDED, PLAYING, BEGINNING, STOPPED = range(4)
GAUGE_SPAN = 105
"""The end of a gauge in percent of its target: the flag stands a little before it."""


@dataclass(frozen=True)
class Bar:
    """A gauge as lengths in percent of the drawing: what is done, and where the flag of the target stands. Of an
    overrun, `over` is what lies beyond the flag.
    """

    gauge: Gauge
    done: str
    flag: str
    over: str = ""


@dataclass(frozen=True)
class LeagueLine:
    """A line of the league table. Teams that stand equal share a place; one that was stopped has none (0). `on_pace` of
    `targets` are met, or on pace while the team plays.
    """

    place: int
    row: Row
    bars: tuple[Bar, ...]
    on_pace: int
    targets: int

    @property
    def is_over(self) -> bool:
        """Has this team ended?"""
        return self.row.match is not None and self.row.match.is_over

    @property
    def is_stopped(self) -> bool:
        """Was it ended without a result?"""
        return _group(self.row) == STOPPED


@dataclass(frozen=True)
class Team:
    """A team in the plain list: how many people it has, and how many of them are here (None: not known)."""

    row: Row
    people: int
    here: int | None


@dataclass(frozen=True)
class Room:
    """The whole view. `clock` says what the big clock counts: "start", "debrief", "pause", "over", "time" (of day) or
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
        """Have all teams of the league ended? A pace says nothing then."""
        return all(line.is_over for line in self.league)


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
    """Teams that have ended first, by targets met and then by distance from them; then those that play, by targets on
    pace and then by distance from the pace after their last turn: who has just begun stands above no result. Those that
    were stopped stand last, without a place. Distances are in parts of the targets. Nothing in it tells a card.
    """
    playing = [row for row in rows if row.progress is not None]
    ranked = sorted(playing, key=lambda row: (*_standing(row), row.table.position, row.table.pk))
    found: list[LeagueLine] = []
    for number, row in enumerate(ranked, start=1):
        before = found[-1] if found else None
        same = before is not None and _standing(before.row) == _standing(row)
        place = before.place if same and before is not None else number
        gauges = row.progress.gauges if row.progress is not None else ()
        targets = [gauge for gauge in gauges if gauge.target is not None]
        bars = tuple(_bar(gauge) for gauge in gauges)
        found.append(LeagueLine(0 if _group(row) == STOPPED else place, row, bars, _good(row), len(targets)))
    return tuple(found)


def _group(row: Row) -> int:
    """Ended, playing, only just begun (no pace to compare yet), stopped."""
    if row.match is not None and row.match.is_over:
        return ENDED if row.match.status == Status.FINISHED else STOPPED
    gauges = row.progress.gauges if row.progress is not None else ()
    return PLAYING if any(gauge.ahead is not None for gauge in gauges) else BEGINNING


def _standing(row: Row) -> tuple[int, int, int]:
    """Smaller is better."""
    group = _group(row)
    return (group, 0, 0) if group in (BEGINNING, STOPPED) else (group, -_good(row), _ahead(row))


def _good(row: Row) -> int:
    """How many targets are met, or can be by the present pace."""
    gauges = row.progress.gauges if row.progress is not None else ()
    is_over = row.match is not None and row.match.status == Status.FINISHED
    return sum(1 for gauge in gauges if gauge.target is not None and _is_good(gauge, is_over))


def _is_good(gauge: Gauge, is_over: bool) -> bool:
    if is_over and gauge.target is not None:
        return gauge.value <= gauge.target if gauge.fewer else gauge.value >= gauge.target
    if gauge.out_of_reach:
        return False
    ahead = gauge.ahead
    return ahead is None or (ahead <= 0 if gauge.fewer else ahead >= 0)


def _ahead(row: Row) -> int:
    """Distance to the pace over all gauges, after the end to the target, each in thousandths of its target; the bad
    side counts up.
    """
    total = 0
    for gauge in row.progress.gauges if row.progress is not None else ():
        off = gauge.value - (gauge.target or 0) if _group(row) == ENDED else gauge.ahead
        if off is not None and gauge.target:
            total += (off if gauge.fewer else -off) * 1000 // gauge.target
    return total


def _bar(gauge: Gauge) -> Bar:
    """Values beyond the end of the drawing fill it."""
    span = max((gauge.target or 0) * GAUGE_SPAN / 100, gauge.value, 1)
    flag = f"{100 * gauge.target / span:.2f}%" if gauge.target is not None else ""
    done = f"{100 * max(gauge.value, 0) / span:.2f}%"
    if not gauge.is_over or gauge.target is None:
        return Bar(gauge, done, flag)
    return Bar(gauge, flag, flag, f"{100 * (gauge.value - gauge.target) / span:.2f}%")
