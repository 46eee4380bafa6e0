"""The teams of a session side by side, during the session and after it, in a constant number of queries."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from classrooms.models import Session, SessionTeam
from classrooms.play.monitor.queries.events import EventLine, event_lines
from classrooms.play.monitor.queries.monitor import roles_of
from classrooms.play.monitor.queries.progress import comparison_of, progress_of
from classrooms.play.monitor.queries.ranking import WHOLE, Ranked, ranked_words, ranking, result_points
from classrooms.play.monitor.queries.waiting_times import waiting_times_in
from classrooms.play.monitor.queries.waiting_words import WaitedFor, waited_for
from classrooms.play.monitor.waiting_times import UNREAD, WaitingTimes
from classrooms.play.sessions.queries.curves import curves_of
from games.engine import codec
from games.engine.types import Result
from games.public.base import clock
from games.public.matches import results_without_events, scenario_of
from games.public.models import AuthorKind, Match, Move, Status
from games.public.work import ends_of
from games.ui import faces
from games.ui.faces import RoleName
from games.ui.progress import Comparison, Decided, Gauge, Progress, Ranged
from games.ui.targets import Curve

PER_PAGE: Final = 24
"""The greatest number of teams on a page of the comparison."""


@dataclass(frozen=True)
class TeamEvents:
    """The facilitator's events of a team, oldest first. `result` is that of its finished match in words, `without` the
    same less the amounts of the events, and `points` those of the project then, of 100. They are empty while the team
    plays, and where events count in marks.
    """

    lines: tuple[EventLine, ...]
    result: str = ""
    without: str = ""
    points: int | None = None


@dataclass(frozen=True)
class Side:
    """A team with its compared values; `mark` is its number on charts. `events` is None for a team without events."""

    table: SessionTeam
    mark: str
    progress: Progress
    comparison: Comparison
    ranked: Ranked
    times: WaitingTimes
    events: TeamEvents | None = None

    @property
    def points_without(self) -> int | None:
        """The points of the project less the team's events, of 100; None while a team with events plays."""
        return self.ranked.points if self.events is None else self.events.points

    def gauge(self, name: str) -> Gauge | None:
        """One of the team's gauges; None if it is missing."""
        return next((each for each in self.progress.gauges if each.name == name), None)

    def ranged(self, key: str) -> Ranged | None:
        """The team's value of one range; None where the team has none."""
        return next((each for each in self.comparison.ranges if each.key == key), None)

    def decided(self, turn: int) -> list[Decided]:
        """The team's decisions in a turn, common decisions last."""
        found = [each for each in self.comparison.decisions if each.turn == turn]
        return sorted(found, key=lambda each: (each.seat is None, each.seat or 0))


@dataclass(frozen=True)
class Compared:
    """Teams that have begun, in the order of their tables, and those of the shown `page`; the roles of their seats, and
    the titles of turns by number.
    """

    play_session: Session
    sides: tuple[Side, ...]
    page: Page[Side]
    roles: tuple[RoleName, ...]
    turns: dict[int, str]

    @property
    def is_over(self) -> bool:
        """Have all teams ended? Then a pace has no meaning."""
        return all(side.table.match is not None and side.table.match.is_over for side in self.sides)

    @property
    def by_rank(self) -> tuple[Side, ...]:
        """The teams with a rank, best first."""
        return tuple(sorted((side for side in self.sides if side.ranked.rank), key=lambda side: side.ranked.rank))

    @property
    def ranked_words(self) -> str:
        """The figure that ranks them."""
        return ranked_words(side.ranked for side in self.sides)

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        """The gauges that teams of this game have, from the first team."""
        return self.sides[0].progress.gauges if self.sides else ()

    @property
    def ranges(self) -> tuple[Ranged, ...]:
        """The ranges that each team settles for itself, from the first team."""
        return self.sides[0].comparison.ranges if self.sides else ()

    @property
    def across(self) -> tuple[str, str] | None:
        """The gauges of the scatter chart."""
        return self.sides[0].comparison.across if self.sides else None

    def waited_for(self, side: Side) -> list[WaitedFor]:
        """The roles for which a team waited, longest first."""
        return waited_for(side.times, self.roles, self.turns)

    @property
    def waits(self) -> list[tuple[Side, list[WaitedFor]]]:
        """The teams of the page that waited, with the roles for which they did, in the order of their tables."""
        return [(side, rows) for side in self.page if (rows := self.waited_for(side))]

    @property
    def with_events(self) -> tuple[Side, ...]:
        """The teams of the page that had events."""
        return tuple(side for side in self.page if side.events is not None)

    @property
    def has_results_without(self) -> bool:
        """Does a team of the page have a result less its events?"""
        return any(side.events is not None and side.events.without for side in self.page)

    @property
    def has_points_without(self) -> bool:
        """Does a ranked team have points less its events?"""
        return any(side.events is not None and side.events.points is not None for side in self.by_rank)

    @property
    def decided_turns(self) -> list[int]:
        """Turns in which some team decided something."""
        return sorted({each.turn for side in self.sides for each in side.comparison.decisions})


