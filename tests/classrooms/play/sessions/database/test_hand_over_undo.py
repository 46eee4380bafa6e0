"""Undo of a hand-over to bots: people, clocks and position are restored, even if bots have finished the match."""

from datetime import timedelta

import pytest

from classrooms.models import Luck, SessionStatus
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.hand_overs import handed_over
from classrooms.play.sessions.services import bots
from games.engine import registry
from games.models import Intervention, Match, SeatHolder, Status
from games.platform.pace import Pace
from games.platform.selectors.intervention_log import successor
from games.platform.services.arriving import arrive
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_release
from games.platform.services.steering import steer_default
from games.platform.services.steering_seats import steer_seat_to_bot
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, Workshop, workshop
from tests.games.factories import GAME, NOW, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LIVE = Pace(mode="live", minutes=5)
LONG_AFTER = LATER + timedelta(minutes=40)


def pair(*, started=True, came=True, **more):
    """A table with two people, in a short scenario."""
    teacher, people = person(display_name="Claire Fontaine"), [person(), person()]
    course = course_of(teacher, people)
    text = registry.get(GAME).micro["pair"]
    play_session = session_of(
        course, teams=[people], scenario_text=text, pace_of_match=LIVE, started=started, came=came, **more
    )
    return Workshop(teacher, course, play_session, [people])


def all_to_bots(room, actor):
    named = [(room.match.pk, seat) for seat in (0, 1)]
    return bots.team_to_bots(
        session_id=room.play_session.pk, session_team_id=room.tables[0].pk, named=named, actor=actor, until_back=False
    )


def undone(room, actor, at=LONG_AFTER):
    return bots.seats_back(session_id=room.play_session.pk, batch=actor.batch, actor=room.actor(at=at))


def holders(match):
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).order_by("seat__index", "pk")
    return list(rows.values_list("seat__index", "user", "extra_time", "together_with"))


def digest(match):
    return match.moves.get(number=match.number).state_hash


def left(match, now):
    """The remaining time of each open decision."""
    rows = match.decisions.filter(closed_at__isnull=True, optional=False).order_by("seat", "key")
    return [(row.seat, row.key, row.due_at and row.due_at - now) for row in rows]


def test_a_match_that_bots_have_finished_goes_on_from_where_the_seats_changed_hands():
    room = pair()
    play_default(room.match)
    soon = NOW + timedelta(minutes=2)
    before = (holders(room.match), digest(room.match), left(room.match, soon), room.match.number)
    old, actor = room.match, room.actor(at=soon)
    all_to_bots(room, actor)
    play_bots(match_id=old.pk)
    sessions.session_settle(session_id=room.play_session.pk, now=LATER)
    old.refresh_from_db()

    done = undone(room, actor)

    room.play_session.refresh_from_db()
    new = room.match
    assert (old.status, new.status, room.play_session.status) == (
        Status.FINISHED, Status.RUNNING, SessionStatus.RUNNING,
    )  # fmt: skip
    assert (done.given, done.kept, done.over, done.set_back) == (2, 0, 0, 1)
    assert (holders(new), digest(new), left(new, LONG_AFTER), new.number) == before
    assert (new.parent, new.forked_at) == (old, before[3])
    assert successor(old) == new


def test_both_branches_stay_in_the_record():
    room = pair()
    old, actor = room.match, room.actor()
    all_to_bots(room, actor)
    play_bots(match_id=old.pk)
    moves = list(old.moves.order_by("number").values_list("number", "state_hash"))

    undone(room, actor)

    assert list(old.moves.order_by("number").values_list("number", "state_hash")) == moves
    assert Match.objects.filter(pk__in=(old.pk, room.match.pk)).count() == 2
    note = old.interventions.get(kind=Intervention.Kind.STEP_BACK)
    assert note.reason == "Seats that had been given to bots were given back."


