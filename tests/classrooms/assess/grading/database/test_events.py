"""Events of the facilitator and marks: neutral, unless the session said otherwise before."""

import pytest

from classrooms.assess.grading.criteria.project import CRITERION, ProjectFacts, targets_of
from classrooms.assess.grading.queries.tables import tables_of
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import User
from classrooms.play.monitor.services.events import room_event
from games.engine import codec
from games.engine.facilitation import Brought
from games.platform.services.interventions import Actor
from tests.classrooms.assess.grading.sessions import facts_of, marks_of, session_with
from tests.games.factories import person, play_on

pytestmark = pytest.mark.django_db


def session_with_events(**more):
    """Two teams with the same luck that play by default. The first one gets a strike of 4 days and one of 3 days."""
    teams = [[person(), person()] for _team in range(2)]
    play_session = session_with(*teams, luck="same", **more)
    first = play_session.session_teams.get(position=0)
    for event, days in (("strike", 4), ("late_permit", 3)):
        room_event(
            session_id=play_session.pk,
            tables=[first.pk],
            brought=Brought(event, days),
            turn=None,
            actor=Actor(play_session.created_by),
        )
    for table in play_session.session_teams.select_related("match"):
        play_on(table.match, -1)
    return play_session


def delays(play_session):
    return [table.result["targets"][0]["value"] for table in tables_of(play_session)]


def stored(play_session):
    rows = play_session.session_teams.order_by("position").values_list("match__result", flat=True)
    return [result["targets"][0]["value"] for result in rows]


@pytest.mark.usefixtures("no_broker")
def test_days_that_events_brought_are_taken_out_of_what_is_marked():
    play_session = session_with_events()

    first, second = stored(play_session)
    assert first == second + 4 + 3
    assert delays(play_session) == [second, second]
    marked, same = tables_of(play_session)
    assert [target.value for target in targets_of(marked)] == [target.value for target in targets_of(same)]
    assert marked.result["scores"] == same.result["scores"]
    assert (marked.neutral is None, same.neutral is None) == (False, True)


@pytest.mark.usefixtures("no_broker")
def test_they_stay_in_if_the_session_said_so_before():
    play_session = session_with_events(events_count=True)

    assert delays(play_session) == stored(play_session)


@pytest.mark.usefixtures("no_broker")
def test_both_teams_have_the_same_mark_and_the_first_one_reads_why():
    play_session = session_with_events()

    grades_compute(play_session=play_session)

    people = [table.places[0].ever for table in tables_of(play_session)]
    first, second = (facts_of(play_session, "project", User.objects.get(pk=next(iter(each)))) for each in people)
    assert len(set(marks_of(play_session, "project").values())) == 1
    assert first["tables"][0].pop("without_events") is True
    assert second["tables"][0].get("without_events") is None
    assert first["tables"][0]["targets"] == second["tables"][0]["targets"]
    said = [
        list(CRITERION.student_sentences({"curve": "usual"}, codec.convert(each, ProjectFacts), 20))
        for each in (facts_of(play_session, "project", User.objects.get(pk=next(iter(people[0])))), second)
    ]
    assert said[0] == ["The amounts that the facilitator's events brought are taken out.", *said[1]]
