"""The analyses of a session's teams side by side."""

from dataclasses import dataclass

from classrooms.assess.analysis.queries import analyses_of
from classrooms.assess.analysis.results import Results
from classrooms.models import Session
from games.public.matches import game_of
from games.public.models import Match, Status


@dataclass(frozen=True)
class ComparedTeam:
    """A team that has finished. `results` are those of its analysis, None without one."""

    team: str
    match: Match
    results: Results | None


def session_comparison(session: Session) -> tuple[ComparedTeam, ...]:
    """The finished teams of a session in its order; none of a game without an analysis. Two queries."""
    tables = session.session_teams.filter(match__status=Status.FINISHED).select_related("match").order_by("position")
    rows = [(table.name, table.match) for table in tables if table.match is not None]
    if not rows or game_of(rows[0][1]).analysis is None:
        return ()
    results = analyses_of([match for _team, match in rows])
    return tuple(ComparedTeam(team, match, results.get(match.pk)) for team, match in rows)
