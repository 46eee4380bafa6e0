"""Turning points on the slider of the replay."""

from classrooms.assess.analysis.access import is_readable
from classrooms.assess.analysis.queries import analysis_of
from games.public import hooks
from games.public.hooks import Highlight
from games.public.matches import Access, scenario_of
from games.ui import analysis as game_analysis
from games.ui import faces


def turning_points(access: Access) -> tuple[Highlight, ...]:
    """The moves at which the project turned most, for readers who may read the analysis."""
    match = access.match
    results = analysis_of(match) if is_readable(match, steward=access.steward) else None
    if results is None:
        return ()
    scenario, words = scenario_of(match), game_analysis.get(match.game)
    roles = faces.get(match.game).words.roles(scenario)
    return tuple(
        Highlight(each.number, f"{roles[each.seat].short}, {words.decision(scenario, each.topic, each.kind)}")
        for each in results.turning_points
    )


hooks.HIGHLIGHTS.fill(turning_points)
