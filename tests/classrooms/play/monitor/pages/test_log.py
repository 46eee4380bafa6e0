"""The log of interventions, and what counts in grades."""

import pytest
from django.urls import reverse

from classrooms.play.monitor.queries.interventions import interventions
from classrooms.play.monitor.services import cockpit
from games.models import Intervention
from games.platform.pace import Pace
from games.platform.services.interventions import Actor
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
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
    return reverse("classrooms:table-act", args=[room.play_session.pk, room.tables[table].pk, name])


def test_the_log_tells_who_did_what_to_whom_and_why(teacher):
    room = workshop(teams=2, pace_of_match=LIVE)
    teacher.force_login(room.teacher)
    play_on(room.match, 9)
    teacher.post(act(room, "message"), {"text": "Look at the risks.", "seat": "1"})
    teacher.post(act(room, "pause", table=1), {"reason": "fire drill"})
    teacher.post(
        reverse("classrooms:table-back", args=[room.play_session.pk, room.tables[0].pk]),
        {"number": 4, "match": room.match.pk, "reason": "read wrongly"},
    )
    page = reverse("classrooms:interventions", args=[room.play_session.pk])

    lines = teacher.get(page).context["found"].lines
    one = teacher.get(page, {"team": room.tables[1].pk}).context["found"].lines

    assert [(line.row.kind, line.table.name, line.row.reason, line.left) for line in lines] == [
        ("step_back", "Team 1", "read wrongly", False),
        ("pause", "Team 2", "fire drill", False),
        ("message", "Team 1", "", True),
    ]
    assert lines[2].text == "Look at the risks."
    assert [line.row.kind for line in one] == ["pause"]


def test_a_message_to_all_is_one_line(teacher):
    room = workshop(teams=3, pace_of_match=LIVE)
    teacher.force_login(room.teacher)
    teacher.post(reverse("classrooms:room-act", args=[room.play_session.pk, "message"]), {"text": "Ten minutes left."})
    teacher.post(act(room, "message", table=1), {"text": "Only you."})
    page = reverse("classrooms:interventions", args=[room.play_session.pk])

    answer = teacher.get(page)
    one = teacher.get(page, {"team": room.tables[2].pk})

    told = [(line.text, [table.name for table in line.tables]) for line in answer.context["found"].lines]
    assert told == [("Only you.", ["Team 2"]), ("Ten minutes left.", ["Team 1", "Team 2", "Team 3"])]
    assert answer.content.decode().count("Ten minutes left.") == 1
    assert "All teams" in answer.content.decode().split("<tbody>")[1]
    assert [line.text for line in one.context["found"].lines] == ["Ten minutes left."]
    assert Intervention.objects.filter(kind="message").count() == 4


def test_what_takes_decisions_away_keeps_a_line_for_each_team(teacher):
    room = workshop(teams=2, pace_of_match=LIVE)
    for table in room.tables:
        cockpit.table_default(session_team_id=table.pk, actor=Actor(room.teacher, "bell", "b" * 32, at=LATER))

    lines = interventions(room.play_session, ()).lines

    kinds = [line.row.kind for line in lines]
    assert set(kinds) == {"default"}
    assert [len(line.tables) for line in lines] == [1] * len(kinds)


def test_the_reason_of_what_changes_a_result_is_asked_for_afterwards(teacher, room):
    answer = teacher.post(act(room, "default"), {"seat": "0"}, follow=True)
    teacher.post(act(room, "pause"), {})
    page = reverse("classrooms:interventions", args=[room.play_session.pk])
    note = Intervention.objects.get(kind="default")
    address = reverse("classrooms:intervention-reason", args=[room.play_session.pk, note.pk])
    shown = teacher.get(page).content.decode()

    empty = teacher.post(address, {"reason": " "}, follow=True)
    teacher.post(address, {"reason": "Did  not answer"})
    again = teacher.post(address, {"reason": "Another one"})

    note.refresh_from_db()
    assert "Say why under Interventions" in " ".join(map(str, answer.context["messages"]))
    assert shown.count(">Why?<") == 1
    assert "say in up to 300 characters" in " ".join(map(str, empty.context["messages"]))
    assert (note.reason, again.status_code) == ("Did not answer", 404)
    assert ">Why?<" not in teacher.get(page).content.decode()


def test_who_only_looks_is_not_asked_why(client, room):
    client.force_login(room.teacher)
    client.post(act(room, "default"), {"seat": "0"})
    client.force_login(member(room.course, "observer"))

    page = client.get(reverse("classrooms:interventions", args=[room.play_session.pk])).content.decode()

    assert ">Why?<" not in page


def test_only_who_grades_lets_an_intervention_count(client, room):
    client.force_login(room.teacher)
    client.post(act(room, "default"), {"seat": "0", f"excused-{room.tables[0].pk}-0": "1"})
    note = Intervention.objects.get()
    address = reverse("classrooms:intervention-counts", args=[room.play_session.pk, note.pk])

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
    client.post(act(other, "default"), {"seat": "0", f"excused-{other.tables[0].pk}-0": "1"})
    note = Intervention.objects.get()
    client.force_login(room.teacher)

    answer = client.post(
        reverse("classrooms:intervention-counts", args=[room.play_session.pk, note.pk]), {"counts": "1"}
    )

    note.refresh_from_db()
    assert (answer.status_code, note.counts) == (404, False)
