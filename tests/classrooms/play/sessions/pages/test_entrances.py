"""Each way into the site leads a person to the session that is open or running for them."""

import pytest
from django.urls import reverse

from classrooms.models import Enrolment, Session, SessionStatus
from classrooms.play.sessions import services as sessions
from games.platform.services.guests import guest_create, return_token
from games.platform.services.interventions import Actor
from games.platform.services.steering_seats import steer_seat_to_bot
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

PASSWORD = "a-long-passphrase-47"  # noqa: S105  of a person of the tests
HOME = "/games/"


def guest():
    return guest_create(display_name="Zoé Martin")


def room_of(user, **more):
    return session_of(course_of(person(), [user]), teams=[[user]], **more)


def by_link(client, user):
    return client.post(reverse("games:return", args=[return_token(user)]))["Location"]


def url_of(play_session):
    return reverse("classrooms:session", args=[play_session.pk])


@pytest.mark.parametrize("started", [False, True])
def test_a_personal_link_leads_to_the_room(client, started):
    user = guest()
    room = room_of(user, started=started)

    assert by_link(client, user) == url_of(room)


def test_signing_in_leads_to_the_room(client):
    user = person()
    user.set_password(PASSWORD)
    user.save()
    room = room_of(user)

    answer = client.post(reverse("classrooms:sign-in"), {"username": user.username, "password": PASSWORD})

    assert answer["Location"] == url_of(room)


def test_the_code_of_a_course_leads_to_the_room_that_is_open(client):
    user = person()
    course = course_of(person())
    course.join_open = True
    course.save()
    room = session_of(course, teams=1)
    client.force_login(user)

    answer = client.post(reverse("classrooms:course-join", args=[course.join_code]))

    assert answer["Location"] == url_of(room)


def test_the_code_of_a_course_leads_a_member_to_the_room(client):
    user = person()
    room = room_of(user)
    client.force_login(user)

    assert client.get(reverse("classrooms:course-join", args=[room.course.join_code]))["Location"] == url_of(room)


def test_two_rooms_are_a_choice_of_ones_own(client):
    user = guest()
    room_of(user)
    room_of(user)

    assert by_link(client, user) == HOME


def test_a_room_in_which_ones_own_match_is_over_is_none(client):
    user = guest()
    ended, other = room_of(user, started=True), room_of(user)
    match = ended.session_teams.get().match
    match.status, match.ended_at = "aborted", NOW
    match.save(update_fields=["status", "ended_at"])

    assert by_link(client, user) == url_of(other)


@pytest.mark.parametrize("status", [SessionStatus.FINISHED, SessionStatus.ARCHIVED, SessionStatus.DRAFT])
def test_a_session_that_is_not_open_is_no_room(client, status):
    user = guest()
    room = room_of(user)
    Session.objects.filter(pk=room.pk).update(status=status)

    assert by_link(client, user) == HOME


def test_who_was_taken_off_the_list_is_led_to_no_room_of_it(client):
    user = guest()
    room = room_of(user)
    Enrolment.objects.filter(course=room.course, user=user).update(left_at=NOW)

    assert by_link(client, user) == HOME


def test_who_runs_sessions_begins_with_their_day(client):
    user = person()
    user.set_password(PASSWORD)
    user.save()
    room = room_of(user)
    enrol(course_of(person()), user, "assistant")

    answer = client.post(reverse("classrooms:sign-in"), {"username": user.username, "password": PASSWORD})

    assert answer["Location"] == reverse("classrooms:home") != url_of(room)


def test_who_has_no_seat_is_led_to_the_room_only_before_the_start(client):
    user = guest()
    course = course_of(person(), [user])
    room = session_of(course, teams=1)
    assert by_link(client, user) == url_of(room)

    sessions.session_start(session_id=room.pk, now=NOW)

    assert by_link(client, user) == HOME


def test_somebody_for_whom_a_bot_stands_in_is_led_to_the_table(client):
    user = guest()
    room = room_of(user, started=True)
    match = room.session_teams.get().match
    steer_seat_to_bot(match_id=match.pk, seat=0, until_back=True, actor=Actor(person(), at=NOW))

    url = by_link(client, user)
    page = client.get(url, follow=True)

    assert url == url_of(room)
    assert page.redirect_chain[-1][0] == f"/matches/{match.pk}/"
    assert 'hx-trigger="load, submit"' in page.content.decode()
    assert client.post(f"/matches/{match.pk}/arrive/", {"go": "match"})["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(index=0).holders.filter(user=user, released_at=None).exists()
