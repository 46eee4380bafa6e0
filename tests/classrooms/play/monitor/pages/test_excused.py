"""An instructor who replaces an absent student is asked whether the decisions count as missed."""

import pytest
from django.urls import reverse

from classrooms.models import Session, SessionStatus
from classrooms.play.monitor.queries.participation import own_answers
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.lobby import place_of
from games.models import Intervention
from games.platform import clock, selectors
from games.platform.work import presence
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(no_broker):
    return workshop(teams=1, seats=6)


@pytest.fixture
def teacher(client, room):
    client.force_login(room.teacher)
    return client


def first_seat(room):
    """The seat of the first open decision, and its holder."""
    room.match.refresh_from_db()
    seat = next(row for row in selectors.open_decisions([room.match])[room.match.pk] if not row.passive).seat
    return seat, room.people[0][seat]


def comes(room, user):
    """Record that the user has the lobby open."""
    presence.seen(place_of(room.play_session), user.pk, clock.now())


def act(teacher, room, name, **sent):
    address = reverse("classrooms:table-act", args=[room.play_session.pk, room.tables[0].pk, name])
    return teacher.post(address, sent, follow=True)


def counted():
    return list(Intervention.objects.exclude(kind="start").order_by("pk").values_list("kind", "counts"))


def test_the_default_of_somebody_absent_counts_as_missed(teacher, room):
    seat, user = first_seat(room)

    page = act(teacher, room, "default", seat=seat)

    assert counted() == [("default", True)]
    assert own_answers(room.match)[seat, user.pk].by_instructor == 1
    assert "It counts as missed in taking part." in page.content.decode()


def test_the_default_of_somebody_who_is_in_the_room_is_excused(teacher, room):
    seat, user = first_seat(room)
    comes(room, user)

    page = act(teacher, room, "default", seat=seat)

    assert counted() == [("default", False)]
    assert own_answers(room.match)[seat, user.pk].excused == 1
    assert "counts as missed" not in page.content.decode().split("</main>")[0].split("<main")[0]


@pytest.mark.parametrize(("answer", "counts"), [("0", True), ("1", False)])
@pytest.mark.parametrize("is_here", [True, False])
def test_the_answer_goes_before_what_is_usual(teacher, room, answer, counts, is_here):
    seat, user = first_seat(room)
    if is_here:
        comes(room, user)

    act(teacher, room, "default", seat=seat, **{f"excused-{room.tables[0].pk}-{seat}": answer})

    assert counted() == [("default", counts)]


def test_the_page_of_a_team_asks_beside_the_button(teacher, room):
    seat, _user = first_seat(room)
    page = teacher.get(reverse("classrooms:session-table", args=[room.play_session.pk, room.tables[0].pk]))

    assert f'name="excused-{room.tables[0].pk}-{seat}"' in page.content.decode()


def test_before_a_seat_goes_to_a_bot_the_page_proposes_what_is_usual(teacher, room):
    seat, user = first_seat(room)
    absent = act(teacher, room, "bot", seat=seat).content.decode()
    comes(room, user)
    here = act(teacher, room, "bot", seat=seat).content.decode()

    assert ('name="excused" value="0" checked' in absent, 'name="excused" value="1" checked' in absent) == (True, False)
    assert ('name="excused" value="0" checked' in here, 'name="excused" value="1" checked' in here) == (False, True)


@pytest.mark.parametrize(("answer", "counts"), [("0", True), ("1", False), ("", True)])
def test_a_seat_given_to_a_bot_counts_as_answered(teacher, room, answer, counts):
    seat, _user = first_seat(room)

    act(teacher, room, "bot", seat=seat, sure="1", excused=answer, until="back")

    assert counted() == [("to_bot", counts)]
    wrong = act(teacher, room, "bot", seat=seat, sure="1", excused="maybe")
    assert "maybe" in wrong.content.decode()


@pytest.mark.parametrize(("answer", "counts"), [("0", {True}), ("1", {False}), ("", {True})])
def test_those_who_are_missing_at_the_start_are_asked_about_too(client, no_broker, answer, counts):
    teacher = person("claire")
    people = [person(f"late-{number}") for number in range(2)]
    play_session = session_of(course_of(teacher, people), teams=[people])
    sessions.session_open(session_id=play_session.pk, by=teacher)
    client.force_login(teacher)
    match_id = play_session.session_teams.get().match_id
    address = f"/sessions/{play_session.pk}/start/"
    sent = {"in": "without", "sure": "1", "how": "bot", "place": [f"{match_id}-0", f"{match_id}-1"], "excused": answer}

    asked = client.post(address, {"in": "0"}).content.decode()
    client.post(address, sent)

    assert "Counts as missed" in asked
    assert Session.objects.get(pk=play_session.pk).status == SessionStatus.RUNNING
    assert set(Intervention.objects.filter(kind="to_bot").values_list("counts", flat=True)) == counts


def test_a_person_in_the_place_of_somebody_absent_leaves_the_rest_owed(teacher, room):
    seat, user = first_seat(room)
    newcomer = person("newcomer")
    enrol(room.play_session.course, newcomer)

    act(teacher, room, "person", seat=seat, user=newcomer.pk)

    assert counted() == [("to_person", True)]
    assert user.pk in Intervention.objects.get(kind="to_person").params["released"]
