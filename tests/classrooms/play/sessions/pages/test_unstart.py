"""The start of a session can be undone for ten minutes: the room is open again, and nobody knows the cards."""

from datetime import timedelta

import pytest

from classrooms.models import Luck, SessionStatus
from classrooms.people.class_lists.services.people import student_remove
from classrooms.play.monitor.services.cockpit import table_step_back
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services import bots
from classrooms.play.sessions.services.refusals import TooLateToUnstart, WrongState
from games.models import Intervention, SeatHolder, Status
from games.platform.selectors.intervention_log import successor
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from tests.classrooms.play.monitor.pages.test_absence import LIVE, everywhere, waiting_room
from tests.games.factories import NOW, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

SOON = NOW + timedelta(minutes=4)


def begun(*, without=False, **more):
    room = waiting_room(teams=2, seats=2, pace_of_match=LIVE, **more)
    if without:
        actor = room.actor(at=NOW)
        bots.session_start_without(session_id=room.play_session.pk, named=everywhere(room), actor=actor)
    else:
        sessions.session_start(session_id=room.play_session.pk, wait_for_people=False, now=NOW)
    room.play_session.refresh_from_db()
    return room


def unstart(room, at=SOON):
    done = sessions.session_unstart(session_id=room.play_session.pk, actor=room.actor(at=at))
    room.play_session.refresh_from_db()
    return done


def people(match):
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).order_by("seat__index", "pk")
    return list(rows.values_list("seat__index", "user", "extra_time"))


def test_everybody_sits_in_the_lobby_again():
    room = begun()
    old = [table.match for table in room.tables]
    before = [people(match) for match in old]

    unstart(room)

    new = [table.match for table in room.tables]
    assert (room.play_session.status, room.play_session.started_at) == (SessionStatus.OPEN, None)
    assert [people(match) for match in new] == before
    assert [(match.status, match.number, match.started_at) for match in new] == [(Status.LOBBY, 0, None)] * 2
    assert [match.moves.count() for match in new] == [0, 0]


def test_what_was_played_stays_in_the_record_and_leads_to_the_new_match():
    room = begun()
    old = room.match
    play_default(old)
    moves = old.moves.count()

    unstart(room)

    old.refresh_from_db()
    assert (old.status, old.moves.count(), successor(old)) == (Status.ABORTED, moves, room.match)
    note = old.interventions.get(kind=Intervention.Kind.STEP_BACK)
    assert note.params == {"fork": room.match.pk, "start_undone": True}


def test_who_had_a_stand_in_has_the_seat_again():
    room = begun(without=True)
    assert people(room.match) == []

    unstart(room)

    assert [user for _seat, user, _extra in people(room.match)] == [user.pk for user in room.people[0]]
    assert not SeatHolder.objects.filter(seat__match=room.match, has_stand_in=True).exists()


@pytest.mark.parametrize("luck", [Luck.OWN, Luck.SAME])
def test_other_cards_lie_and_teams_share_them_as_before(luck):
    room = begun(luck=luck)
    seeds = [table.match.seeds for table in room.tables]

    unstart(room)

    fresh = [table.match.seeds for table in room.tables]
    assert not any(seed in seeds for seed in fresh)
    assert (fresh[0] == fresh[1]) is (luck == Luck.SAME)
    assert len({table.match.commitment for table in room.tables}) == (1 if luck == Luck.SAME else 2)


def test_it_starts_again_and_is_played():
    room = begun()
    unstart(room)

    sessions.session_start(session_id=room.play_session.pk, wait_for_people=False, now=SOON)

    play_default(room.match)
    assert (room.match.status, room.match.number) == (Status.RUNNING, 1)


def test_a_table_that_bots_have_ended_already_is_in_the_lobby_too():
    room = begun(without=True)
    bots.team_to_bots(
        session_id=room.play_session.pk,
        session_team_id=room.tables[0].pk,
        named=everywhere(room),
        actor=room.actor(at=NOW),
        until_back=False,
    )
    play_bots(match_id=room.match.pk)
    play_bots(match_id=room.tables[1].match_id)

    unstart(room)

    assert room.match.status == Status.LOBBY
    assert [user for _seat, user, _extra in people(room.match)] == [user.pk for user in room.people[0]]


