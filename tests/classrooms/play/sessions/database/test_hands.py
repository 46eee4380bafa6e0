"""In a game with hidden information, students cannot see a second hand by their own actions."""

import pytest

from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services import together
from classrooms.play.sessions.services.refusals import NoSeatFree
from games.platform.errors import OneHand
from games.platform.selectors import holders_of
from games.platform.services.guests import guest_create
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.steering_seats import steer_seat_to_bot
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db


def played(*teams, **more):
    """A running session of a game with secret hands, and the match of each team."""
    tutor = person()
    course = course_of(tutor, [user for team in teams for user in team if user is not None])
    play_session = session_of(course, teams=teams, started=True, game="dominato", scenario="three", **more)
    return play_session, [table.match for table in play_session.session_teams.order_by("position")]


def to_bot(match, seat):
    steer_seat_to_bot(match_id=match.pk, seat=seat, actor=Actor(None))


def test_who_comes_back_by_the_code_gets_the_seat_that_was_theirs():
    ann, bob = person(), person()
    play_session, [match] = played([bob, ann])
    to_bot(match, 0)
    to_bot(match, 1)

    place = sessions.session_join(session_id=play_session.pk, user=ann, now=NOW)

    assert (place.seat, holders_of(match)) == (1, {1: [ann]})


def test_another_hand_is_not_to_be_had_by_the_code():
    ann, bob = person(), person()
    play_session, [match, other] = played([ann], [None, bob], luck="same")
    to_bot(match, 0)
    seat_assign(match_id=match.pk, seat=0, user=bob)
    seat_assign(match_id=other.pk, seat=0, user=bob)

    with pytest.raises(NoSeatFree):
        sessions.session_join(session_id=play_session.pk, user=ann, now=NOW)

    assert (holders_of(match), holders_of(other)) == ({0: [bob]}, {1: [bob], 0: [bob]})


def test_a_team_with_more_members_than_seats_shares_none_by_the_code_where_hands_are_secret():
    people = [person() for _each in range(4)]
    play_session, [match] = played(people[:3])
    enrol(play_session.course, people[3])
    play_session.session_teams.get().team.members.add(people[3])

    with pytest.raises(NoSeatFree):
        sessions.session_join(session_id=play_session.pk, user=people[3], now=NOW)

    assert holders_of(match) == {seat: [people[seat]] for seat in range(3)}


def test_nobody_plays_at_a_screen_after_seeing_another_hand():
    ann, bob = person(), person()
    play_session, [match] = played([ann, bob])
    to_bot(match, 1)

    with pytest.raises(OneHand):
        together.play_together(session_id=play_session.pk, owner=ann, partner=bob, proof=bob.email, actor=Actor(ann))

    assert holders_of(match) == {0: [ann]}


def test_who_becomes_one_with_a_guest_at_the_table_keeps_one_hand_unless_staff_do_it():
    ann, guest = person(), guest_create(display_name="Guest")
    _play_session, [match] = played([ann, guest])

    with pytest.raises(OneHand):
        guest_merge(guest=guest, into=ann)
    assert holders_of(match) == {0: [ann], 1: [guest]}

    guest_merge(guest=guest, into=ann, by_staff=True)
    assert holders_of(match) == {0: [ann], 1: [ann]}
