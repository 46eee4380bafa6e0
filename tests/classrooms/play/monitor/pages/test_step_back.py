"""Undo on the monitor: a fork replaces the team's match, both branches verify, and no data is lost."""

from datetime import timedelta

import pytest
from django.urls import reverse

from classrooms.models import SessionStatus
from classrooms.play.monitor.queries.turns import turns_begun
from classrooms.play.monitor.services import cockpit
from classrooms.play.sessions.services.refusals import WrongState
from games.models import Match, Status
from games.platform import selectors
from games.platform.errors import AlreadyLeft, BadRequest
from games.platform.pace import Pace
from games.platform.selectors.intervention_log import deeds, successor
from games.platform.selectors.replaying import difference
from games.platform.services.holders import seat_release
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db


def step_back(room, number=4, **more):
    """Undo to move `number` for the first team."""
    actor = more.pop("actor", None) or room.actor("the contract was read wrongly")
    asked = {"match_id": room.match.pk, "number": number, "actor": actor, **more}
    return cockpit.table_step_back(session_team_id=room.tables[0].pk, **asked)


def test_the_fork_takes_the_tables_place_with_its_people_staff_and_prefix():
    room = workshop()
    observer = member(room.course, "observer")
    old = play_on(room.match, 9)

    fork = step_back(room)

    old.refresh_from_db()
    assert room.match == fork
    assert (fork.parent, fork.forked_at, fork.fork_reason) == (old, 4, "the contract was read wrongly")
    assert (fork.status, old.status, old.ended_at) == (Status.RUNNING, Status.ABORTED, LATER)
    assert (fork.supervised, fork.team_name, fork.revealed_at) == (True, "Team 1", None)
    assert selectors.holders_of(fork) == selectors.holders_of(old)
    assert list(fork.stewards.all()) == [room.teacher]
    assert list(fork.observers.all()) == [observer]
    assert (difference(old), difference(fork)) == (None, None)


def test_both_branches_verify_to_their_ends():
    room = workshop()
    play_on(room.match, 9)

    fork = step_back(room)

    play_on(fork, -1)
    assert [difference(match) for match in Match.objects.all()] == [None, None]


@pytest.mark.parametrize("same_cards", [False, True])
def test_other_cards_come_unless_they_are_to_stay(same_cards):
    room = workshop()
    old = play_on(room.match, 9)
    drawn = [move.draws for move in old.moves.filter(number__gt=4).order_by("number")]

    fork = step_back(room, same_cards=same_cards)

    play_on(fork, 5)
    again = [move.draws for move in fork.moves.filter(number__gt=4).order_by("number")]
    assert (again == drawn) is same_cards


def test_it_is_written_down_with_the_branch_that_was_left():
    room = workshop()
    old = play_on(room.match, 9)

    fork = step_back(room)

    assert room.log() == [("step_back", old.pk, None, "the contract was read wrongly")]
    (deed,) = deeds([fork])[fork.pk]
    assert (deed.left, deed.row.number, deed.row.params) == (False, 9, {"to": 4, "fork": fork.pk, "same_cards": False})


def test_the_same_press_steps_back_once():
    room = workshop()
    play_on(room.match, 9)
    actor, old = room.actor("twice"), room.match.pk

    forks = {step_back(room, match_id=old, actor=actor) for _time in range(2)}

    assert forks == {room.match}
    assert Match.objects.count() == 2


def test_two_instructors_do_not_step_back_from_one_position():
    room = workshop()
    old = play_on(room.match, 9)
    fork = step_back(room)

    with pytest.raises(AlreadyLeft):
        step_back(room, match_id=old.pk, number=2)

    assert room.match == fork


@pytest.mark.parametrize(("reason", "number"), [("", 4), ("x" * 201, 4), ("later", 9), ("never", 10)])
def test_without_a_reason_or_a_move_to_go_back_to_nothing_happens(reason, number):
    room = workshop()
    old = play_on(room.match, 9)

    with pytest.raises(BadRequest):
        step_back(room, number=number, actor=room.actor(reason))

    assert (room.match, room.match.status, room.log()) == (old, Status.RUNNING, [])


def test_a_match_of_another_table_is_not_stepped_back():
    room = workshop(teams=2)
    other = play_on(room.tables[1].match, 9)

    with pytest.raises(BadRequest):
        step_back(room, match_id=other.pk)


