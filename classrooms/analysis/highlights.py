"""Turning points on the slider of the replay."""

from classrooms.analysis.queries import analysis_of
from classrooms.analysis.reading import is_readable
from games import slots
from games.kit import analysis as kit
from games.kit import faces
from games.permissions import Access
from games.selectors.position import scenario_of
from games.slots import Highlight


def register() -> None:
    """Have the replay of analysed matches show their turning points."""
    slots.HIGHLIGHTS.fill(turning_points)


def turning_points(access: Access) -> tuple[Highlight, ...]:
    """The moves at which the project turned most, for those who may read the analysis."""
    match = access.match
    results = analysis_of(match) if is_readable(match, steward=access.steward) else None
    if results is None:
        return ()
    scenario, words = scenario_of(match), kit.get(match.game)
    roles = faces.get(match.game).roles(scenario)
    return tuple(
        Highlight(each.number, f"{roles[each.seat].short}, {words.decision(scenario, each.topic, each.kind)}")
        for each in results.turning_points
    )
