"""Teams of a session against each other: directly on the same cards, by their medians on any."""

import pytest

from classrooms.analysis.comparison import session_comparison
from classrooms.analysis.queries import played
from classrooms.analysis.results import results_of, written
from classrooms.models import Analysis
from games.engine.analysis import Weighing, luck_of, par_of, skill_of
from games.models import Seat
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, SEED, played_by_bots

pytestmark = pytest.mark.django_db


def test_teams_are_compared_by_what_came_and_by_their_medians_over_common_draws():
    """The first team only does what is required, the second reduces something, the third has not finished."""
    play_session = session_of(course_of(), teams=3, started=True, luck="same")
    first, second, _third = [table.match for table in play_session.session_teams.order_by("position")]
    assert session_comparison(play_session) is None
    Seat.objects.filter(match=first).update(bot="minimal")
    for match in (first, second):
        played_by_bots(match)
    Analysis.objects.create(match=first, status="done", results=text_of(first), playouts=4, asked_at=NOW, done_at=NOW)

    found = session_comparison(play_session)

    one, two = found.teams
    real = [[target["value"] for target in match.result["targets"]] for match in (first, second)]
    assert (found.same_draws, [team.team for team in found.teams]) == (True, ["Team 1", "Team 2"])
    assert [[measure.real for measure in team.measures] for team in found.teams] == real
    better = [50 + 50 * ((mine > theirs) - (mine < theirs)) for mine, theirs in zip(*real, strict=True)]
    assert [measure.place.percent for measure in two.measures] == better
    assert [measure.place.percent for measure in one.measures] == [100 - percent for percent in better]
    assert [(measure.median, measure.median_place) for measure in two.measures] == [(None, None)] * 3
    assert [measure.median for measure in one.measures] == [
        each[0].median for each in one.results.skill.measures.values()
    ]


def text_of(match):
    """Luck and skill of a match, without its decisions."""
    game = played(match)
    luck = luck_of(game, SEED, draws=4)
    skill, par = skill_of(game, luck, SEED, games=4), par_of(game, SEED, games=2)
    return written(results_of(match.game, SEED, game.judged_by, luck, skill, par, Weighing(4, ())))
