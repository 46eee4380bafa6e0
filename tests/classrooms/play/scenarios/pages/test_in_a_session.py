"""Own scenarios as choices of a session."""

import re

import pytest

from classrooms.models import ScenarioVersion, Session
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.scenarios.drafts import data_in, own_scenario, with_draft
from tests.games.factories import person

pytestmark = pytest.mark.django_db
CHOICE = re.compile(r'name="scenario" value="(?P<value>[^"]*)"')


@pytest.fixture
def author(client):
    user = person("author", can_create_courses=True, display_name="Ada Stone")
    client.force_login(user)
    return user


@pytest.fixture
def course(author):
    return course_of(author)


def begin(client, course, **chosen):
    body = {"game": "domego", "title": "Workshop", "to": "2", **chosen}
    return client.post(f"/courses/{course.pk}/sessions/new/", body)


def test_own_and_shared_scenarios_of_the_game_are_choices(client, author, course):
    mine = own_scenario(author, title="Harbour")
    own_scenario(author, "dominato", title="Tiles")
    colleague = enrol(course, person("colleague", display_name="Ben Reed"), "assistant")
    theirs = own_scenario(colleague, title="Bridge")
    theirs.courses.add(course)
    own_scenario(person("stranger"), title="Secret")

    page = client.get(f"/courses/{course.pk}/sessions/new/?game=domego").content.decode()

    own = [value for value in CHOICE.findall(page) if value.startswith("own:")]
    assert own == [f"own:{theirs.pk}", f"own:{mine.pk}"]
    assert "Harbour, your own" in page
    assert "Bridge, by Ben Reed" in page


def test_the_session_plays_the_scenario_as_it_was_when_it_was_chosen(client, author, course):
    mine = own_scenario(author)
    data = data_in(mine)
    changed = data | {"targets": data["targets"] | {"delay": 333}}
    with_draft(mine, changed)

    begin(client, course, scenario=f"own:{mine.pk}", payment="upfront")
    with_draft(mine, data)

    play_session = Session.objects.get()
    version = ScenarioVersion.objects.get(scenario=mine, number=1)
    assert (play_session.scenario_version, play_session.scenario_key) == (version, "")
    assert '"delay":333' in play_session.scenario
    page = client.get(f"/sessions/{play_session.pk}/edit/1/").content.decode()
    assert "Harbour, version 1" in page
    review = client.get(f"/sessions/{play_session.pk}/edit/6/").content.decode()
    assert "Harbour, version 1." in review


def test_a_shipped_scenario_replaces_an_own_one(client, author, course):
    mine = own_scenario(author)
    begin(client, course, scenario=f"own:{mine.pk}")
    play_session = Session.objects.get()

    client.post(
        f"/sessions/{play_session.pk}/edit/1/",
        {"game": "domego", "title": "Workshop", "scenario": "classic", "to": "2"},
    )

    play_session.refresh_from_db()
    assert (play_session.scenario, play_session.scenario_version, play_session.scenario_key) == ("", None, "classic")


def test_a_scenario_with_faults_is_refused_with_their_words(client, author, course):
    mine = own_scenario(author)
    with_draft(mine, data_in(mine) | {"roles": []})

    answer = begin(client, course, scenario=f"own:{mine.pk}")

    assert (answer.status_code, Session.objects.count()) == (422, 0)
    assert "the list is too short (at least 1)" in answer.content.decode()


def test_a_strangers_scenario_is_no_choice(client, author, course):
    theirs = own_scenario(person("stranger"))

    answer = begin(client, course, scenario=f"own:{theirs.pk}")

    assert (answer.status_code, Session.objects.count()) == (422, 0)
