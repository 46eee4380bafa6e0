"""The cockpit by HTTP: every control, who may use it, and what is said."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.models import SessionStatus
from classrooms.people.class_lists.services.invitations import invitation_accept, invitation_create, invitation_token
from classrooms.play.monitor.queries.seating import candidates_for
from games.models import Message, Status
from games.platform import selectors
from games.platform.pace import Pace
from tests.classrooms.play.monitor.workshop import member, workshop
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)
PRESS = "0123456789abcdef" * 2


@pytest.fixture
def room():
    return workshop(pace_of_match=LIVE)


@pytest.fixture
def teacher(client, room):
    client.force_login(room.teacher)
    return client


def act(room, name, table=0):
    return reverse("classrooms:table-act", args=[room.play_session.pk, room.tables[table].pk, name])


def in_room(room, name):
    return reverse("classrooms:room-act", args=[room.play_session.pk, name])


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def test_each_control_of_a_team(teacher, room):
    zoe = member(room.course, "student")
    forms = [
        ("pause", {"reason": "fire drill"}),
        ("resume", {}),
        ("extend", {"minutes": "5"}),
        ("remind", {"seat": "0"}),
        ("default", {"seat": "0"}),
        ("message", {"text": "Look at the risks.", "seat": "1"}),
        ("bot", {"seat": "1", "bot": "balanced", "sure": "1"}),
        ("person", {"seat": "1", "user": zoe.pk}),
        ("end", {"sure": "1", "reason": "time is up"}),
    ]

    answers = [teacher.post(act(room, name), form, follow=True) for name, form in forms]

    assert [answer.status_code for answer in answers] == [200] * len(forms)
    assert [kind for kind, *_rest in room.log()] == [
        "pause",
        "resume",
        "extend",
        "remind",
        "default",
        "message",
        "to_bot",
        "to_person",
        "end",
    ]
    assert selectors.holders_of(room.match)[1] == [zoe]
    assert room.match.status == Status.ABORTED


def test_each_control_of_the_room(teacher, room):
    forms = [
        ("pause", {}),
        ("resume", {}),
        ("extend", {"minutes": "15"}),
        ("remind", {}),
        ("message", {"text": "Five minutes."}),
        ("end", {"sure": "1", "reason": "lunch"}),
    ]

    answers = [teacher.post(in_room(room, name), form, follow=True) for name, form in forms]

    assert [answer.status_code for answer in answers] == [200] * len(forms)
    assert [kind for kind, *_rest in room.log()] == ["pause", "resume", "extend", "remind", "message", "end"]
    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.FINISHED


def test_a_form_that_is_sent_twice_is_one_press(teacher, room):
    for _time in range(2):
        teacher.post(act(room, "extend"), {"minutes": "2", "submission_id": PRESS})
        teacher.post(in_room(room, "message"), {"text": "Once.", "submission_id": PRESS})

    assert [kind for kind, *_rest in room.log()] == ["extend", "message"]
    assert Message.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "form", "words"),
    [
        ("extend", {"minutes": "0"}, "minutes"),
        ("extend", {"minutes": "99999"}, "minutes"),
        ("extend", {"minutes": "five"}, "minutes: five"),
        ("bot", {"seat": "0", "bot": "genius"}, "bot: genius"),
        ("bot", {"seat": "9"}, "seat: 9"),
        ("person", {"seat": "0"}, "user: choose somebody"),
        ("person", {"seat": "0", "user": "999999"}, "user: choose somebody"),
        ("end", {}, "sure: tick the box to end the match"),
        ("end", {"sure": "1"}, "Why: say in up to 300 characters, on one line, why"),
        ("default", {"seat": "5"}, "Nobody is awaited here now."),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(teacher, room, name, form, words):
    answer = teacher.post(act(room, name), form, follow=True)

    assert any(words in message for message in said(answer))
    assert room.log() == []


def test_what_had_been_done_already_says_so(teacher, room):
    answer = teacher.post(act(room, "resume"), follow=True)

    assert said(answer) == ["Team 1: nothing had to be done."]


def test_a_refused_message_stays_in_its_field(teacher, room):
    answer = teacher.post(act(room, "message"), {"text": "x" * 501, "seat": "1"})

    assert answer.status_code == 422
    assert "x" * 501 in answer.content.decode()
    assert not Message.objects.exists()


def test_the_room_does_not_end_without_the_tick(teacher, room):
    teacher.post(in_room(room, "end"))

    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.RUNNING


@pytest.mark.parametrize("name", ["fly", "look-away"])
def test_there_is_nothing_else_to_do_to_a_team(teacher, room, name):
    assert teacher.post(act(room, name)).status_code == 404


def test_a_table_of_another_session_is_not_there(teacher, room):
    other = workshop()

    answers = [
        teacher.get(reverse("classrooms:session-table", args=[room.play_session.pk, other.tables[0].pk])),
        teacher.post(reverse("classrooms:table-act", args=[room.play_session.pk, other.tables[0].pk, "pause"])),
        teacher.get(reverse("classrooms:table-back", args=[room.play_session.pk, other.tables[0].pk])),
    ]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert other.match.status == Status.RUNNING


def test_after_an_act_one_is_where_the_button_was_and_never_elsewhere(teacher, room):
    page = reverse("classrooms:session-table", args=[room.play_session.pk, room.tables[0].pk])

    assert teacher.post(act(room, "pause"), {"next": page})["Location"] == page
    assert teacher.post(act(room, "resume"), {"next": "https://example.org/"})["Location"] == reverse(
        "classrooms:monitor", args=[room.play_session.pk]
    )


@pytest.mark.parametrize("odd", ["x", "monitor", "games:match", "a\nb", "//", "/\\x", "x" * 1000])
def test_a_way_back_that_is_no_address_of_the_site_is_no_fault_and_no_pages_name(teacher, room, odd):
    answer = teacher.post(act(room, "pause"), {"next": odd})

    assert answer.status_code == 302
    assert answer["Location"] in {odd, quote(odd), reverse("classrooms:monitor", args=[room.play_session.pk])}


def test_the_page_of_a_team_offers_who_could_sit_down(teacher):
    room = workshop(teams=2)
    teacher.force_login(room.teacher)
    zoe, _looker = member(room.course, "student"), member(room.course, "observer")
    table = room.tables[0]

    found = candidates_for(room.play_session, table)

    assert set(found.team) == set(room.people[0])
    assert set(found.others) == {zoe, room.teacher}
    page = teacher.get(reverse("classrooms:session-table", args=[room.play_session.pk, table.pk]))
    assert [line.role.id for line in page.context["seats"]][:2] == ["owner", "architect"]


def test_looking_leads_new_staff_to_the_table(client, room):
    assistant, observer = person("assistant"), person("observer")
    for role, user in (("assistant", assistant), ("observer", observer)):
        made = invitation_create(course=room.course, role=role, by=room.teacher)
        invitation_accept(token=invitation_token(made), user=user)
    look = reverse("classrooms:table-look", args=[room.play_session.pk, room.tables[0].pk])
    table = reverse("games:match", args=[room.match.pk])

    client.force_login(assistant)
    answer = client.get(f"{look}?seat=1", follow=True)
    assert (answer.redirect_chain, answer.context["page"].read.seat) == ([(f"{table}?seat=1", 302)], 1)
    client.force_login(observer)
    answer = client.get(f"{look}?seat=1", follow=True)
    assert (answer.redirect_chain, answer.context["page"].read.seat) == ([(table, 302)], None)


GETS = ["monitor", "interventions", "compare", "compare-csv", "session-table", "table-look"]
RUNS = ["room-act", "table-act", "table-back"]


def addresses(room, names):
    table = room.tables[0].pk
    places = {"session-table": [table], "table-look": [table], "table-back": [table], "table-act": [table, "pause"]}
    more = {"room-act": ["pause"]}
    return [
        reverse(f"classrooms:{name}", args=[room.play_session.pk, *places.get(name, more.get(name, []))])
        for name in names
    ]


def test_who_may_look_and_who_may_run(room):
    other_teacher = workshop().teacher
    people = {
        "instructor": (room.teacher, 200, 302),
        "assistant": (member(room.course, "assistant"), 200, 302),
        "observer": (member(room.course, "observer"), 200, 403),
        "student": (room.people[0][0], 403, 403),
        "stranger": (person("stranger"), 404, 404),
        "instructor of another course": (other_teacher, 404, 404),
    }
    for name, (user, looks, runs) in people.items():
        client = Client()
        client.force_login(user)
        got = {client.get(address).status_code for address in addresses(room, GETS)}
        assert got == ({200, 302} if looks == 200 else {looks}), name
        posted = [client.post(address).status_code for address in addresses(room, RUNS)]
        assert posted == [runs, runs, 422 if runs == 302 else runs], name


def test_who_is_not_signed_in_is_asked_to(room):
    client = Client()
    for address in addresses(room, GETS):
        assert client.get(address)["Location"].startswith("/sign-in/")
    for address in addresses(room, RUNS):
        assert client.post(address).status_code == 302
    assert room.log() == []


def test_time_given_is_seen_in_what_is_due(teacher, room):
    teacher.post(act(room, "extend"), {"minutes": "15"})

    due = set(room.match.decisions.filter(closed_at=None).values_list("due_at", flat=True))
    assert due == {room.match.started_at + timedelta(minutes=20)}
    assert room.match.started_at == NOW
