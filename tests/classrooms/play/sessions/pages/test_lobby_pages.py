"""The lobby: people who are here, free seats, the countdown, and the way to the table."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from classrooms.models import Session
from classrooms.play.sessions import services as sessions
from games.models import Match, SeatHolder, Status
from games.platform.work import presence
from games.platform.work.sweep import sweep
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person
from tests.site.html import dense, steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

READS_CLOCK = connection.vendor == "postgresql"
"""On PostgreSQL the clock is the database server's, which costs a query."""


def lobby(play_session, more=""):
    return f"/sessions/{play_session.pk}/lobby/{more}"


def text(client, user, url):
    client.force_login(user)
    return steady(client.get(url).content.decode())


def test_staff_see_who_is_here_who_is_not_and_who_has_no_seat(client):
    teacher, ada, bob, eve = person("teacher"), person("ada"), person("bob"), person("eve")
    course = course_of(teacher, [ada, bob, eve])
    play_session = session_of(course, teams=[[ada, bob]])
    for user in (ada, eve):
        client.force_login(user)
        client.get(lobby(play_session))

    page = text(client, teacher, lobby(play_session))

    assert "Here: 1 of 2 with a seat." in page
    assert "Here without a seat: Eve." in page
    assert 'is-here"><span class="vh">here:</span></span><bdi>Ada</bdi>' in dense(page)
    assert '"here"><span class="vh">not here:</span></span><bdi>Bob</bdi>' in dense(page)
    assert play_session.join_code in page


def test_where_the_cache_is_away_nobody_is_said_to_be_missing(client, monkeypatch):
    teacher, ada = person("teacher"), person("ada")
    play_session = session_of(course_of(teacher, [ada]), teams=[[ada]])
    monkeypatch.setattr(presence, "last_seen", lambda places: None)

    page = text(client, teacher, lobby(play_session))

    assert "It is not known who is here." in page
    assert "not here" not in page


def test_students_take_seats_change_them_and_see_what_is_settled_for_them(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=2)
    first, second = play_session.session_teams.order_by("position")
    client.force_login(ada)
    url = f"/sessions/{play_session.pk}/seat/"

    assert dense(client.get(lobby(play_session)).content.decode()).count(">Sit here<") == 12
    client.post(url, {"seat": f"{second.pk}-4"})
    client.post(url, {"seat": f"{first.pk}-0"})

    held = SeatHolder.objects.filter(released_at__isnull=True).values_list("seat__match__session_team", "seat__index")
    assert list(held) == [(first.pk, 0)]
    sessions.late_join(session_team_id=first.pk, seat=1, user=ada)
    assert "is not negotiated: its price is fixed at" in client.get(lobby(play_session)).content.decode()


def test_who_has_a_planned_seat_is_offered_no_other(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada], []])

    assert ">Sit here<" not in text(client, ada, lobby(play_session))


def test_of_many_tables_a_student_sees_their_own_and_staff_see_all(client):
    teacher, ada, bob = person("teacher"), person("ada"), person("bob")
    course = course_of(teacher, [ada, bob])
    play_session = session_of(course, teams=[[], [ada], *[[]] * 12])
    play_session.session_teams.get(name="Team 3").team.members.add(bob)

    shown = {user.username: text(client, user, lobby(play_session)).count("<h3>Team") for user in (teacher, ada, bob)}

    assert shown == {"teacher": 14, "ada": 1, "bob": 1}
    assert "and 13 other tables" in text(client, ada, lobby(play_session))


def test_nothing_new_is_said_in_one_word(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada]])
    client.force_login(ada)
    etag = client.get(lobby(play_session)).context["etag"]
    live = lobby(play_session, "live/?status=open")

    same = client.get(live, headers={"If-None-Match": etag})
    sessions.session_plan_start(session_id=play_session.pk, at=timezone.now() + timedelta(hours=1))
    news = client.get(live, headers={"If-None-Match": etag})

    assert (same.status_code, same.content) == (304, b"")
    assert abs(int(same.headers["X-Now"]) / 1000 - timezone.now().timestamp()) < 5
    assert (news.status_code, news.headers["ETag"] != etag) == (200, True)
    assert "data-due" in news.content.decode()


def test_somebody_who_comes_in_is_news(client):
    ada, bob = person("ada"), person("bob")
    play_session = session_of(course_of(students=[ada, bob]), teams=[[ada, bob]])
    client.force_login(ada)
    etag = client.get(lobby(play_session)).context["etag"]
    client.force_login(bob)
    client.get(lobby(play_session))
    client.force_login(ada)

    answer = client.get(lobby(play_session, "live/?status=open"), headers={"If-None-Match": etag})

    assert answer.status_code == 200


