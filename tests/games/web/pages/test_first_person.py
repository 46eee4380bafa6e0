"""The page of a match that waits until a person opens it, and the right to start it."""

import pytest
from lxml import html as tree

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


def sent_by(page):
    """The address and the fields of the form that an open page sends by itself."""
    (form,) = tree.fromstring(page).xpath("//form[contains(@hx-trigger, 'load')]")
    assert form.get("hx-post") == form.get("action")
    return form.get("action"), {each.get("name"): each.get("value") for each in form.xpath(".//input")}


def waits(match):
    return Match.objects.get(pk=match.pk).awaits_people


def test_who_runs_it_reads_that_it_waits_and_sees_no_clock(client, match, teacher):
    client.force_login(teacher)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert SAID in page
    assert "waits until somebody comes" in page
    assert "data-clock-box" not in page
    assert waits(match)


@pytest.mark.parametrize("path", ["", "text/"])
def test_whoever_holds_a_seat_begins_it_by_its_page(client, match, ada, path):
    client.force_login(ada)
    page = client.get(f"/matches/{match.pk}/{path}").content.decode()
    waited = waits(match)

    answer = client.post(*sent_by(page))

    assert (waited, waits(match)) == (True, False)
    assert SAID in page
    after = client.get(answer["Location"]).content.decode()
    assert SAID not in after
    assert "/arrive/" not in after
    if not path:
        assert answer["Location"] == f"/matches/{match.pk}/"
        assert "data-clock-box" in after


@pytest.mark.parametrize("path", ["", "live/", "text/", "replay/", "history/"])
def test_a_look_begins_nothing(client, match, ada, path):
    client.force_login(ada)

    client.get(f"/matches/{match.pk}/{path}")
    client.head(f"/matches/{match.pk}/{path}")

    assert waits(match)


def test_the_page_of_somebody_else_sends_nothing_and_may_not_begin_it(client, match, teacher):
    client.force_login(teacher)

    assert "/arrive/" not in client.get(f"/matches/{match.pk}/").content.decode()
    client.post(f"/matches/{match.pk}/arrive/")

    assert waits(match)


def test_an_open_page_learns_by_script_what_its_arrival_changed(client, match, ada):
    client.force_login(ada)

    table = client.post(f"/matches/{match.pk}/arrive/", headers={"HX-Request": "true"})
    text = client.post(f"/matches/{match.pk}/arrive/", {"go": "text"}, headers={"HX-Request": "true"})

    assert (table.status_code, table.headers.get("HX-Redirect")) == (204, None)
    assert (text.status_code, text.headers["HX-Redirect"]) == (204, f"/matches/{match.pk}/text/")


def test_an_api_client_begins_it_by_saying_that_it_is_there(client, match, ada):
    client.force_login(ada)

    looked = client.get(f"/api/v1/matches/{match.pk}").json()
    came = client.post(f"/api/v1/matches/{match.pk}")

    assert (looked["awaits_people"], came.status_code, came.json()["awaits_people"]) == (True, 200, False)
    assert not waits(match)


def test_the_first_page_home_begins_nothing(client, match, ada):
    client.force_login(ada)

    client.get("/")

    assert waits(match)
