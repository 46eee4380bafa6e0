"""When something is asked of whom."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import SessionTeam
from classrooms.play.questions.queries.moments import places
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_release
from games.platform.services.matches import match_abort
from tests.classrooms.factories import enrol
from tests.classrooms.play.questions.asking import class_of, finish, match_in, moments, pass_turn, three_questions
from tests.games.factories import NOBODY, NOW, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked():
    play_session, people = class_of("ana", "bob")
    three_questions(play_session)
    return play_session, people["ana"], people["bob"]


def test_in_a_draft_nothing_is_asked(asked):
    play_session, ana, _bob = asked
    play_session.status = "draft"

    assert moments(play_session, ana) == [("before", "early"), ("during", "early"), ("after", "early")]


def test_what_is_asked_before_closes_with_ones_own_first_move_and_with_nobody_elses(asked):
    play_session, ana, bob = asked
    play_default(match_in(play_session), 0, ana)

    assert moments(play_session, ana)[0] == ("before", "closed")
    assert moments(play_session, bob)[0] == ("before", "open")


def test_a_move_that_a_deadline_made_for_me_closes_nothing(asked):
    play_session, ana, _bob = asked
    play_default(match_in(play_session), 0, NOBODY)

    assert moments(play_session, ana)[0] == ("before", "open")


def test_what_is_asked_after_a_turn_opens_when_the_own_match_has_passed_it(asked):
    play_session, ana, _bob = asked
    match = match_in(play_session)
    play_default(match)
    assert moments(play_session, ana)[1] == ("during", "early")

    pass_turn(match)

    assert moments(play_session, ana)[1] == ("during", "open")


def test_each_table_opens_its_own_questions():
    play_session, people = class_of("ana", "bob", teams=[["ana"], ["bob"]])
    three_questions(play_session)
    pass_turn(match_in(play_session, 1))

    assert moments(play_session, people["ana"])[1] == ("during", "early")
    assert moments(play_session, people["bob"])[1] == ("during", "open")


def test_after_the_game_the_last_questions_open_and_those_of_its_turns_stay_open(asked):
    play_session, ana, _bob = asked
    finish(play_session)

    assert moments(play_session, ana) == [("before", "closed"), ("during", "open"), ("after", "open")]


def test_a_match_that_was_cut_short_never_asks_after_the_turns_that_it_did_not_reach(asked):
    play_session, ana, _bob = asked
    match_abort(match_id=match_in(play_session).pk, now=NOW)

    assert moments(play_session, ana) == [("before", "closed"), ("during", "closed"), ("after", "open")]


def test_in_an_archived_session_everything_is_closed(asked):
    play_session, ana, _bob = asked
    finish(play_session)
    play_session.status = "archived"

    assert {moment for _when, moment in moments(play_session, ana)} == {"closed"}


def test_somebody_without_a_seat_is_asked_before_and_after_the_session(asked):
    play_session, *_people = asked
    cy = enrol(play_session.course, person("cy"))
    assert moments(play_session, cy) == [("before", "open"), ("during", "early"), ("after", "early")]

    finish(play_session)

    assert moments(play_session, cy) == [("before", "closed"), ("during", "closed"), ("after", "open")]


def step_back(play_session, number):
    """Replace the match of the first team by a fork at move `number`."""
    table = SessionTeam.objects.get(session=play_session, position=0)
    fork = match_fork(match_id=table.match_id, number=number, by=None, reason="again", now=NOW)
    match_abort(match_id=table.match_id, now=NOW)
    table.match = fork
    table.save()


def test_a_turn_that_was_stepped_back_has_to_be_passed_again(asked):
    play_session, ana, _bob = asked
    pass_turn(match_in(play_session))
    step_back(play_session, 0)

    assert moments(play_session, ana)[:2] == [("before", "open"), ("during", "early")]


def test_moves_on_a_branch_that_was_left_still_count_as_begun(asked):
    play_session, ana, _bob = asked
    play_default(match_in(play_session), 0, ana)
    step_back(play_session, 0)

    assert moments(play_session, ana)[0] == ("before", "closed")


def test_who_was_taken_off_a_seat_keeps_what_the_table_had_reached(asked):
    play_session, ana, _bob = asked
    match = pass_turn(match_in(play_session))
    seat_release(match_id=match.pk, seat=0, user=ana, now=NOW)

    place = places([play_session], ana)[play_session.pk, ana.pk]

    assert (place.passed, place.sits) == (1, False)


def test_many_tables_are_placed_with_as_many_queries_as_one():
    def count(teams):
        names = [f"p{len(teams)}{number}" for number in range(len(teams))]
        play_session, _people = class_of(*names, teams=[[name] for name in names])
        with CaptureQueriesContext(connection) as queries:
            found = places([play_session])
        assert len(found) == len(teams)
        return len(queries)

    assert count([0, 1, 2]) == count([0])
