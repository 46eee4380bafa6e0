"""The teams of a session side by side, live and after the end: what their games tell of each, in a number of queries
that does not grow with the teams.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from classrooms.cockpit.queries.monitor import roles_of
from classrooms.cockpit.queries.standings import comparison_of, progress_of
from classrooms.models import Session, SessionTeam
from games.kit import faces
from games.kit.faces import RoleName
from games.kit.progress import Comparison, Decided, Gauge, Progress, Ranged
from games.models import Match
from games.selectors.position import scenario_of


@dataclass(frozen=True)
class Side:
    """A team with what is compared; `mark` is its number on charts."""

    table: SessionTeam
    mark: str
    progress: Progress
    comparison: Comparison

    def gauge(self, name: str) -> Gauge | None:
        """One of its gauges."""
        return next((each for each in self.progress.gauges if each.name == name), None)

    def ranged(self, key: str) -> Ranged | None:
        """What it settled of one thing."""
        return next((each for each in self.comparison.ranges if each.key == key), None)

    def decided(self, turn: int) -> list[Decided]:
        """What it decided in a turn, all together last."""
        found = [each for each in self.comparison.decisions if each.turn == turn]
        return sorted(found, key=lambda each: (each.seat is None, each.seat or 0))


@dataclass(frozen=True)
class Compared:
    """Teams that have begun, in the order of their tables, the roles of their seats, and the titles of turns by
    number.
    """

    play_session: Session
    sides: tuple[Side, ...]
    roles: tuple[RoleName, ...]
    turns: dict[int, str]

    @property
    def is_over(self) -> bool:
        """Have all teams ended? A pace says nothing then."""
        return all(side.table.match is not None and side.table.match.is_over for side in self.sides)

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        """The gauges that teams of this game have, as told for the first team."""
        return self.sides[0].progress.gauges if self.sides else ()

    @property
    def ranges(self) -> tuple[Ranged, ...]:
        """The things that each team settles for itself, as told for the first team."""
        return self.sides[0].comparison.ranges if self.sides else ()

    @property
    def across(self) -> tuple[str, str] | None:
        """The gauges of the scatter chart."""
        return self.sides[0].comparison.across if self.sides else None

    @property
    def decided_turns(self) -> list[int]:
        """Turns in which some team decided something."""
        return sorted({each.turn for side in self.sides for each in side.comparison.decisions})


def compared(play_session: Session) -> Compared:
    """The teams as they stand now; for an ended match, as it ended."""
    tables = play_session.session_teams.select_related("match").defer(
        "match__state", "match__scenario", "match__options"
    )
    begun = [(table, table.match) for table in tables if table.match is not None and table.match.started_at is not None]
    matches: list[Match] = [match for _table, match in begun]
    progress, comparison = progress_of(matches), comparison_of(matches)
    sides = tuple(
        Side(table, str(number), progress[match.pk], comparison[match.pk])
        for number, (table, match) in enumerate(begun, start=1)
        if match.pk in progress and match.pk in comparison
    )
    most = max((side.progress.turns for side in sides), default=0)
    return Compared(play_session, sides, roles_of(matches), _turn_titles(matches, most))


def _turn_titles(matches: list[Match], most: int) -> dict[int, str]:
    """Under the same number for all matches of a session."""
    if not matches:
        return {}
    face, scenario = faces.get(matches[0].game), scenario_of(matches[0])
    return {turn: face.turn_title(scenario, turn) for turn in range(1, most + 1)}


HEAD = ("team", "what", "name", "turn", "role", "value", "low", "high", "words")
Line = tuple[str, str, str, int | str, str, int | str, int | str, int | str, str]


def tidy(found: Compared) -> Iterator[Line]:
    """One line for each number: gauges after each turn and now, what was settled, what was decided."""
    for side in found.sides:
        name = side.table.name
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


def _known(value: int | None) -> int | str:
    return "" if value is None else value


def marks_of(found: Sequence[str], of: int) -> str:
    """The marks of the teams of a pattern; where all `of` the class have it, no list of them."""
    return _("all") if len(found) == of > 2 else ", ".join(found)
