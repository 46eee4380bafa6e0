"""Teams whose match waits for its first person, on the pages for those who run the session."""

from datetime import timedelta

import pytest

from classrooms.play.monitor.queries.monitor import monitor
from classrooms.play.sessions.services.projecting import projector_token
from games.platform import clock
from games.platform.pace import Pace
from games.platform.services.matches import match_begin
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=3)


def room_of(**more):
    return workshop(teams=2, seats=2, pace_of_match=LIVE, came=False, **more)


def needs(room, now):
    told = monitor(room.play_session, now)
    return [[(need.kind, need.is_card) for need in row.needs] for row in told.rows]


def words(answer):
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(("minutes", "is_card"), [(1, False), (2, True)])
def test_it_has_a_mark_at_once_and_a_card_when_somebody_could_have_come(minutes, is_card):
    room = room_of()
    match_begin(match_id=room.tables[1].match_id, now=NOW)

    assert [("first", is_card)] in needs(room, NOW + timedelta(minutes=minutes))


def test_before_somebody_could_have_come_no_team_needs_anybody():
    room = room_of()

    early, late = (monitor(room.play_session, NOW + timedelta(minutes=minutes)) for minutes in (1, 2))

    assert (early.needy(), early.unbegun) == (0, 2)
    assert (late.needy(), late.unbegun) == (2, 2)


def test_no_clock_runs_on_its_row_and_its_page(client):
    room = room_of()
    client.force_login(room.teacher)

    row = monitor(room.play_session, NOW).rows[0]
    board = words(client.get(f"/sessions/{room.play_session.pk}/monitor/"))
    page = words(client.get(f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/"))
    projected = words(client.get(f"/projector/{projector_token(room.play_session)}/"))

    assert (row.awaits_people, row.due_at) == (True, None)
    assert board.count("waits until somebody comes") == 2
    assert "<dd>waits until somebody comes</dd>" in page
    assert "the others have waited" not in page
    assert "waits until somebody comes" in projected


def test_after_a_while_the_page_says_for_how_long(client):
    room = room_of()
    client.force_login(room.teacher)
    match_begin(match_id=room.tables[1].match_id, now=clock.now())

    page = words(client.get(f"/sessions/{room.play_session.pk}/tables/{room.tables[0].pk}/"))

    assert "Nobody has come for " in page
    assert "No clock runs, and bots wait." in page
