"""People who come by the code get one seat each, in teams with a free seat."""

import pytest
from django.http import Http404

from classrooms.models import Enrolment, Session, Team
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import (
    ClosedToLateComers,
    NoSeatFree,
    NotAdmitted,
    SeatNotFree,
    WrongState,
)
from games.models import SeatHolder
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person, played_by_bots

pytestmark = pytest.mark.django_db


def seats(play_session):
    """The people with a seat: (team, seat index, user id)."""
    rows = SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)
    rows = rows.select_related("seat__match__session_team", "user")
    return sorted((row.seat.match.session_team.name, row.seat.index, row.user_id) for row in rows)


def join(play_session, user, table=None, seat=None):
    place = sessions.session_join(
        session_id=play_session.pk, user=user, session_team_id=table and table.pk, seat=seat, now=NOW
    )
    return place.table.name, place.seat


def tables(play_session):
    return list(play_session.session_teams.order_by("position"))


def test_a_stranger_is_enrolled_and_sits_where_the_fewest_are():
    ada, bob, eve = person(), person(), person()
    course = course_of(students=[ada, bob])
    play_session = session_of(course, teams=[[ada, bob], []])

    assert join(play_session, eve) == ("Team 2", 0)

    assert seats(play_session) == [("Team 1", 0, ada.pk), ("Team 1", 1, bob.pk), ("Team 2", 0, eve.pk)]
    assert Enrolment.objects.get(course=course, user=eve).role == "student"
    sessions.session_start(session_id=play_session.pk, now=NOW)
    assert list(Team.objects.get(name="Team 2").members.all()) == [eve]


def test_a_planned_seat_is_found_again_and_not_left():
    ada = person()
    play_session = session_of(course_of(students=[ada]), teams=[[None, ada], []])
    other = tables(play_session)[1]

    assert join(play_session, ada) == ("Team 1", 1)
    assert join(play_session, ada, other, 0) == ("Team 1", 1)
    assert seats(play_session) == [("Team 1", 1, ada.pk)]


def test_who_chose_a_seat_in_the_lobby_may_choose_another():
    eve = person()
    play_session = session_of(course_of(), teams=2)
    first, _second = tables(play_session)

    join(play_session, eve, first, 2)
    join(play_session, eve, first, 4)

    assert seats(play_session) == [("Team 1", 4, eve.pk)]


def test_a_seat_that_somebody_holds_is_not_given_twice():
    ada, eve = person(), person()
    play_session = session_of(course_of(students=[ada]), teams=[[ada]])

    with pytest.raises(SeatNotFree):
        join(play_session, eve, tables(play_session)[0], 0)
    assert seats(play_session) == [("Team 1", 0, ada.pk)]


def test_a_member_of_a_team_sits_at_its_table_and_shares_when_it_is_full():
    people = [person() for _ in range(7)]
    course = course_of(students=people)
    play_session = session_of(course, teams=[people[:6], []])
    first, second = tables(play_session)
    first.team.members.add(people[6])

    with pytest.raises(SeatNotFree):
        join(play_session, people[6], second, 0)
    assert join(play_session, people[6]) == ("Team 1", 0)
    assert seats(play_session).count(("Team 1", 0, people[6].pk)) == 1


def test_all_tables_full_is_said():
    people = [person() for _ in range(6)]
    play_session = session_of(course_of(students=people), teams=[people])

    with pytest.raises(NoSeatFree):
        join(play_session, person())


def test_a_late_comer_takes_a_bots_seat():
    ada, eve = person(), person()
    play_session = session_of(course_of(students=[ada]), teams=[[ada], []], started=True)
    for table in tables(play_session):
        played_by_bots(table.match)  # that without people is over by now

    assert join(play_session, eve) == ("Team 1", 1)
    assert seats(play_session) == [("Team 1", 0, ada.pk), ("Team 1", 1, eve.pk)]


def test_late_comers_may_be_left_to_the_instructor():
    eve = person()
    play_session = session_of(course_of(), started=True, late_join=False)
    table = tables(play_session)[0]

    with pytest.raises(ClosedToLateComers):
        join(play_session, eve)
    sessions.late_join(session_team_id=table.pk, seat=3, user=eve, now=NOW)

    assert seats(play_session) == [("Team 1", 3, eve.pk)]


def test_extra_time_comes_from_the_class_list():
    eve = person()
    course = course_of()
    enrol(course, eve, extra_time=40)
    play_session = session_of(course)

    join(play_session, eve)

    assert SeatHolder.objects.get(user=eve).extra_time == 40


@pytest.mark.parametrize("status", ["draft", "finished", "archived"])
def test_nobody_comes_before_the_opening_or_after_the_end(status):
    play_session = session_of(course_of())
    Session.objects.update(status=status)

    with pytest.raises(WrongState):
        join(play_session, person())
    assert seats(play_session) == []


def test_who_was_taken_off_the_list_does_not_come_back_by_the_code():
    eve = person()
    course = course_of()
    enrol(course, eve, left_at=NOW)
    play_session = session_of(course)

    with pytest.raises(NotAdmitted):
        join(play_session, eve)


def test_observers_only_look_on():
    eve = person()
    course = course_of()
    enrol(course, eve, "observer")

    with pytest.raises(NotAdmitted):
        join(session_of(course), eve)


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0}", "lower", "grouped"])
def test_a_code_is_found_however_it_is_typed(typed):
    play_session = session_of(course_of())
    code = play_session.join_code
    text = {"lower": code.lower(), "grouped": f"{code[:3]} {code[3:]}"}.get(typed) or typed.format(code)

    assert sessions.session_of_code(text).pk == play_session.pk


def test_codes_of_drafts_and_of_courses_put_away_open_nothing():
    course = course_of()
    play_session = session_of(course)
    made = sessions.session_create(course=course, by=None, title="Draft", game="domego", now=NOW)
    course.archived_at = NOW
    course.save()

    for code in (made.join_code, play_session.join_code, "------", ""):
        with pytest.raises(Http404):
            sessions.session_of_code(code)


def test_what_a_bot_had_not_answered_yet_waits_for_the_late_comer():
    eve = person()
    play_session = session_of(course_of(), started=True)
    match = tables(play_session)[0].match

    join(play_session, eve)
    played_by_bots(match)

    assert set(match.decisions.filter(closed_at__isnull=True, optional=False).values_list("seat", flat=True)) == {0}