def test_a_paused_team_goes_on_paused_and_its_clocks_begin_anew():
    room = workshop(pace_of_match=Pace(mode="live", minutes=5))
    play_on(room.match, 9)
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor())

    fork = step_back(room)

    opened = set(fork.decisions.filter(closed_at=None).values_list("opened_at", "due_at"))
    assert (fork.status, fork.paused_at) == (Status.PAUSED, LATER)
    assert {at for at, _due in opened} == {LATER}
    assert {due for _at, due in opened} == {LATER + timedelta(minutes=5)}


def test_who_left_before_is_kept_in_the_record_of_the_fork():
    room = workshop()
    gone = room.people[0][1]
    play_on(room.match, 9)
    seat_release(match_id=room.match.pk, seat=1, user=gone, now=LATER)

    fork = step_back(room)

    assert selectors.holders_of(fork) == {0: [room.people[0][0]]}
    assert fork.seats.get(index=1).holders.get().released_at == LATER


def test_a_finished_team_can_step_back_and_the_session_runs_again():
    room = workshop()
    old = play_on(room.match, -1)
    cockpit.session_settle(session_id=room.play_session.pk)

    fork = step_back(room, number=old.number - 3)

    room.play_session.refresh_from_db()
    old.refresh_from_db()
    assert (room.play_session.status, old.status, fork.status) == (
        SessionStatus.RUNNING,
        Status.FINISHED,
        Status.RUNNING,
    )


def test_a_second_step_back_leaves_a_fork_for_a_fork():
    room = workshop()
    first = play_on(room.match, 9)
    second = play_on(step_back(room), 3)

    third = step_back(room, number=6)

    assert (third.parent, second.parent, room.match) == (second, first, third)
    assert successor(Match.objects.get(pk=first.pk)) == third
    assert [difference(match) for match in Match.objects.all()] == [None] * 3
    assert [deed.left for deed in deeds([third])[third.pk]] == [False, False]


def test_people_at_the_old_table_are_led_to_the_new_one_with_the_reason(client):
    room = workshop()
    old = play_on(room.match, 9)
    client.force_login(room.people[0][0])
    page, live = reverse("games:match", args=[old.pk]), reverse("games:live", args=[old.pk])
    assert client.get(live).status_code == 200

    fork = step_back(room)

    assert client.get(live).status_code == 410
    answer = client.get(page, follow=True)
    assert answer.redirect_chain == [(reverse("games:match", args=[fork.pk]), 302)]
    assert "the contract was read wrongly" in answer.content.decode()
    left = client.get(f"{page}?branch").content.decode()
    assert reverse("games:match", args=[fork.pk]) in left


def test_who_does_not_play_on_stays_at_the_old_table(client):
    room = workshop()
    old = play_on(room.match, 9)
    fork = step_back(room)
    seat_release(match_id=fork.pk, seat=0, user=room.people[0][0])
    client.force_login(room.people[0][0])

    answer = client.get(reverse("games:match", args=[old.pk]))

    assert answer.status_code == 200
    assert reverse("games:match", args=[fork.pk]) not in answer.content.decode()


def test_the_turns_to_choose_from_tell_what_happened():
    room = workshop()
    play_on(room.match, 9)

    turns = turns_begun(room.match)

    numbers = [turn.turn for turn in turns]
    assert (numbers, turns[-1].number) == (sorted(numbers, reverse=True), 0)
    ended = {event.turn: event.data["after"] for event in room.match.events.filter(kind="activity_ended")}
    assert 1 in ended
    assert [told(turn) for turn in turns] == [ended.get(turn, {}) for turn in numbers]


def told(turn):
    return {gauge.name: value for gauge, value in turn.reached}


def test_stepping_back_on_the_page(client):
    room = workshop()
    old = play_on(room.match, 9)
    client.force_login(room.teacher)
    address = reverse("classrooms:table-back", args=[room.play_session.pk, room.tables[0].pk])
    shown = client.get(address).context["turns"]
    form = {"number": shown[1].number, "match": old.pk, "reason": "again", "submission_id": "ab" * 16}

    refused = client.post(address, form | {"reason": ""})
    answers = [client.post(address, form) for _time in range(2)]

    assert refused.status_code == 422
    assert [answer.status_code for answer in answers] == [302, 302]
    assert (room.match.parent, room.match.number) == (old, shown[1].number)
    assert Match.objects.count() == 2


def test_nothing_is_done_to_a_session_that_was_put_away():
    room = workshop()
    old = play_on(room.match, -1)
    type(room.play_session).objects.update(status=SessionStatus.ARCHIVED)

    with pytest.raises(WrongState):
        step_back(room, number=3)

    assert room.match == old