def compared(play_session: Session, page: str | None = None) -> Compared:
    """The current state of the teams; for an ended match, its end. With the number of a `page` (any text: an unknown
    one leads to the first), waiting times are read for its teams only; without it, all teams are on one page.
    """
    brought = Move.objects.filter(match=OuterRef("match"), author_kind=AuthorKind.BROUGHT)
    tables = play_session.session_teams.select_related("match").defer(
        "match__state", "match__scenario", "match__options"
    )
    tables = tables.annotate(has_events=Exists(brought))
    begun = [(table, table.match) for table in tables if table.match is not None and table.match.started_at is not None]
    matches: list[Match] = [match for _table, match in begun]
    progress, comparison = progress_of(matches), comparison_of(matches)
    curve = curves_of([play_session.pk])[play_session.pk]
    ranks = ranking(matches, ends_of(matches), progress, curve)
    told = [(table, match) for table, match in begun if match.pk in progress and match.pk in comparison]
    paged = Paginator(told, PER_PAGE if page is not None else max(len(told), 1)).get_page(page or 1)
    times = waiting_times_in([match for _table, match in paged], clock.now())
    events = _events_of(play_session, [match for table, match in told if table.has_events], curve)
    sides = tuple(
        Side(
            table,
            str(number),
            progress[match.pk],
            comparison[match.pk],
            ranks[match.pk],
            times.get(match.pk, UNREAD),
            events.get(match.pk),
        )  # fmt: skip
        for number, (table, match) in enumerate(told, start=1)
    )
    on_page = sides[paged.start_index() - 1 : paged.end_index()] if sides else ()
    paginator: Any = paged.paginator
    shown: Page[Side] = Page(on_page, paged.number, paginator)
    most = max((side.progress.turns for side in sides), default=0)
    waited = {turn for side in shown for turn, _seat in side.times.awaited}
    titles = _turn_titles(matches, {*range(1, most + 1), *waited})
    return Compared(play_session, sides, shown, roles_of(matches), titles)


def _events_of(play_session: Session, matches: list[Match], curve: Curve) -> dict[int, TeamEvents]:
    """The events of these matches that had some, with the results without them; no query without such a match."""
    if not matches:
        return {}
    face, scenario = faces.get(matches[0].game), scenario_of(matches[0])
    lines = [line for line in reversed(event_lines(play_session)) if line.state == "brought"]
    over = [match.pk for match in matches if match.status == Status.FINISHED]
    neutral = {} if play_session.events_count else results_without_events(over)

    def words(result: Any) -> str:
        return str(face.words.score(scenario, codec.convert(result, Result)))

    found = {}
    for match in matches:
        own = tuple(line for line in lines if match.pk in {table.match_id for table in line.tables})
        found[match.pk] = TeamEvents(own)
        if match.pk in neutral:
            without = neutral[match.pk]
            found[match.pk] = TeamEvents(own, words(match.result), words(without), result_points(without, curve))
    return found


def _turn_titles(matches: list[Match], turns: Iterable[int]) -> dict[int, str]:
    """Titles of turns by number, which are equal for all matches of a session."""
    if not matches:
        return {}
    face, scenario = faces.get(matches[0].game), scenario_of(matches[0])
    return {turn: face.words.turn(scenario, turn) for turn in sorted(turns)}


HEAD = ("team", "what", "name", "turn", "role", "value", "low", "high", "words")
Line = tuple[str, str, str, int | str, str, int | str, int | str, int | str, str]


def tidy(found: Compared, *, live: bool = True) -> Iterator[Line]:
    """One line for each number: the project's result (also less the facilitator's events), gauges after each turn and
    now, settled values, decisions, and seconds waited (`role` for the role `name`). Without `live`, waits of running
    matches, which grow with the clock, are left out.
    """
    for side in found.sides:
        name = side.table.name
        if side.ranked.points is not None:
            turn = side.progress.turn
            yield (name, "project", "", turn, "", side.ranked.points, "", WHOLE, side.ranked.how)
        if side.events is not None and side.events.points is not None:
            yield (name, "without_events", "", side.progress.turn, "", side.events.points, "", WHOLE, "final")
        for gauge in side.progress.gauges:
            target = "" if gauge.target is None else gauge.target
            for turn, value in enumerate(gauge.series):
                yield (name, "gauge", gauge.name, turn, "", value, "", target, "")
            least = "" if gauge.least is None else gauge.least
            yield (name, "now", gauge.name, side.progress.turn, "", gauge.value, least, _known(gauge.most), "")
        for each in side.comparison.ranges:
            yield (name, "settled", each.key, "", "", _known(each.value), each.low, each.high, each.note)
        for made in side.comparison.decisions:
            role = found.roles[made.seat].id if made.seat is not None else "all"
            yield (name, "decided", "", made.turn, role, _known(made.amount), "", "", made.words)
        if live or (side.table.match is not None and side.table.match.is_over):
            yield from _waited(found, side)


def _waited(found: Compared, side: Side) -> Iterator[Line]:
    for (turn, waiting, awaited), time in sorted(side.times.waits.items()):
        seconds = int(time.total_seconds())
        if seconds:
            roles = found.roles[awaited].id, found.roles[waiting].id
            yield (side.table.name, "waited", roles[0], turn, roles[1], seconds, "", "", "")


def _known(value: int | None) -> int | str:
    return "" if value is None else value


def marks_of(found: Sequence[str], of: int) -> str:
    """The marks of the teams of a pattern; where all `of` the class have it, no list of them."""
    return _("all") if len(found) == of > 2 else ", ".join(found)
