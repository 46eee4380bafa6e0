"""Sessions in lists: by state, with the next step, for staff and students."""

import pytest

from classrooms.models import Session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import NoSeatFree
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import GAME, NOW, person, played_by_bots

pytestmark = pytest.mark.django_db


def groups(client, user):
    client.force_login(user)
    found = client.get("/sessions/").context["groups"]
    return [(group.status, [line.play_session.title for line in group.lines]) for group in found]


def test_what_needs_somebody_comes_first_and_students_know_no_drafts(client):
    teacher, ada = person("teacher"), person("ada")
    course = course_of(teacher, [ada])
    for title, state in (("A", "finished"), ("B", "running"), ("C", "open"), ("D", "archived"), ("E", "running")):
        Session.objects.filter(pk=session_of(course, title=title).pk).update(status=state)
    sessions.session_create(course=course, by=teacher, title="F", game=GAME, now=NOW)

    assert groups(client, teacher) == [
        ("running", ["E", "B"]),
        ("open", ["C"]),
        ("draft", ["F"]),
        ("finished", ["A"]),
        ("archived", ["D"]),
    ]
    assert groups(client, ada) == [("running", ["E", "B"]), ("open", ["C"]), ("finished", ["A"]), ("archived", ["D"])]


def test_other_peoples_courses_and_those_put_away_are_not_listed(client):
    teacher = person("teacher")
    away, left = course_of(teacher), course_of()
    session_of(away)
    session_of(course_of())
    session_of(left)
    away.archived_at = NOW
    away.save()
    enrol(left, teacher, left_at=NOW)

    assert groups(client, teacher) == []
    assert "No session yet" in client.get("/sessions/").content.decode()


@pytest.mark.parametrize(
    ("state", "page"), [("draft", "edit/"), ("open", "lobby/"), ("running", "monitor/"), ("finished", "compare/")]
)
def test_staff_go_on_where_the_session_is(client, state, page):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    Session.objects.update(status=state)
    client.force_login(teacher)

    assert client.get(f"/sessions/{play_session.pk}/").headers["Location"] == f"/sessions/{play_session.pk}/{page}"
    assert f'href="/sessions/{play_session.pk}/{page}"' in client.get("/sessions/").content.decode()


def test_sessions_are_put_away_and_taken_back_from_the_list(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    Session.objects.update(status="finished")
    client.force_login(teacher)

    client.post(f"/sessions/{play_session.pk}/archive/")
    away = Session.objects.get().status
    client.post(f"/sessions/{play_session.pk}/restore/")

    assert (away, Session.objects.get().status) == ("archived", "finished")


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_asks_the_database_no_more_for_more_sessions(client, number, django_assert_num_queries):
    teacher, ada = person("teacher"), person("ada")
    for _each in range(number):
        session_of(course_of(teacher, [ada]), teams=[[ada], []])
    client.force_login(teacher)
    client.get("/sessions/")

    with django_assert_num_queries(10):
        client.get("/sessions/")


def home(client, user):
    client.force_login(user)
    return " ".join(client.get("/games/").content.decode().split())


def test_home_offers_the_seats_that_a_student_may_take(client):
    ada = person("ada")
    course = course_of(students=[ada])
    play_session = session_of(course)

    offered = home(client, ada)
    sessions.session_join(session_id=play_session.pk, user=ada)
    seated = home(client, ada)

    assert "A seat waits for you" in offered
    assert f'href="/sessions/{play_session.pk}/"' in offered
    assert "A seat waits for you" not in seated
    assert "To the lobby" in seated


def test_home_offers_no_seat_where_there_is_none(client):
    """Of three students, one has a finished match, one a full team with shared seats, and one no team."""
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    six = [person() for _ in range(6)]
    course = course_of(students=[ada, bob, eve, *six])
    play_session = session_of(course, teams=[[], six], started=True)
    ended, full = play_session.session_teams.order_by("position")
    ended.team.members.add(ada)
    full.team.members.add(bob)
    played_by_bots(ended.match)

    assert ["A seat waits for you" in home(client, user) for user in (ada, bob, eve)] == [False, True, False]
    with pytest.raises(NoSeatFree):
        sessions.session_join(session_id=play_session.pk, user=ada)
    assert sessions.session_join(session_id=play_session.pk, user=bob).table == full


def test_home_counts_down_to_a_planned_start(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada]])
    sessions.session_plan_start(session_id=play_session.pk, at=NOW.replace(year=2099))

    page = home(client, ada)

    assert "Starts in" in page
    assert "data-due" in page


def test_sessions_without_late_comers_are_not_offered_once_they_run(client):
    ada, bob = person("ada"), person("bob")
    session_of(course_of(students=[ada, bob]), teams=[[bob]], started=True, late_join=False)

    assert "A seat waits for you" not in home(client, ada)


@pytest.mark.parametrize("number", [1, 3])
def test_home_asks_the_database_no_more_for_more_sessions(client, number, django_assert_num_queries):
    ada = person("ada")
    for _each in range(number):
        session_of(course_of(students=[ada]), teams=[[ada]], started=True)
        session_of(course_of(students=[ada]))
    client.force_login(ada)
    client.get("/games/")

    with django_assert_num_queries(20):
        client.get("/games/")