def test_a_seat_that_bots_were_to_play_to_the_end_is_its_person_s_again_also_after_a_step_back():
    room = begun()
    ada, bea = room.people[0]
    for user in (ada, bea):
        given = bots.person_to_bots(
            session_id=room.play_session.pk,
            user_id=user.pk,
            named=everywhere(room),
            actor=room.actor(at=NOW),
            until_back=False,
        )
        assert given == 1
    play_bots(match_id=room.match.pk)
    table_step_back(
        session_team_id=room.tables[0].pk, match_id=room.match.pk, number=1, actor=room.actor("once more", at=NOW)
    )

    unstart(room)

    assert [user for _seat, user, _extra in people(room.match)] == [ada.pk, bea.pk]


def test_who_left_the_course_or_sits_elsewhere_by_now_is_not_brought_back():
    room = begun()
    ada, bea = room.people[0]
    named, actor = everywhere(room), room.actor(at=NOW)
    bots.team_to_bots(
        session_id=room.play_session.pk,
        session_team_id=room.tables[0].pk,
        named=named,
        actor=actor,
        until_back=False,
    )
    student_remove(enrolment=room.course.enrolments.get(user=ada), by=room.teacher, now=NOW)
    seat_assign(match_id=room.tables[1].match_id, seat=4, user=bea, now=NOW)

    unstart(room)

    assert people(room.match) == []


def test_where_people_have_moved_the_page_names_their_moves_before_it_undoes_the_start(client):
    room = waiting_room(teams=2, seats=2, pace_of_match=LIVE)
    sessions.session_start(session_id=room.play_session.pk)
    old, url = room.match, f"/sessions/{room.play_session.pk}/unstart/"
    play_default(old, 0, room.people[0][0])
    client.force_login(room.teacher)

    asked = client.post(url)
    still = room.match
    client.post(url, {"sure": "1", "reason": "too early"})

    page = " ".join(asked.content.decode().split())
    assert "1 move that a person has made does not count any more; the record keeps it." in page
    assert still == old
    assert room.match != old
    assert old.interventions.get(kind=Intervention.Kind.STEP_BACK).reason == "too early"


def test_where_nobody_has_moved_one_press_undoes_it(client):
    room = waiting_room(teams=2, seats=2, pace_of_match=LIVE)
    sessions.session_start(session_id=room.play_session.pk)
    client.force_login(room.teacher)

    client.post(f"/sessions/{room.play_session.pk}/unstart/")

    room.play_session.refresh_from_db()
    assert room.play_session.status == SessionStatus.OPEN


def test_after_ten_minutes_it_is_refused_and_nothing_changes():
    room = begun()
    old = room.match

    with pytest.raises(TooLateToUnstart):
        unstart(room, at=NOW + timedelta(minutes=10, seconds=1))

    assert (room.match, room.match.status) == (old, Status.RUNNING)


def test_twice_is_once():
    room = begun()
    unstart(room)
    new = room.match

    unstart(room)

    assert room.match == new


def test_a_session_that_was_put_away_is_not_started_again():
    room = begun()
    sessions.session_finish(session_id=room.play_session.pk, by=room.teacher, now=SOON)
    sessions.session_archive(session_id=room.play_session.pk, now=SOON)

    with pytest.raises(WrongState):
        unstart(room)


def test_the_person_at_the_table_is_led_to_the_lobby_and_told(client):
    room = begun()
    ada = room.people[0][0]
    old = room.match.pk
    unstart(room)
    client.force_login(ada)

    page = client.get(f"/matches/{old}/", follow=True)

    assert page.redirect_chain[-1][0] == f"/sessions/{room.play_session.pk}/lobby/"
    assert "Your instructor has undone the start." in page.content.decode()


def test_what_the_start_settled_for_those_who_played_is_settled_anew():
    """Domego changes an option at the start if a person has both sides of a contract. After the undo, the option is the
    session's again.
    """
    room = waiting_room(teams=1, seats=1, pace_of_match=LIVE)
    ada = room.people[0][0]
    asked = room.match.options
    for seat in range(1, 6):
        seat_assign(match_id=room.match.pk, seat=seat, user=ada, now=NOW)
    sessions.session_start(session_id=room.play_session.pk, now=NOW)
    settled = room.match.options

    unstart(room)

    assert settled != asked
    assert room.match.options == asked
