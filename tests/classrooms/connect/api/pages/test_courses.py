"""Courses, people, teams and sessions by a program."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import Course, Enrolment, SeatPlan, Session, Team, User
from games.models import Match, SeatHolder
from tests.classrooms.factories import session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def test_a_course_is_created_by_who_may_and_read_by_its_people(program, teacher):
    made = program(teacher).post("/courses", name="Site management", term="Spring", time_zone="Europe/Berlin")

    course = Course.objects.get()
    expected = {
        "id": course.pk,
        "name": "Site management",
        "term": "Spring",
        "time_zone": "Europe/Berlin",
        "role": "instructor",
        "archived": False,
    }
    assert (made.status_code, made.json()) == (201, expected)
    assert program(teacher).get("/courses").json() == {"courses": [expected]}
    assert program(teacher).get(f"/courses/{course.pk}").json() == expected
    assert program(person()).get("/courses").json() == {"courses": []}
    assert program(person()).get(f"/courses/{course.pk}").status_code == 404


def test_who_may_not_create_courses_is_told_so(program):
    answer = program(person()).post("/courses", name="Mine")

    assert (answer.status_code, answer.json()["code"], Course.objects.count()) == (403, "not_allowed", 0)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "A", "time_zone": "Mars/Base"}, "time_zone"),
        ({"name": ""}, "$.name"),
        ({"name": "\u202e"}, "name"),
        ({"name": "A", "colour": 1}, "$"),
        ({}, "$"),
    ],
)
def test_a_course_that_cannot_be_names_the_field(program, teacher, body, field):
    answer = program(teacher).post("/courses", **body)

    assert (answer.status_code, answer.json()["params"]["field"], Course.objects.count()) == (400, field, 0)


def test_people_come_with_teams_and_links_and_a_list_may_be_sent_twice(program, teacher, course, zoe, client):
    people = [
        {"name": "Max Petit", "email": "max@example.org", "team": "Team 1"},
        {"name": "Ida Roth", "student_number": "S 7", "family_name": "Roth", "extra_time": 30, "team": "Team 1"},
    ]

    first = program(teacher).post(f"/courses/{course.pk}/people", people=people)
    again = program(teacher).post(f"/courses/{course.pk}/people", people=people)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    team = Team.objects.get()
    told = first.json()["people"]
    names = ("name", "email", "student_number", "extra_time", "role", "team")
    assert [tuple(row[name] for name in names) for row in told] == [
        ("Max Petit", "max@example.org", "", 0, "student", team.pk),
        ("Ida Roth", "", "S 7", 30, "student", team.pk),
    ]
    assert Enrolment.objects.filter(course=course, role="student").count() == 3
    assert client.get(told[0]["link"].removeprefix("http://127.0.0.1:8000")).status_code == 200


def test_a_list_with_a_fault_adds_nobody(program, teacher, course):
    people = [{"name": "Max"}, {"name": "Ida", "email": "noaddress"}]

    answer = program(teacher).post(f"/courses/{course.pk}/people", people=people)

    assert (answer.status_code, answer.json()["params"]["field"]) == (400, "email")
    assert Enrolment.objects.filter(course=course, role="student").count() == 1


def test_an_assistant_reads_names_but_no_addresses_numbers_and_links(program, course, zoe):
    told = program(User.objects.get(username="assi")).get(f"/courses/{course.pk}/people").json()["people"]

    row = next(each for each in told if each["id"] == zoe.pk)
    assert row == {
        "id": zoe.pk,
        "name": "Zoe Martin",
        "family_name": "",
        "given_name": "",
        "role": "student",
        "team": None,
        "email": None,
        "student_number": None,
        "extra_time": None,
        "link": None,
    }


def test_nobody_gets_the_link_of_staff(program, teacher, course):
    told = program(teacher).get(f"/courses/{course.pk}/people").json()["people"]

    assert {row["role"]: row["link"] for row in told} == dict.fromkeys(
        ("instructor", "student", "assistant", "observer")
    )


def test_teams_are_made_of_students_of_the_course(program, teacher, course, zoe):
    made = program(teacher).post(f"/courses/{course.pk}/teams", name="Blue", members=[zoe.pk])
    refused = program(teacher).post(f"/courses/{course.pk}/teams", name="Red", members=[teacher.pk])
    twice = program(teacher).post(f"/courses/{course.pk}/teams", name="blue")

    team = Team.objects.get()
    assert (made.status_code, made.json()) == (201, {"id": team.pk, "name": "Blue", "members": [zoe.pk]})
    assert (refused.status_code, refused.json()["params"]["field"]) == (400, "student")
    assert (twice.status_code, twice.json()["code"]) == (422, "team_name_taken")
    assert program(teacher).get(f"/courses/{course.pk}/teams").json() == {"teams": [made.json()]}


def test_a_session_is_made_with_tables_and_seats_and_started_at_once(program, teacher, course, zoe):
    Team.objects.create(course=course, name="Blue").members.add(zoe)

    made = program(teacher).post(
        f"/courses/{course.pk}/sessions", title="Workshop", game="domego", scenario="classic", start=True
    )

    match = Match.objects.get()
    assert made.status_code == 201, made.content
    told = made.json()
    assert (told["status"], told["game"], told["scenario"], told["title"]) == (
        "running",
        "domego",
        "classic",
        "Workshop",
    )
    assert told["tables"] == [
        {
            "name": "Blue",
            "team": Team.objects.get().pk,
            "match": match.pk,
            "status": "running",
            "number": 0,
            "holders": [zoe.pk],
        }
    ]
    assert set(SeatHolder.objects.filter(seat__match=match).values_list("user", flat=True)) == {zoe.pk}
    assert program(teacher).get(f"/sessions/{told['id']}").json() == told
    assert program(teacher).get(f"/courses/{course.pk}/sessions").json() == {"sessions": [told]}


def test_a_draft_is_opened_started_and_ended_step_by_step(program, teacher, course, zoe):
    Team.objects.create(course=course, name="Blue").members.add(zoe)
    caller = program(teacher)
    made = caller.post(f"/courses/{course.pk}/sessions", title="Workshop", game="domego").json()
    assert (made["status"], made["tables"][0]["match"], SeatPlan.objects.exists()) == ("draft", None, True)

    states = [caller.post(f"/sessions/{made['id']}/{verb}").json()["status"] for verb in ("open", "open", "start")]
    ended = caller.post(f"/sessions/{made['id']}/finish", reason="the bell")

    assert states == ["open", "open", "running"]
    assert (ended.status_code, ended.json()["status"]) == (200, "finished")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 400, "bad_request"),
        ({"game": "domego", "scenario": "none"}, 400, "bad_request"),
        ({"game": "domego", "bot": "none"}, 400, "bad_request"),
        ({"game": "domego", "teams": [999]}, 400, "bad_request"),
        ({"game": "domego", "teams": [], "open": True}, 409, "session_not_ready"),
        ({"game": "domego", "options": {"colour": 1}}, 400, None),
    ],
)
def test_a_session_that_cannot_be_leaves_nothing_behind(program, teacher, course, body, status, code):
    answer = program(teacher).post(f"/courses/{course.pk}/sessions", title="Workshop", **body)

    assert answer.status_code == status, answer.content
    assert code in (None, answer.json()["code"])
    assert (Session.objects.count(), Match.objects.count()) == (0, 0)


def test_a_program_that_only_looks_starts_nothing(program, course):
    play_session = session_of(course)
    caller = program(User.objects.get(username="watcher"))

    assert caller.get(f"/sessions/{play_session.pk}").status_code == 200
    assert caller.post(f"/sessions/{play_session.pk}/start").status_code == 403
    play_session.refresh_from_db()
    assert play_session.status == "open"


def test_lists_ask_the_database_as_often_for_three_as_for_one(program, teacher, course, zoe):
    caller, counts = program(teacher), []
    for number in (1, 2):
        for _each in range(number):
            session_of(course, teams=2, started=True)
            caller.post(f"/courses/{course.pk}/people", people=[{"name": "One"}, {"name": "Two"}])
        found = []
        for path in ("sessions", "people", "teams"):
            with CaptureQueriesContext(connection) as asked:
                assert caller.get(f"/courses/{course.pk}/{path}").status_code == 200
            found.append(len(asked))
        counts.append(found)

    assert counts[0] == counts[1]
