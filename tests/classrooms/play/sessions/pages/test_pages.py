"""The pages of sessions respond to the people who may open them."""

import pytest

from classrooms.models import Session
from classrooms.play.sessions import services as sessions
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return {name: person(name) for name in ("teacher", "helper", "watcher", "ada", "bob", "stranger")}


@pytest.fixture
def course(people):
    made = course_of(people["teacher"], [people["ada"], people["bob"]])
    enrol(made, people["helper"], "assistant")
    enrol(made, people["watcher"], "observer")
    return made


def status(client, user, url, method="get", **data):
    client.force_login(user)
    return getattr(client, method)(url, data).status_code


@pytest.mark.parametrize(
    ("page", "answers"),
    [
        ("lobby/", (200, 200, 200, 200, 404)),
        ("edit/", (200, 403, 403, 403, 404)),
        ("projector/", (200, 200, 200, 403, 404)),
        ("", (302, 302, 302, 302, 404)),
    ],
)
def test_pages_of_an_open_session(client, people, course, page, answers):
    play_session = session_of(course, teams=[[people["bob"]], []])
    url = f"/sessions/{play_session.pk}/{page}"

    found = [status(client, people[name], url) for name in ("teacher", "helper", "watcher", "ada", "stranger")]

    assert tuple(found) == answers
    client.logout()
    assert client.get(url).status_code == 302


@pytest.mark.parametrize("number", range(1, 7))
def test_every_step_of_a_draft_is_a_page(client, people, course, number):
    made = sessions.session_create(course=course, by=people["teacher"], title="Draft", game=GAME, now=NOW)

    found = [
        status(client, people[name], f"/sessions/{made.pk}/edit/{number}/")
        for name in ("teacher", "helper", "watcher", "ada", "stranger")
    ]

    assert found == [200, 403, 403, 404, 404]


def test_the_list_the_new_session_and_the_room(client, people, course):
    play_session = session_of(course, teams=[[people["ada"]], []], started=True)
    client.force_login(people["teacher"])
    room = client.get(f"/sessions/{play_session.pk}/projector/").context["link"]

    for url in ("/sessions/", f"/courses/{course.pk}/sessions/new/", f"/courses/{course.pk}/sessions/new/?game={GAME}"):
        assert client.get(url).status_code == 200
    client.logout()
    assert client.get(room).status_code == 200
    assert client.get(room + "live/").status_code == 200
    for code in (play_session.join_code, play_session.join_code.lower()):
        assert client.get(f"/join/{code}/").status_code == 200
    assert client.get("/join/").status_code == 200
    assert client.get("/join/QQQQQQ/").status_code == 404
    assert client.get(f"/join/{play_session.join_code}/qr.svg").status_code == 200
    assert Session.objects.count() == 1
