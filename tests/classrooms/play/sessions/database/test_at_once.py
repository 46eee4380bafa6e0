"""Two people submit the same form at the same moment, on the database that the site would use."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from classrooms.models import SeatPlan, Session, SessionTeam
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import SeatNotFree
from games.models import Match, SeatHolder, Status
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.everywhere]

TEAMS = 50


def at_once(*works):
    """Call these at the same moment, each in a thread of its own; results in order. Errors are raised."""
    start = Barrier(len(works))

    def one(work):
        try:
            start.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(one, works))


def draft_of_fifty():
    teacher = person()
    course = course_of(teacher)
    made = sessions.session_create(course=course, by=teacher, title="All at once", game=GAME, luck="same", now=NOW)
    sessions.tables_choose(session_id=made.pk, teams=[], others=TEAMS)
    people = [person() for _ in range(6)]
    for user in people:
        course.enrolments.create(user=user)
    tables = list(made.session_teams.order_by("position"))
    SeatPlan.objects.bulk_create(
        SeatPlan(session_team=table, seat=seat, user=user) for table in tables for seat, user in enumerate(people)
    )
    return made, teacher


def test_fifty_teams_opened_twice_at_once_have_fifty_matches():
    made, teacher = draft_of_fifty()

    def opened():
        return [match.pk for match in sessions.session_open(session_id=made.pk, by=teacher, now=NOW)]

    first, second = at_once(opened, opened)

    assert first == second
    assert Match.objects.count() == TEAMS
    assert list(SessionTeam.objects.order_by("position").values_list("match", flat=True)) == first
    assert SeatHolder.objects.count() == TEAMS * 6
    assert Match.objects.values("commitment").distinct().count() == 1
    assert Session.objects.get().status == "open"


def test_a_session_started_twice_at_once_sets_each_board_up_once():
    play_session = session_of(course_of(), teams=5)

    def started():
        sessions.session_start(session_id=play_session.pk, now=NOW)

    at_once(started, started, started)

    assert list(Match.objects.values_list("status", "number")) == [(Status.RUNNING, 0)] * 5
    assert [match.moves.count() for match in Match.objects.all()] == [1] * 5


def test_of_eight_who_want_one_seat_one_sits_down():
    play_session = session_of(course_of())
    table = play_session.session_teams.get()
    people = [person() for _ in range(8)]

    def wanting(user):
        def want():
            try:
                place = sessions.session_join(
                    session_id=play_session.pk, user=user, session_team_id=table.pk, seat=2, now=NOW
                )
            except SeatNotFree:
                return None
            return place.seat

        return want

    answers = at_once(*(wanting(user) for user in people))

    assert sorted(answers, key=str) == [2] + [None] * 7
    assert SeatHolder.objects.filter(seat__index=2).count() == 1


def test_six_who_are_put_somewhere_at_once_have_a_seat_each():
    play_session = session_of(course_of(), teams=2)
    people = [person() for _ in range(6)]

    def joining(user):
        return lambda: sessions.session_join(session_id=play_session.pk, user=user, now=NOW)

    places = at_once(*(joining(user) for user in people))

    assert len({(place.table.pk, place.seat) for place in places}) == 6
    assert sorted(place.table.name for place in places) == ["Team 1"] * 3 + ["Team 2"] * 3
