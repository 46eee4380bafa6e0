"""Interventions in a team: repeated clicks act once, and the log notes the person, the time and the reason."""

from datetime import timedelta

import pytest

from classrooms.models import SessionStatus
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services import room as cockpit_room
from classrooms.play.sessions.services.refusals import WrongSeat
from games.models import AuthorKind, Intervention, Message, Status
from games.platform import selectors
from games.platform.errors import BadRequest, MatchNotRunning, NobodyAwaited, NoDeadline
from games.platform.pace import Pace
from games.platform.services.holders import seat_release
from games.platform.services.interventions import Actor
from tests.classrooms.factories import enrol
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
from tests.games.factories import NOW, person, play_on

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)


def due_times(match):
    return set(match.decisions.filter(closed_at__isnull=True, due_at__isnull=False).values_list("due_at", flat=True))


def test_a_pause_and_going_on_are_done_once_and_noted_with_who_when_and_why():
    room = workshop()
    before = room.revision
    table = room.tables[0].pk

    for _time in range(2):
        cockpit.table_pause(session_team_id=table, actor=room.actor("fire drill"))
    paused = room.match.status
    for _time in range(2):
        cockpit.table_resume(session_team_id=table, actor=room.actor(at=LATER + timedelta(minutes=3)))

    assert (paused, room.match.status) == (Status.PAUSED, Status.RUNNING)
    assert room.log() == [("pause", room.match.pk, None, "fire drill"), ("resume", room.match.pk, None, "")]
    first = Intervention.objects.earliest("pk")
    assert (first.by, first.created_at, first.number, first.counts) == (room.teacher, LATER, 0, False)
    assert room.revision > before


def test_more_time_is_given_once_for_one_press():
    room = workshop(pace_of_match=LIVE)
    actor = room.actor()

    for _time in range(2):
        cockpit.table_extend(session_team_id=room.tables[0].pk, minutes=2, actor=actor)

    assert due_times(room.match) == {NOW + timedelta(minutes=7)}
    note = Intervention.objects.get()
    assert (note.kind, note.params, note.batch) == ("extend", {"minutes": 2}, actor.batch)


def test_more_time_where_nothing_is_due_is_refused():
    room = workshop()

    with pytest.raises(NoDeadline):
        cockpit.table_extend(session_team_id=room.tables[0].pk, minutes=2, actor=room.actor())

    assert room.log() == []


def test_a_default_move_of_the_instructor_carries_their_name():
    room = workshop()
    play_on(room.match, 2)
    prompt = selectors.open_decisions([room.match])[room.match.pk][0]
    actor = room.actor("absent")

    for _time in range(2):
        cockpit.table_default(session_team_id=room.tables[0].pk, seat=prompt.seat, actor=actor)

    move = room.match.moves.latest("number")
    assert (move.number, move.seat, move.author_kind, move.author) == (
        3,
        prompt.seat,
        AuthorKind.INSTRUCTOR,
        room.teacher,
    )
    note = Intervention.objects.get()
    assert (note.kind, note.seat, note.number, note.params) == (
        "default",
        prompt.seat,
        2,
        {"key": prompt.key, "move": 3},
    )


def test_the_default_for_the_whole_team_answers_what_was_asked_then_and_no_more():
    room = workshop()
    play_on(room.match, 2)
    asked = {(row.seat, row.key) for row in selectors.open_decisions([room.match])[room.match.pk] if not row.passive}

    done = cockpit.table_default(session_team_id=room.tables[0].pk, actor=room.actor())

    played = set(room.match.moves.filter(number__gt=2).values_list("seat", "key"))
    assert played <= asked
    assert {row.seat for row in done} == {seat for seat, _key in played}


def test_nothing_is_played_for_a_seat_that_owes_nothing():
    room = workshop()
    owing = {row.seat for row in selectors.open_decisions([room.match])[room.match.pk]}
    free = next(seat for seat in range(6) if seat not in owing)

    with pytest.raises(NobodyAwaited):
        cockpit.table_default(session_team_id=room.tables[0].pk, seat=free, actor=room.actor())

    assert room.match.number == 0


def test_no_default_is_played_while_the_team_is_paused():
    room = workshop()
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor())

    with pytest.raises(MatchNotRunning):
        cockpit.table_default(session_team_id=room.tables[0].pk, actor=room.actor())


def test_a_seat_goes_to_a_bot_and_back_to_who_held_it():
    room = workshop()
    ada, table = room.people[0][0], room.tables[0].pk

    for _time in range(2):
        cockpit.table_seat_to_bot(session_team_id=table, seat=0, bot="cautious", actor=room.actor("left"))
    alone = selectors.holders_of(room.match)
    for _time in range(2):
        cockpit.table_seat_to_person(session_team_id=table, seat=0, user=ada, actor=room.actor("is back"))

    assert alone == {1: [room.people[0][1]]}
    assert room.match.seats.get(index=0).bot == "cautious"
    assert selectors.holders_of(room.match)[0] == [ada]
    assert room.log() == [("to_bot", room.match.pk, 0, "left"), ("to_person", room.match.pk, 0, "is back")]
    note = Intervention.objects.get(kind="to_bot")
    assert (note.user, note.params) == (
        ada,
        {
            "bot": "cautious",
            "before": "balanced",
            "released": [ada.pk],
            "until_back": False,
            "awaited": False,
            "left": {},
        },
    )


