"""The demo has something to look at on every instructor's page."""

import pytest

from classrooms import demo
from classrooms.models import Session
from games.models import Status
from games.replaying import difference
from games.selectors import home
from tests.games.factories import played_by_bots

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_session_that_runs_and_one_in_preparation():
    made = demo.demo_seed()

    rows = Session.objects.order_by("pk").values_list("title", "status", "session_teams__name", "session_teams__match")
    assert list(rows) == [
        ("Demo workshop", "running", "Lintel", made.played.pk),
        ("Demo workshop", "running", "Keystone", made.waiting.pk),
        ("Over two weeks", "draft", "Lintel", None),
        ("Over two weeks", "draft", "Keystone", None),
    ]
    assert demo.is_loaded()


def test_bots_play_one_table_to_the_end_and_the_other_waits_for_its_student():
    made = demo.demo_seed()

    played, waiting = played_by_bots(made.played), played_by_bots(made.waiting)

    assert (played.status, waiting.status) == (Status.FINISHED, Status.RUNNING)
    assert difference(played) is None
    student = demo.User.objects.get(username=demo.STUDENTS[0][0])
    assert [line.match.pk for line in home(student).your_turn] == [waiting.pk]
    assert student in played.stewards.all()
    assert set(waiting.decisions.filter(closed_at=None, optional=False).values_list("seat", flat=True)) <= {0, 1}
