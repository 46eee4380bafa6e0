"""The page of a match that waits until a person opens it, and the right to start it."""

import pytest

from games.models import Match
from games.platform.pace import Pace
from games.platform.services.matches import match_start
from tests.games.factories import NOW, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LIVE = Pace(mode="live", minutes=5)
SAID = "The match waits until somebody comes. No clock runs, and bots wait too."


@pytest.fixture
def ada():
    return person()


@pytest.fixture
def teacher():
    return person()


@pytest.fixture
def match(ada, teacher):
    made = match_of(None, ada, by=teacher, pace_of_match=LIVE, started=False, now=NOW)
    return match_start(match_id=made.pk, wait_for_people=True)


def waits(match):
    return Match.objects.get(pk=match.pk).awaits_people


def test_who_runs_it_reads_that_it_waits_and_sees_no_clock(client, match, teacher):
    client.force_login(teacher)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert SAID in page
    assert "waits until somebody comes" in page
    assert "data-clock-box" not in page
    assert waits(match)


@pytest.mark.parametrize("path", ["", "live/", "text/"])
def test_whoever_holds_a_seat_begins_it_by_its_page(client, match, ada, path):
    client.force_login(ada)

    answer = client.get(f"/matches/{match.pk}/{path}")

    assert not waits(match)
    assert SAID not in answer.content.decode()
    if not path:
        assert "data-clock-box" in answer.content.decode()


def test_an_api_client_begins_it_by_asking(client, match, ada):
    client.force_login(ada)

    assert client.get(f"/api/v1/matches/{match.pk}").status_code == 200

    assert not waits(match)


def test_the_first_page_home_begins_nothing(client, match, ada):
    client.force_login(ada)

    client.get("/")

    assert waits(match)