def test_where_nothing_was_moved_since_the_same_match_goes_on():
    room = pair()
    old, before, actor = room.match, holders(room.match), room.actor()
    due = left(old, LATER)
    all_to_bots(room, actor)

    done = undone(room, actor, at=LATER)

    assert (room.match, holders(room.match), left(room.match, LATER)) == (old, before, due)
    assert (done.given, done.set_back) == (2, 0)


def test_where_another_person_has_moved_since_the_moves_stand():
    room = pair()
    ada, bea = room.people[0]
    actor, old = room.actor(), room.match
    bots.person_to_bots(session_id=room.play_session.pk, user_id=ada.pk, named=[(old.pk, 0)], actor=actor)
    play_bots(match_id=old.pk)
    play_default(room.match, 1, bea)
    number = room.match.number

    done = undone(room, actor)

    assert (done.given, done.set_back, room.match, room.match.number) == (1, 0, old, number)
    assert [row[1] for row in holders(room.match)] == [ada.pk, bea.pk]


def test_where_an_instructor_has_moved_for_somebody_the_moves_stand():
    room = pair()
    actor, old = room.actor(), room.match
    bots.person_to_bots(session_id=room.play_session.pk, user_id=room.people[0][0].pk, named=[(old.pk, 0)], actor=actor)
    play_bots(match_id=old.pk)
    steer_default(match_id=old.pk, actor=room.actor())

    assert undone(room, actor).set_back == 0


def test_a_table_to_which_nobody_had_come_waits_for_its_first_person_again():
    room = pair(came=False)
    actor, old = room.actor(), room.match
    all_to_bots(room, actor)
    play_bots(match_id=old.pk)

    undone(room, actor)

    assert room.match.pk != old.pk
    assert room.match.awaits_people
    assert {due for _seat, _key, due in left(room.match, LONG_AFTER)} == {None}
    assert play_bots(match_id=room.match.pk) == 0


def test_so_it_does_where_no_bot_has_moved_yet():
    room = pair(came=False)
    actor = room.actor()
    all_to_bots(room, actor)

    undone(room, actor)

    assert room.match.awaits_people
    assert {due for _seat, _key, due in left(room.match, LONG_AFTER)} == {None}


def test_a_match_that_somebody_ended_stays_ended():
    room = pair()
    actor = room.actor()
    all_to_bots(room, actor)
    sessions.session_finish(session_id=room.play_session.pk, by=room.teacher, now=LATER)

    done = undone(room, actor)

    assert (done.given, done.over, room.match.status) == (0, 2, Status.ABORTED)


def test_the_same_press_twice_sets_back_once():
    room = pair()
    actor = room.actor()
    all_to_bots(room, actor)
    play_bots(match_id=room.match.pk)
    undone(room, actor)
    new = room.match

    again = undone(room, actor)

    assert (again.given, again.set_back, room.match) == (0, 0, new)


def test_the_same_cards_lie_where_all_teams_have_them_and_others_where_some_were_drawn():
    same, own = pair(luck=Luck.SAME), pair()
    for room in (same, own):
        actor = room.actor()
        old = room.match
        all_to_bots(room, actor)
        play_bots(match_id=old.pk)
        drawn = old.moves.filter(number__gt=0).exclude(draws=[]).exists()
        undone(room, actor)
        keeps = room.match.seeds == Match.objects.get(pk=old.pk).seeds
        assert keeps is (room is same or not drawn)


def test_the_offer_says_how_many_matches_go_back_and_ends_when_somebody_has_moved():
    room = pair()
    ada, bea = room.people[0]
    actor = room.actor()
    bots.person_to_bots(session_id=room.play_session.pk, user_id=ada.pk, named=[(room.match.pk, 0)], actor=actor)
    at_once = handed_over(room.play_session)
    play_bots(match_id=room.match.pk)
    later = handed_over(room.play_session)
    play_default(room.match, 1, bea)
    after = handed_over(room.play_session)

    assert (at_once.seats, at_once.set_back) == (1, 0)
    assert (later.seats, later.set_back) == (1, 1)
    assert (after.seats, after.set_back) == (1, 0)


