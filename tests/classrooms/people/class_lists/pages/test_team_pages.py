"""The page of teams, by hand and by lot, without scripts."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.models import Team
from classrooms.people.class_lists.queries import natural
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person
from tests.games.web.forms import form_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [person(f"p{number}") for number in range(7)]


@pytest.fixture
def course(people):
    return course_of(person("claire"), people)


@pytest.fixture
def client(course):
    client = Client()
    client.force_login(course.enrolments.get(role="instructor").user)
    return client


def url(name, *args):
    return reverse(f"classrooms:{name}", args=args)


def members(course):
    return {team.name: sorted(user.username for user in team.members.all()) for team in course.teams.all()}


def test_teams_and_those_without_one_are_shown(client, course, people):
    for name in ("Team 10", "Team 2"):
        Team.objects.create(course=course, name=name).members.add(people[0] if name == "Team 2" else people[1])

    context = client.get(url("course-teams", course.pk)).context

    assert [(line.team.name, [s.name for s in line.members]) for line in context["lines"]] == [
        ("Team 2", ["P0"]),
        ("Team 10", ["P1"]),
    ]
    assert [student.name for student in context["rest"]] == ["P2", "P3", "P4", "P5", "P6"]


def test_a_team_is_made_renamed_and_deleted(client, course):
    client.post(url("course-team-new", course.pk), {"name": "Arch"})
    client.post(url("course-team-new", course.pk), {"name": ""})
    taken = client.post(url("course-team-new", course.pk), {"name": "arch"}, follow=True)
    arch = Team.objects.get(name="Arch")

    client.post(url("course-team", course.pk, arch.pk), {"action": "rename", "name": "Vault"})
    client.post(url("course-team", course.pk, arch.pk), {"action": "rename", "name": " "})
    assert sorted(members(course)) == ["Team 1", "Vault"]
    client.post(url("course-team", course.pk, arch.pk), {"action": "delete"})

    assert sorted(members(course)) == ["Team 1"]
    assert [str(message) for message in taken.context["messages"]][-1:] == [
        "Another team of this course is called arch."
    ]
    assert client.post(url("course-team", course.pk, Team.objects.get().pk), {"action": "x"}).status_code == 404


def test_a_team_that_plays_is_not_deleted(client, course, people):
    session_of(course, teams=[people[:1]])
    team = Team.objects.get()

    client.post(url("course-team", course.pk, team.pk), {"action": "delete"})

    assert members(course) == {"Team 1": ["p0"]}


def test_several_students_move_with_one_form(client, course, people):
    one, two = (Team.objects.create(course=course, name=name) for name in ("One", "Two"))
    one.members.set(people[:3])
    moves = {f"to-{people[0].pk}": two.pk, f"to-{people[1].pk}": "none", f"to-{people[2].pk}": "", "from": "team-1"}

    answer = client.post(url("course-team-moves", course.pk), moves)

    assert members(course) == {"One": ["p2"], "Two": ["p0"]}
    assert answer.headers["Location"] == url("course-teams", course.pk) + "#team-1"


@pytest.mark.parametrize("moves", [{"to-x": "1"}, {"to-1": "x"}, {"to-999999": "none"}, {"to-1": "-1"}, {"to-": "1"}])
def test_moves_of_nobody_or_nowhere_are_refused(client, course, moves):
    answer = client.post(url("course-team-moves", course.pk), moves)

    assert (answer.status_code, members(course)) == (302, {})


def test_a_team_of_another_course_is_not_found(client, course, people):
    far = Team.objects.create(course=course_of(person()), name="Far")

    assert client.post(url("course-team-moves", course.pk), {f"to-{people[0].pk}": far.pk}).status_code == 404
    assert far.members.count() == 0


def test_a_lot_is_shown_with_its_seed_and_made_as_shown(client, course):
    address = url("course-lot", course.pk)
    assert client.get(address).status_code == 200
    drawn = client.get(address, {"by": "teams", "number": "3", "who": "everyone", "apart": "on"}, follow=True)
    seed = drawn.context["lot"].wish.seed
    assert (f"seed={seed}" in drawn.redirect_chain[-1][0], f"Seed {seed}" in drawn.content.decode()) == (True, True)

    made = send(client, form_in(drawn.content.decode(), "make"))

    names = {name: sorted(team) for name, team in drawn.context["lot_teams"]}
    assert made.headers["Location"].startswith(url("course-teams", course.pk))
    assert {name: [user.title() for user in team] for name, team in members(course).items()} == names


def test_the_same_address_shows_the_same_lot(client, course):
    wish = {"by": "size", "number": "2", "who": "everyone", "apart": "on", "seed": "bridge"}

    first, second = (client.get(url("course-lot", course.pk), wish).context["lot_teams"] for _time in range(2))

    assert (first, len(first)) == (second, 4)


def test_a_lot_that_is_out_of_date_is_shown_again(client, course, people):
    wish = {"by": "teams", "number": "2", "who": "everyone", "apart": "on", "seed": "bridge"}
    shown = client.get(url("course-lot", course.pk), wish)
    course.enrolments.filter(user=people[0]).delete()

    answer = send(client, form_in(shown.content.decode(), "make"))

    assert (answer.status_code, members(course), answer.context["lot"].digest != shown.context["lot"].digest) == (
        200,
        {},
        True,
    )
    assert "Somebody changed the class" in answer.content.decode()


@pytest.mark.parametrize("wrong", [{"number": "0"}, {"number": "x"}, {"by": "luck"}, {"seed": "\u202e"}, {"who": "me"}])
def test_a_wish_that_makes_no_sense_is_refused_and_kept(client, course, wrong):
    wish = {"by": "teams", "number": "2", "who": "everyone", "seed": "bridge", **wrong}

    answer = client.get(url("course-lot", course.pk), wish)

    assert (answer.status_code, "lot" in answer.context) == (422, False)


def test_numbers_in_names_count_as_numbers():
    names = ["Team 10", "team 2", "Équipe 1", "Arch", "9", "10"]

    assert sorted(names, key=natural) == ["Arch", "Équipe 1", "team 2", "Team 10", "9", "10"]


def test_rules_by_name_are_posted_shown_and_kept_when_the_teams_are_made(client, course):
    asked = {"by": "teams", "number": "2", "who": "everyone", "rules": "P0 + P1 + P2 + P3 + P4"}

    shown = client.post(url("course-lot", course.pk), asked)
    text = shown.content.decode()
    assert "Not possible for: " in text
    again = send(client, form_in(text, "again"))
    assert again.context["lot"].wish.seed != shown.context["lot"].wish.seed
    made = send(client, form_in(again.content.decode(), "make"))

    assert made.status_code == 302
    assert sorted(len(team) for team in members(course).values()) == [3, 4]


def test_an_unknown_name_is_told_and_the_text_stays(client, course):
    answer = client.post(
        url("course-lot", course.pk), {"by": "teams", "number": "2", "who": "rest", "rules": "P0 + Zoe"}
    )

    assert (answer.status_code, Team.objects.count()) == (422, 0)
    text = answer.content.decode()
    assert "Line 1: nobody in the class is called “Zoe”." in text
    assert "P0 + Zoe</textarea>" in text
