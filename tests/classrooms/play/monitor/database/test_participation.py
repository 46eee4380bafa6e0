"""Participation is counted from the record: only a student's own answers count, and interventions change no grade."""

from datetime import timedelta

import pytest

from classrooms.play.monitor.queries.participation import OwnMoves, own_answers, own_answers_in
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services.counts import intervention_count
from games.models import AuthorKind, Intervention, LatePolicy, Match
from games.platform import selectors
from games.platform.pace import Pace
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import BOT, Author
from games.platform.services.deadlines import apply_due
from games.platform.services.holders import seat_assign, seat_release
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)
SOON = NOW + timedelta(seconds=30)


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def bob():
    return person("bob")


def pending(match):
    """The first open decision."""
    match.refresh_from_db()
    return next(row for row in selectors.open_decisions([match])[match.pk] if not row.passive)


def answer(match, by=None, at=NOW, seat=None):
    """Give the default answer to the first open decision (of `seat`), by a player or another author."""
    match.refresh_from_db()
    rules, state = game_of(match).rules, state_of(match)
    prompt = next(
        prompt
        for prompt in rules.prompts(state)
        if not prompt.optional and not prompt.passive and seat in (None, prompt.seat)
    )
    author = by if isinstance(by, Author) else Author(AuthorKind.PLAYER, by)
    move = rules.default(state, prompt.seat, prompt.key)
    return moves.submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=author, now=at).move


def pair(*people, **more):
    """A small match of an owner and a builder; they are asked one after the other until both place."""
    return match_of(*people, scenario="pair", now=NOW, **more)


def counts(match):
    """The counts that are not empty, by seat and user."""
    return {place: row for place, row in own_answers(match).items() if row != OwnMoves()}


def test_own_answers_in_time_late_and_those_of_others_are_told_apart(ada):
    match = match_of(ada, pace_of_match=LIVE, late_policy=LatePolicy.WAIT, now=NOW)
    for by, minutes in ((ada, 1), (ada, 20), (BOT, 1), (Author(AuthorKind.DEADLINE), 6)):
        while pending(match).seat != 0:
            answer(match, BOT, pending(match).opened_at)
        answer(match, by, pending(match).opened_at + timedelta(minutes=minutes))

    assert counts(match) == {(0, ada.pk): OwnMoves(own_in_time=1, late=1, by_bot=1, by_default=1)}
    assert own_answers(match)[0, ada.pk].required == 4


def test_what_the_deadline_played_is_not_the_students(ada, bob):
    match = pair(ada, bob, pace_of_match=LIVE)

    apply_due(match_id=match.pk, now=NOW + timedelta(minutes=5))

    assert all(
        row.own_in_time == row.late == 0 and row.by_default == row.required for row in own_answers(match).values()
    )


def test_an_answer_that_can_still_be_revised_was_owed_and_is_in_time(ada, bob):
    match = pair(ada, bob, pace_of_match=LIVE)
    while pending(match).kind != "allocate":
        answer(match, {0: ada, 1: bob}[pending(match).seat], NOW)
    first = pending(match)
    user = {0: ada, 1: bob}[first.seat]
    before = own_answers(match)[first.seat, user.pk].own_in_time
    placed = game_of(match).rules.default(state_of(match), first.seat, first.key)

    for minutes in (1, 9):
        moves.submit(
            match_id=match.pk,
            seat=first.seat,
            key=first.key,
            move=placed,
            by=Author(AuthorKind.PLAYER, user),
            now=NOW + timedelta(minutes=minutes),
        )
    answer(match, BOT, NOW + timedelta(minutes=10))

    assert own_answers(match)[first.seat, user.pk].own_in_time == before + 1


def test_two_on_a_seat_have_a_line_each(ada, bob):
    match = pair(ada)
    seat_assign(match_id=match.pk, seat=0, user=bob, now=NOW)
    while pending(match).seat != 0:
        answer(match, BOT)
    answer(match, bob)

    assert counts(match) == {(0, ada.pk): OwnMoves(by_partner=1), (0, bob.pk): OwnMoves(own_in_time=1)}


