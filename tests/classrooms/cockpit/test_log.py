"""The log of interventions, and what counts in grades."""

import pytest
from django.urls import reverse

from games.models import Intervention
from games.pace import Pace
from tests.classrooms.cockpit.workshop import member, workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)


@pytest.fixture
def room():
    return workshop(pace_of_match=LIVE)


@pytest.fixture
def teacher(client, room):
    client.force_login(room.teacher)
    return client


def act(room, name, table=0):
    return reverse("table-act", args=[room.play_session.pk, room.tables[table].pk, name])


def test_the_log_tells_who_did_what_to_whom_and_why(teacher):
    room = workshop(teams=2, pace_of_match=LIVE)
    teacher.force_login(room.teacher)
    play_on(room.match, 9)
    teacher.post(act(room, "message"), {"text": "Look at the risks.", "seat": "1"})
    teacher.post(act(room, "pause", table=1), {"reason": "fire drill"})
    teacher.post(
        reverse("table-back", args=[room.play_session.pk, room.tables[0].pk]),
        {"number": 4, "match": room.match.pk, "reason": "read wrongly"},
    )
    page = reverse("interventions", args=[room.play_session.pk])

    lines = teacher.get(page).context["found"].lines
    one = teacher.get(page, {"team": room.tables[1].pk}).context["found"].lines

    assert [(line.row.kind, line.table.name, line.row.reason, line.left) for line in lines] == [
        ("step_back", "Team 1", "read wrongly", False),
        ("pause", "Team 2", "fire drill", False),
        ("message", "Team 1", "", True),
    ]
    assert lines[2].text == "Look at the risks."
    assert [line.row.kind for line in one] == ["pause"]


def test_only_who_grades_lets_an_intervention_count(client, room):
    client.force_login(room.teacher)
    client.post(act(room, "default"), {"seat": "0"})
    note = Intervention.objects.get()
    address = reverse("intervention-counts", args=[room.play_session.pk, note.pk])

    def post(user, counts):
        client.force_login(user)
        status = client.post(address, {"counts": counts}).status_code
        note.refresh_from_db()
        return status, note.counts

    assert note.counts is False
    assert post(member(room.course, "assistant"), "1") == (403, False)
    assert post(member(room.course, "observer"), "1") == (403, False)
    assert post(room.teacher, "1") == (302, True)
    assert post(room.teacher, "0") == (302, False)
    assert post(workshop().teacher, "1") == (404, False)


def test_an_intervention_of_another_session_is_not_there(client, room):
    other = workshop(pace_of_match=LIVE)
    client.force_login(other.teacher)
    client.post(act(other, "default"), {"seat": "0"})
    note = Intervention.objects.get()
    client.force_login(room.teacher)

    answer = client.post(reverse("intervention-counts", args=[room.play_session.pk, note.pk]), {"counts": "1"})

    note.refresh_from_db()
    assert (answer.status_code, note.counts) == (404, False)
