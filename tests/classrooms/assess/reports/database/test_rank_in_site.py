"""The place of a class among the classes of the site that played the same scenario: at least five, and no person."""

import pytest
from django.utils import translation

from classrooms.assess.reports.class_rank import bots_mean, rank_in_site
from classrooms.assess.reports.class_report import class_document
from classrooms.play.sessions.queries.set_up import scenario_of
from games.models import Match, Status
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def played(*sums, **more):
    """A session whose tables ended with these sums of points."""
    play_session = session_of(course_of(), **{"teams": len(sums), "started": True, "scenario": "classic", **more})
    for table, points in zip(play_session.session_teams.order_by("position"), sums, strict=True):
        result = {"scores": [points - 10, 10]}
        Match.objects.filter(pk=table.match_id).update(status=Status.FINISHED, result=result)
    return play_session


@pytest.fixture
def four_classes():
    return [played(50 + step, 60 + step) for step in (0, 2, 4, 6)]


def test_classes_below_and_above_are_counted(four_classes):
    rank = rank_in_site(played(55, 63))

    assert (rank.classes, rank.lower, rank.equal, rank.higher) == (5, 2, 1, 1)


def test_bots_stand_beside_it_by_the_games_of_their_scenario(four_classes):
    reach = faces.get("domego").reach(scenario_of(four_classes[0]))

    assert bots_mean(four_classes[0]) == pytest.approx(sum(sum(scores) / 101 for scores in reach.scores))
    with translation.override("en"):
        told = class_document(played(55, 63), "en")
    assert (told["rank"].classes, told["bots_mean"]) == (5, bots_mean(four_classes[0]))


def test_four_classes_say_nothing(four_classes):
    assert rank_in_site(four_classes[0]) is None


def test_single_tables_rehearsals_and_other_scenarios_do_not_count(four_classes):
    played(70)
    played(70, 80, is_rehearsal=True)
    played(70, 80, scenario="short")

    assert rank_in_site(four_classes[0]) is None


def test_a_class_that_has_not_ended_has_no_place(four_classes):
    played(50, 60)
    running = session_of(course_of(person("late")), teams=2, started=True, scenario="classic")

    assert rank_in_site(running) is None
    assert rank_in_site(four_classes[0]).classes == 5
