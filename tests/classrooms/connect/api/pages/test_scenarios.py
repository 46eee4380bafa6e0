"""Own scenarios by a program."""

import json

import pytest

from classrooms.models import OwnScenario, ScenarioVersion, Session
from classrooms.play.scenarios.services.trials import JOB
from games.engine import registry
from games.models import Job
from tests.games.factories import person

pytestmark = pytest.mark.django_db
CLASSIC = json.loads(registry.load("domego").scenarios["classic"])


@pytest.fixture
def mine(program, teacher):
    return program(teacher).post("/scenarios", title="Riverside school", game="domego", scenario="classic").json()


def test_a_shipped_scenario_is_copied_read_and_listed(program, teacher, mine):
    line = {"id": mine["id"], "title": "Riverside school", "game": "domego", "own": True, "revision": 0, "version": 0}

    assert mine == line | {"data": CLASSIC, "faults": []}
    assert program(teacher).get(f"/scenarios/{mine['id']}").json() == mine
    assert program(teacher).get("/scenarios").json() == {"scenarios": [line]}


def test_strangers_find_nothing_and_students_may_not_ask(program, mine):
    other = person(can_create_courses=True)

    assert program(other).get("/scenarios").json() == {"scenarios": []}
    assert program(other).get(f"/scenarios/{mine['id']}").status_code == 404
    assert program(person()).get("/scenarios").status_code == 403


def test_a_draft_is_replaced_and_its_faults_are_named(program, teacher, mine):
    data = CLASSIC | {"activities": CLASSIC["activities"][:11]}

    answer = program(teacher).put(f"/scenarios/{mine['id']}", data=data)

    assert (answer.status_code, answer.json()["revision"], answer.json()["data"]) == (200, 1, data)
    place = [card["id"] for card in CLASSIC["risk_cards"]].index("12-01")
    fault = {"path": f"risk_cards[{place}].activity", "reason": "card 12-01: there is no activity 12"}
    assert fault in answer.json()["faults"]
    assert json.loads(OwnScenario.objects.get().text) == data


def test_colleagues_read_a_shared_scenario_and_may_not_change_it(program, teacher, course, mine):
    OwnScenario.objects.get().courses.add(course)
    colleague = course.enrolments.get(role="assistant").user

    assert program(colleague).get(f"/scenarios/{mine['id']}").json() == mine | {"own": False}
    assert program(colleague).put(f"/scenarios/{mine['id']}", data=CLASSIC).status_code == 403


def test_a_trial_is_requested_of_the_draft_and_its_original(program, teacher, mine):
    targets = CLASSIC["targets"] | {"delay": 390}
    program(teacher).put(f"/scenarios/{mine['id']}", data=CLASSIC | {"targets": targets})

    before = program(teacher).get(f"/scenarios/{mine['id']}/trial").status_code
    answer = program(teacher).post(f"/scenarios/{mine['id']}/trial")

    assert (before, answer.status_code) == (404, 200)
    assert answer.json() == {"version": 1, "games": 0, "most": 1000, "done": False, "trial": None, "remarks": []}
    asked = [str(pk) for pk in ScenarioVersion.objects.order_by("-number").values_list("pk", flat=True)]
    assert list(Job.objects.filter(kind=JOB).order_by("pk").values_list("subject", flat=True)) == asked


def test_a_draft_with_faults_is_not_tried(program, teacher, mine):
    program(teacher).put(f"/scenarios/{mine['id']}", data=CLASSIC | {"roles": []})

    answer = program(teacher).post(f"/scenarios/{mine['id']}/trial")

    assert (answer.status_code, Job.objects.filter(kind=JOB).count()) == (400, 0)


def test_a_session_plays_an_own_scenario_and_keeps_it(program, teacher, course, mine):
    body = {"title": "Workshop", "game": "domego", "own_scenario": mine["id"]}

    made = program(teacher).post(f"/courses/{course.pk}/sessions", **body)

    play_session = Session.objects.get(pk=made.json()["id"])
    assert (json.loads(play_session.scenario), play_session.scenario_version.number) == (CLASSIC, 0)
    refused = program(teacher).post(f"/courses/{course.pk}/sessions", **body | {"own_scenario": 999_999})
    assert (refused.status_code, refused.json()["params"]["field"]) == (400, "own_scenario")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"title": "A", "game": "chess", "scenario": "classic"}, "game"),
        ({"title": "A", "game": "domego", "scenario": "baroque"}, "scenario"),
        ({"title": "", "game": "domego", "scenario": "classic"}, "$.title"),
    ],
)
def test_a_scenario_that_cannot_be_names_the_field(program, teacher, body, field):
    answer = program(teacher).post("/scenarios", **body)

    assert (answer.status_code, answer.json()["params"]["field"], OwnScenario.objects.count()) == (400, field, 0)
