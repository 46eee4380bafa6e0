"""Teams of a session compared, with the analyses that exist."""

import pytest

from classrooms.assess.analysis.comparison import session_comparison
from classrooms.assess.analysis.queries import played
from classrooms.assess.analysis.results import results_of, written
from classrooms.models import Analysis
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, SEED, played_by_bots

pytestmark = pytest.mark.django_db


def test_finished_teams_stand_in_their_order_with_or_without_an_analysis():
    """The third team has not finished."""
    play_session = session_of(course_of(), teams=3, started=True, luck="same")
    first, second, _third = [table.match for table in play_session.session_teams.order_by("position")]
    assert session_comparison(play_session) == ()
    for match in (first, second):
        played_by_bots(match)
    Analysis.objects.create(match=first, status="done", results=text_of(first), playouts=4, asked_at=NOW, done_at=NOW)

    found = session_comparison(play_session)

    assert [(each.team, each.match) for each in found] == [("Team 1", first), ("Team 2", second)]
    one, two = found
    assert two.results is None
    assert list(one.results.account.reached[1:]) == [10 * target["value"] for target in one.match.result["targets"]]


def text_of(match):
    """The account of a match, without its decisions."""
    game = played(match)
    return written(results_of(match.game, SEED, game.judged_by, game.analyst.judge(game)._replace(decisions=())))
