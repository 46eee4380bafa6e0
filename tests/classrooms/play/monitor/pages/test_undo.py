"""The monitor and the projector show the moves that count. Research files and reports leave out undone moves."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.grading.files.research import move_lines, records, spoken
from classrooms.play.monitor.queries.turns import turns_begun
from classrooms.play.sessions.services.projecting import projector_token
from games.catalogue.domego.rules.moves import Buy
from games.platform.errors import UndoSeen
from games.platform.services.undo import move_take_back
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import play

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


@pytest.mark.parametrize("shown", ["monitor", "projector", "compare", "compare-live", "compare-csv"])
def test_what_is_shown_there_stands(shown):
    room, client = workshop(), Client()
    match, ada = room.match, room.people[0][0]
    play(match, 0, BUY, Buy(2), ada)
    client.force_login(room.teacher)
    address = reverse(f"classrooms:{'monitor' if shown == 'projector' else shown}", args=[room.play_session.pk])
    if shown == "projector":
        client = Client()
        address = f"/projector/{projector_token(room.play_session)}/"

    assert client.get(address).status_code == 200

    with pytest.raises(UndoSeen):
        move_take_back(match_id=match.pk, number=1, by=ada)


def test_the_table_of_moves_marks_what_was_taken_back():
    room = workshop()
    match, ada = room.match, room.people[0][0]
    play(match, 0, BUY, Buy(2), ada)
    move_take_back(match_id=match.pk, number=1, by=ada)
    play(match, 0, BUY, Buy(3), ada)

    (record,) = records(room.play_session)
    lines = list(move_lines(record, spoken(room.play_session, named=True)))

    assert [(line["number"], line["move_kind"], line["taken_back"]) for line in lines] == [
        (1, "buy", 1),
        (2, "take_back", 1),
        (3, "buy", 0),
    ]
    assert record.made == 1


def test_no_step_back_leads_to_where_taking_back_has_led():
    room = workshop()
    match, ada = room.match, room.people[0][0]
    play(match, 0, BUY, Buy(2), ada)
    assert [turn.number for turn in turns_begun(match)] == [0]

    taken_back = move_take_back(match_id=match.pk, number=1, by=ada)

    assert turns_begun(taken_back) == []