def test_a_match_that_bots_have_finished_is_offered_and_one_in_which_somebody_moved_is_not():
    room = pair()
    ada, bea = room.people[0]
    actor = room.actor()
    all_to_bots(room, actor)
    play_bots(match_id=room.match.pk)

    assert (handed_over(room.play_session).seats, handed_over(room.play_session).set_back) == (2, 1)
    assert actor.at > NOW


def test_extra_time_and_reserve_come_back():
    room = pair()
    ada = room.people[0][0]
    SeatHolder.objects.filter(user=ada).update(extra_time=33)
    room.match.seats.filter(index=0).update(bank_used=77)
    actor = room.actor()
    all_to_bots(room, actor)
    play_bots(match_id=room.match.pk)

    undone(room, actor)

    assert holders(room.match)[0] == (0, ada.pk, 33, None)
    assert room.match.seats.get(index=0).bank_used == 77


def test_a_stand_in_that_was_to_play_to_the_end_waits_for_its_person_again():
    room = pair()
    ada = room.people[0][0]
    lent, given = room.actor(), room.actor()
    bots.person_to_bots(session_id=room.play_session.pk, user_id=ada.pk, named=[(room.match.pk, 0)], actor=lent)
    all_to_bots(room, given)
    play_bots(match_id=room.match.pk)

    done = undone(room, given)

    kept = SeatHolder.objects.filter(seat__match=room.match, has_stand_in=True)
    assert (done.given, done.set_back) == (2, 1)
    assert list(kept.values_list("seat__index", "user")) == [(0, ada.pk)]
    assert [row[0] for row in holders(room.match)] == [1]


def test_after_an_undo_the_press_before_it_can_be_undone():
    room = pair()
    first, second = room.actor(), room.actor()
    for user, actor, seat in zip(room.people[0], (first, second), (0, 1), strict=True):
        bots.person_to_bots(
            session_id=room.play_session.pk, user_id=user.pk, named=[(room.match.pk, seat)], actor=actor
        )

    offered = [handed_over(room.play_session).batch]
    undone(room, second, at=LATER)
    offered.append(handed_over(room.play_session).batch)
    undone(room, first, at=LATER)

    assert offered == [second.batch, first.batch]
    assert handed_over(room.play_session) is None


def test_what_somebody_ended_by_coming_back_is_offered_no_more():
    room = pair()
    ada = room.people[0][0]
    actor = room.actor()
    bots.person_to_bots(session_id=room.play_session.pk, user_id=ada.pk, named=[(room.match.pk, 0)], actor=actor)
    arrive(room.match.pk, ada, now=LATER)
    seat_release(match_id=room.match.pk, seat=0, user=ada, now=LATER)

    assert handed_over(room.play_session) is None
    assert undone(room, actor).given == 0


def test_a_bot_of_another_strength_does_not_stand_in_the_way_of_the_undo():
    room = pair()
    ada = room.people[0][0]
    actor = room.actor()
    bots.person_to_bots(session_id=room.play_session.pk, user_id=ada.pk, named=[(room.match.pk, 0)], actor=actor)
    steer_seat_to_bot(match_id=room.match.pk, seat=0, bot="cautious", actor=room.actor(), until_back=True)

    assert handed_over(room.play_session).seats == 1
    assert undone(room, actor, at=LATER).given == 1
    assert holders(room.match)[0][1] == ada.pk


def test_at_one_table_nothing_of_the_others_is_undone():
    room = workshop(teams=2, seats=2, pace_of_match=LIVE)
    actor = room.actor()
    named = [(table.match_id, seat) for table in room.tables for seat in (0, 1)]
    bots.absent_to_bots(session_id=room.play_session.pk, named=named, actor=actor)
    one, other = room.tables

    told = handed_over(room.play_session, one)
    done = bots.seats_back(
        session_id=room.play_session.pk, batch=actor.batch, actor=room.actor(), session_team_id=one.pk
    )

    assert (told.seats, done.given) == (2, 2)
    assert (len(holders(one.match)), len(holders(other.match))) == (2, 0)
    assert handed_over(room.play_session).seats == 2