def test_an_unknown_bot_is_refused():
    room = workshop()

    with pytest.raises(BadRequest):
        cockpit.table_seat_to_bot(session_team_id=room.tables[0].pk, seat=0, bot="genius", actor=room.actor())

    assert selectors.holders_of(room.match)[0] == [room.people[0][0]]


def test_another_student_takes_the_place_of_one_with_their_extra_time():
    room = workshop()
    zoe = enrol(room.course, person("zoe"), extra_time=50)

    cockpit.table_seat_to_person(session_team_id=room.tables[0].pk, seat=1, user=zoe, actor=room.actor())

    holder = room.match.seats.get(index=1).holders.get(released_at=None)
    assert (holder.user, holder.extra_time, holder.since) == (zoe, 50, LATER)


def test_somebody_can_sit_down_beside_another():
    room = workshop()
    zoe = member(room.course, "student")

    cockpit.table_seat_to_person(session_team_id=room.tables[0].pk, seat=1, user=zoe, beside=True, actor=room.actor())

    assert selectors.holders_of(room.match)[1] == [room.people[0][1], zoe]


def test_only_people_of_the_course_without_another_table_sit_down():
    room = workshop(teams=2)
    observer, elsewhere = member(room.course, "observer"), room.people[1][0]
    before = selectors.holders_of(room.match)

    for user in (person("stranger"), observer, elsewhere):
        with pytest.raises(WrongSeat):
            cockpit.table_seat_to_person(session_team_id=room.tables[0].pk, seat=0, user=user, actor=room.actor())

    assert selectors.holders_of(room.match) == before
    assert room.log() == []


def test_a_message_is_said_once_and_one_to_a_seat_is_kept_as_such():
    room = workshop()
    table, actor = room.tables[0].pk, room.actor()

    for _time in range(2):
        cockpit.table_message(session_team_id=table, text="Look at the risks.", actor=actor)
    cockpit.table_message(session_team_id=table, text="And you?", to_seat=1, actor=room.actor())

    said = list(Message.objects.values_list("text", "seat", "to_seat", "author"))
    assert said == [("Look at the risks.", None, None, room.teacher.pk), ("And you?", None, 1, room.teacher.pk)]
    assert [(kind, seat) for kind, _match, seat, _reason in room.log()] == [("message", None), ("message", 1)]


def test_ending_the_last_team_ends_the_session():
    room = workshop()

    cockpit.table_end(session_team_id=room.tables[0].pk, actor=room.actor("time is up"))

    room.play_session.refresh_from_db()
    assert (room.match.status, room.play_session.status) == (Status.ABORTED, SessionStatus.FINISHED)
    assert room.log() == [("end", room.match.pk, None, "time is up")]


def test_the_whole_room_gets_time_where_something_is_due():
    room = workshop(teams=3, pace_of_match=LIVE)
    cockpit.table_end(session_team_id=room.tables[2].pk, actor=room.actor())
    actor = room.actor()

    tables = [cockpit_room.room_extend(session_id=room.play_session.pk, minutes=15, actor=actor) for _time in range(2)]

    assert tables == [2, 0]
    later = {NOW + timedelta(minutes=20)}
    assert [due_times(table.match) for table in room.tables] == [later, later, set()]
    notes = Intervention.objects.filter(kind="extend")
    assert {note.batch for note in notes} == {actor.batch}
    assert [note.match_id for note in notes.order_by("match_id")] == [table.match_id for table in room.tables[:2]]


def test_everybody_in_the_room_can_read_a_message():
    room = workshop(teams=2)

    tables = cockpit_room.room_message(session_id=room.play_session.pk, text="Five minutes.", actor=room.actor())

    assert tables == 2
    assert sorted(Message.objects.values_list("match", "text")) == [
        (table.match_id, "Five minutes.") for table in room.tables
    ]


def test_reminding_the_room_reminds_whoever_is_awaited():
    room = workshop(teams=2, seats=6)
    cockpit.table_pause(session_team_id=room.tables[1].pk, actor=room.actor())

    notes = cockpit_room.room_remind(session_id=room.play_session.pk, actor=room.actor())

    reminded = Intervention.objects.get(kind="remind")
    assert notes == [reminded]
    awaited = {row.seat for row in selectors.open_decisions([room.match])[room.match.pk] if not row.passive}
    assert (reminded.match, set(reminded.params["seats"])) == (room.match, awaited)


def test_nobody_is_reminded_where_bots_are_awaited():
    room = workshop()
    for seat, user in enumerate(room.people[0]):
        seat_release(match_id=room.match.pk, seat=seat, user=user)

    with pytest.raises(NobodyAwaited):
        cockpit.table_remind(session_team_id=room.tables[0].pk, actor=room.actor())


@pytest.mark.parametrize("more", [{"reason": "x" * 301}, {"reason": "a\x00b"}, {"batch": "a b"}, {"batch": "a" * 33}])
def test_a_press_that_cannot_be_kept_is_refused(more):
    with pytest.raises(BadRequest):
        Actor(person(), **more)