def test_who_sat_down_later_owes_nothing_from_before(ada, bob):
    match = pair(ada)
    while pending(match).seat != 0:
        answer(match, BOT)
    answer(match, ada)
    seat_assign(match_id=match.pk, seat=0, user=bob, now=NOW + timedelta(hours=1))

    assert counts(match) == {(0, ada.pk): OwnMoves(own_in_time=1)}


def test_who_leaves_by_themselves_left_an_answer_to_a_bot(ada):
    match = pair(ada)
    while pending(match).seat != 0:
        answer(match, BOT)
    seat_release(match_id=match.pk, seat=0, user=ada, now=NOW + timedelta(minutes=1))
    answer(match, BOT, NOW + timedelta(minutes=2))

    assert counts(match) == {(0, ada.pk): OwnMoves(by_bot=1)}


def first_pending(room):
    """A seat that is awaited in a workshop, and who holds it."""
    seat = pending(room.match).seat
    return seat, room.people[0][seat]


def test_a_default_of_the_instructor_touches_no_grade_unless_they_say_so():
    room = workshop(seats=6)
    seat, user = first_pending(room)
    cockpit.table_default(session_team_id=room.tables[0].pk, seat=seat, actor=room.actor())
    note = Intervention.objects.get()

    excused = counts(room.match)[seat, user.pk]
    intervention_count(session_id=room.play_session.pk, intervention_id=note.pk, counts=True)

    assert excused == OwnMoves(excused=1)
    assert counts(room.match)[seat, user.pk] == OwnMoves(by_instructor=1)


def test_a_seat_that_was_given_to_a_bot_is_excused_what_it_owed_then():
    room = workshop(seats=6)
    seat, user = first_pending(room)
    cockpit.table_seat_to_bot(session_team_id=room.tables[0].pk, seat=seat, actor=room.actor(at=SOON))
    answer(room.match, BOT, NOW + timedelta(minutes=1), seat)
    note = Intervention.objects.get()

    excused = counts(room.match)[seat, user.pk]
    intervention_count(session_id=room.play_session.pk, intervention_id=note.pk, counts=True)

    assert excused == OwnMoves(excused=1)
    assert counts(room.match)[seat, user.pk] == OwnMoves(by_bot=1)


def test_more_time_makes_an_answer_be_in_time():
    room = workshop(seats=6, pace_of_match=LIVE)
    seat, user = first_pending(room)
    cockpit.table_extend(session_team_id=room.tables[0].pk, minutes=5, actor=room.actor(at=NOW))

    answer(room.match, user, NOW + timedelta(minutes=8), seat)

    assert counts(room.match)[seat, user.pk] == OwnMoves(own_in_time=1)


def test_after_a_step_back_the_moves_before_it_count_and_those_that_were_left_do_not():
    room = workshop(seats=6)
    for _move in range(6):
        seat, user = first_pending(room)
        answer(room.match, user, NOW, seat)
    kept = own_answers(room.match)
    for _move in range(3):
        seat, _user = first_pending(room)
        cockpit.table_default(session_team_id=room.tables[0].pk, seat=seat, actor=room.actor())

    cockpit.table_step_back(
        session_team_id=room.tables[0].pk, match_id=room.match.pk, number=6, actor=room.actor("again")
    )

    assert own_answers(room.match) == kept


def test_many_matches_take_as_many_queries_as_one(ada, django_assert_num_queries):
    for _match in range(3):
        match = pair(ada)
        answer(match, BOT)
    everything = list(Match.objects.all())
    with django_assert_num_queries(4) as one:
        own_answers_in(everything[:1])

    with django_assert_num_queries(len(one)):
        found = own_answers_in(everything)

    assert set(found) == {match.pk for match in everything}
