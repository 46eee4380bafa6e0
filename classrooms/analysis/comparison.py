"""The teams of a session against each other, by what the analyses found."""

from dataclasses import dataclass

from classrooms.analysis.queries import analyses_of
from classrooms.analysis.results import Results
from classrooms.models import Luck, Session
from games.engine.analysis import Analyst, reckons
from games.engine.analysis.statistics import Percentile, place_of
from games.models import Match, Status
from games.selectors.position import game_of, state_of


@dataclass(frozen=True)
class TeamMeasure:
    """A measure of one team: what really came, and its place among the other teams (percent from worst to best); what
    its decisions are worth in the middle of all draws, and that among them. The latter two are None without an
    analysis.
    """

    name: str
    real: int
    place: Percentile | None
    median: float | None
    median_place: Percentile | None


@dataclass(frozen=True)
class ComparedTeam:
    """A team that has finished. `results` are those of its analysis."""

    team: str
    match: Match
    measures: tuple[TeamMeasure, ...]
    results: Results | None


@dataclass(frozen=True)
class Compared:
    """`same_draws`: all teams drew the same cards, so that what really came compares their decisions directly. With
    other draws only the medians do. `teams` are in the session's order.
    """

    same_draws: bool
    teams: tuple[ComparedTeam, ...]


def session_comparison(session: Session) -> Compared | None:
    """The finished teams of a session; None for a game without a common result, or before anybody has finished.
    Places are None where there is only one team. Two queries.
    """
    tables = session.session_teams.filter(match__status=Status.FINISHED).select_related("match").order_by("position")
    rows = [(table.name, table.match) for table in tables if table.match is not None]
    analyst: Analyst | None = game_of(rows[0][1]).analysis if rows else None
    if analyst is None or reckons(analyst):
        return None
    results = analyses_of([match for _team, match in rows])
    real = [analyst.values(state_of(match)) for _team, match in rows]
    medians = [_medians(results.get(match.pk)) for _team, match in rows]
    teams = tuple(
        ComparedTeam(team, match, _measures(analyst, number, real, medians), results.get(match.pk))
        for number, (team, match) in enumerate(rows)
    )
    return Compared(session.luck == Luck.SAME, teams)


@dataclass(frozen=True)
class RivalsTable:
    """A table of rivals that has finished. `results` are those of its analysis."""

    team: str
    match: Match
    results: Results | None


def session_rivals(session: Session) -> tuple[RivalsTable, ...]:
    """The finished tables of a session in its order; none of a game that has a common result or no analysis. Two
    queries.
    """
    tables = session.session_teams.filter(match__status=Status.FINISHED).select_related("match").order_by("position")
    rows = [(table.name, table.match) for table in tables if table.match is not None]
    if not rows or not reckons(game_of(rows[0][1]).analysis):
        return ()
    results = analyses_of([match for _team, match in rows])
    return tuple(RivalsTable(team, match, results.get(match.pk)) for team, match in rows)


def _medians(results: Results | None) -> tuple[float, ...] | None:
    if results is None or results.skill is None:
        return None
    return tuple(standings[0].median for standings in results.skill.measures.values())


def _measures(
    analyst: Analyst, number: int, real: list[tuple[int, ...]], medians: list[tuple[float, ...] | None]
) -> tuple[TeamMeasure, ...]:
    rows = []
    for index, measure in enumerate(analyst.measures):
        mine = medians[number]
        others = [row[index] for place, row in enumerate(medians) if place != number and row is not None]
        rows.append(
            TeamMeasure(
                measure.name,
                real[number][index],
                _place(real[number][index], _without(real, number, index), low_is_good=measure.low_is_good),
                None if mine is None else mine[index],
                None if mine is None else _place(mine[index], others, low_is_good=measure.low_is_good),
            )
        )
    return tuple(rows)


def _without(rows: list[tuple[int, ...]], number: int, index: int) -> list[float]:
    return [row[index] for place, row in enumerate(rows) if place != number]


def _place(value: float, others: list[float], *, low_is_good: bool) -> Percentile | None:
    return place_of(value, others, low_is_good=low_is_good) if others else None