def test_a_soft_start_counts_down_and_the_open_page_learns_of_the_start(client, monkeypatch):
    teacher, ada = person("teacher"), person("ada")
    play_session = session_of(course_of(teacher, [ada]), teams=[[ada]])
    client.force_login(teacher)
    client.post(f"/sessions/{play_session.pk}/start/", {"in": "60"})
    play_session.refresh_from_db()
    left = play_session.starts_at - timezone.now()

    client.force_login(ada)
    early = client.get(lobby(play_session, "live/?status=open")).status_code
    Session.objects.update(starts_at=timezone.now() - timedelta(seconds=1))
    sweep()
    late = client.get(lobby(play_session, "live/?status=open")).status_code

    assert timedelta(seconds=50) < left <= timedelta(seconds=60)
    assert (early, late) == (200, 410)
    assert Match.objects.get().status == Status.RUNNING
    assert client.get(lobby(play_session)).headers["Location"] == f"/sessions/{play_session.pk}/"
    assert client.get(f"/sessions/{play_session.pk}/").headers["Location"] == f"/matches/{Match.objects.get().pk}/"


@pytest.mark.parametrize("wait", ["", "59", "-1", "soon"])
def test_only_the_offered_waits_are_taken(client, wait):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    client.force_login(teacher)

    client.post(f"/sessions/{play_session.pk}/start/", {"in": wait})

    play_session.refresh_from_db()
    assert (play_session.status, play_session.starts_at) == ("open", None)


def test_a_planned_start_can_be_taken_back_and_the_session_started_now(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    sessions.session_plan_start(session_id=play_session.pk, at=timezone.now() + timedelta(hours=1))
    client.force_login(teacher)

    client.post(f"/sessions/{play_session.pk}/start/", {"in": "never", "next": lobby(play_session)})
    play_session.refresh_from_db()
    waiting = (play_session.status, play_session.starts_at)
    client.post(f"/sessions/{play_session.pk}/start/")

    play_session.refresh_from_db()
    assert (waiting, play_session.status) == (("open", None), "running")


def test_the_session_is_ended_only_with_the_box_ticked(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher), started=True)
    client.force_login(teacher)

    client.post(f"/sessions/{play_session.pk}/finish/")
    before = Session.objects.get().status
    client.post(f"/sessions/{play_session.pk}/finish/", {"sure": "1", "reason": "bell"})

    assert (before, Session.objects.get().status) == ("running", "finished")


@pytest.mark.parametrize(
    ("wanted", "gone_to"), [("https://elsewhere.example/", "/sessions/%d/"), ("/today/", "/today/"), ("x", "x")]
)
def test_pages_beyond_the_site_are_not_gone_to(client, wanted, gone_to):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher), started=True)
    client.force_login(teacher)

    answer = client.post(f"/sessions/{play_session.pk}/pause/", {"next": wanted})

    assert answer.headers["Location"] == gone_to.replace("%d", str(play_session.pk))


def test_the_table_of_a_session_that_waits_leads_to_its_lobby(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada]])
    client.force_login(ada)

    answer = client.get(f"/matches/{Match.objects.get().pk}/")

    assert answer.headers["Location"] == f"/sessions/{play_session.pk}/"


def test_a_table_shows_what_was_settled_because_of_who_plays_and_who_has_it_open(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada, ada]], started=True)
    match = Match.objects.get()
    client.force_login(ada)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert "is not negotiated: its price is fixed at" in page
    assert set(presence.last_seen([match.pk])[match.pk]) == {ada.pk}
    assert client.get(f"/matches/{match.pk}/live/").headers["X-Now"].isdecimal()
    assert play_session.status == "running"


def test_what_is_done_to_sessions_is_for_those_who_may(client):
    teacher, helper, watcher, ada = person("teacher"), person("helper"), person("watcher"), person("ada")
    course = course_of(teacher, [ada])
    enrol(course, helper, "assistant")
    enrol(course, watcher, "observer")
    play_session = session_of(course, teams=[[ada]], started=True)
    answers = {}
    for name in ("pause", "resume", "release", "archive", "clone", "delete"):
        for user in (watcher, ada, helper):
            client.force_login(user)
            answers[name, user.username] = client.post(f"/sessions/{play_session.pk}/{name}/").status_code

    refused = {key for key, status in answers.items() if status == 403}
    assert refused == {
        (name, who) for name, who in answers if who != "helper" or name in ("archive", "clone", "delete")
    }
    assert {status for key, status in answers.items() if key not in refused} == {302}


@pytest.mark.parametrize("tables", [1, 3])
def test_the_lobby_asks_the_database_no_more_for_more_tables(client, tables, django_assert_num_queries):
    teacher = person("teacher")
    students = [person() for _ in range(tables)]
    play_session = session_of(course_of(teacher, students), teams=[[user] for user in students])
    client.force_login(teacher)
    client.get(lobby(play_session))

    with django_assert_num_queries(13 + READS_CLOCK):
        client.get(lobby(play_session))
