"""Waiting times by hand: who waited for whom, and the time before each move."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.monitor.waiting_times import (
    LONGEST,
    LONGEST_MINUTES,
    Answer,
    Holding,
    Question,
    Timeline,
    waiting_times,
)
from games.platform.pace import Pace

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ADA, BEN, CLEO = 11, 12, 13
NIGHTS = Pace(mode="async", quiet_from=22, quiet_to=8)


def at(minutes):
    return MONDAY + timedelta(minutes=minutes)


def asked(seat, since, until=None, key="", **more):
    return Question(seat, key or f"{seat}/{since}", at(since), None if until is None else at(until), **more)


def moved(number, seat, minute, key=""):
    return Answer(number, seat, key, at(minute))


def sits(*people):
    """These people from the first seat on, from long before the match; None leaves a seat to its bot."""
    return [Holding(seat, person, at(-60)) for seat, person in enumerate(people) if person is not None]


def told(*questions, answers=(), holdings=None, until=60, **more):
    people = sits(ADA, BEN, CLEO) if holdings is None else holdings
    return waiting_times(Timeline(at(0), at(until), questions=questions, answers=answers, holdings=people, **more))


def minutes(times):
    """Times in minutes, without those of no length."""
    return {key: time / timedelta(minutes=1) for key, time in times.items() if time}


def test_those_without_a_question_wait_for_the_one_who_has_one():
    times = told(asked(1, 5, 15))

    assert minutes(times.matrix) == {(0, 1): 10, (2, 1): 10}
    assert minutes(times.waited) == {0: 10, 2: 10}
    assert minutes(times.asked) == {1: 10}
    assert times.most == [(1, timedelta(minutes=10))]


def test_nobody_waits_while_all_have_a_question_or_nobody_has_one():
    times = told(asked(0, 0, 10), asked(1, 0, 10), asked(2, 0, 10))

    assert minutes(times.matrix) == {}
    assert minutes(times.asked) == {0: 10, 1: 10, 2: 10}


def test_time_for_two_counts_for_each_and_is_waited_once():
    times = told(asked(0, 0, 10), asked(1, 0, 30))

    assert minutes(times.matrix) == {(2, 0): 10, (2, 1): 30, (0, 1): 20}
    assert minutes(times.waited) == {2: 30, 0: 20}
    assert [(seat, time / timedelta(minutes=1)) for seat, time in times.most] == [(1, 30), (0, 10)]


def test_seats_without_a_person_neither_wait_nor_are_awaited():
    times = told(asked(0, 0, 10), asked(1, 10, 40), holdings=sits(ADA, None, CLEO))

    assert minutes(times.matrix) == {(2, 0): 10}
    assert minutes(times.asked) == {0: 10}


def test_nobody_waits_for_another_seat_of_their_own():
    times = told(asked(0, 0, 10), holdings=sits(ADA, ADA, CLEO))

    assert minutes(times.matrix) == {(2, 0): 10}


def test_an_open_question_is_awaited_up_to_the_end():
    assert minutes(told(asked(0, 50)).matrix) == {(1, 0): 10, (2, 0): 10}


def test_an_answer_that_can_be_revised_is_awaited_until_it_is_given_first():
    answers = [moved(1, 0, 10, "place"), moved(2, 0, 20, "place")]

    times = told(asked(0, 0, 40, "place", optional=True), answers=answers)

    assert minutes(times.matrix) == {(1, 0): 10, (2, 0): 10}
    assert minutes(times.before) == {1: 10}


def test_in_a_negotiation_the_side_that_moved_last_waits_for_the_other():
    talk = [asked(0, 0, 40, "talk", passive=True), asked(1, 0, 40, "talk")]

    times = told(*talk, answers=[moved(1, 0, 10, "talk"), moved(2, 1, 25, "talk"), moved(3, 0, 30, "talk")])

    assert minutes(times.matrix) == {(0, 1): 25, (1, 0): 5, (2, 0): 15, (2, 1): 35}
    assert minutes(times.before) == {1: 10, 2: 15, 3: 5}


def test_a_question_that_only_waited_for_others_is_not_awaited():
    assert minutes(told(asked(0, 0, 40, passive=True)).asked) == {}


def test_pauses_and_quiet_times_do_not_count():
    times = told(asked(0, 0, 40), pauses=[(at(10), at(25))])
    night = told(asked(0, 12 * 60, 24 * 60), until=24 * 60, limits=NIGHTS)
    live = told(asked(0, 12 * 60, 24 * 60), until=24 * 60, limits=Pace(mode="live", quiet_from=22, quiet_to=8))

    assert minutes(times.matrix) == {(1, 0): 25, (2, 0): 25}
    assert minutes(times.asked) == {0: 25}
    assert minutes(night.waited) == {1: 120, 2: 120}
    assert minutes(live.waited) == {1: 720, 2: 720}


def test_a_wait_over_two_turns_is_divided():
    times = told(asked(0, 0, 40), turns=[(at(0), 1), (at(30), 2)])

    assert minutes(times.awaited) == {(1, 0): 30, (2, 0): 10}
    assert minutes(times.waits) == {(1, 1, 0): 30, (1, 2, 0): 30, (2, 1, 0): 10, (2, 2, 0): 10}
    assert times.turn_of(0) == (1, timedelta(minutes=30))


def test_people_of_one_seat_wait_while_they_have_it():
    holdings = [Holding(0, ADA, at(-60), at(10)), Holding(0, BEN, at(10)), Holding(1, CLEO, at(-60))]

    times = told(asked(1, 0, 40), holdings=holdings)

    assert minutes(times.people) == {(0, ADA): 10, (0, BEN): 30}
    assert minutes(times.waited) == {0: 40}


def test_the_time_before_a_move_runs_from_the_move_or_the_question_before_it():
    first, second = asked(0, 0, 5), asked(0, 20, 32)

    times = told(first, second, answers=[moved(1, 0, 5), moved(2, 0, 28), moved(3, 0, 32)])

    assert minutes(times.before) == {1: 5, 2: 8, 3: 4}
    assert times.on_task([1, 3]) == timedelta(minutes=9)


def test_a_question_that_others_closed_adds_nothing_to_the_next_one():
    times = told(asked(0, 0, 10), asked(0, 20, 22), answers=[moved(1, 1, 10), moved(2, 0, 22)])

    assert minutes(times.before) == {2: 2}


def test_a_long_gap_counts_as_its_last_minutes():
    times = told(asked(0, 0, 600), answers=[moved(1, 0, 600)], until=700)

    assert times.before == {1: LONGEST}
    assert LONGEST / timedelta(minutes=1) == LONGEST_MINUTES


def test_a_match_without_people_has_no_times():
    times = told(asked(0, 0, 10), holdings=())

    assert (times.matrix, times.most, minutes(times.asked)) == ({}, [], {})
    assert times.whole == timedelta(minutes=60)


seats, moments, keys = st.integers(0, 3), st.integers(0, 3000), st.sampled_from("abc")


@st.composite
def spans(draw, most=3000):
    since = draw(st.integers(0, most))
    return at(since), at(since + draw(st.integers(0, most)))


@st.composite
def timelines(draw):
    spoken = draw(st.lists(st.tuples(seats, keys, spans(), st.booleans(), st.booleans(), st.booleans()), max_size=12))
    questions = [
        Question(seat, key, since, None if is_open else until, optional, passive)
        for seat, key, (since, until), is_open, optional, passive in spoken
    ]
    made = sorted(draw(st.lists(st.tuples(moments, seats, keys), max_size=20)))
    answers = [Answer(number, seat, key, at(minute)) for number, (minute, seat, key) in enumerate(made)]
    held = draw(st.lists(st.tuples(seats, st.sampled_from([ADA, BEN, CLEO]), spans(), st.booleans()), max_size=8))
    return Timeline(
        begin=at(0),
        until=at(draw(moments)),
        limits=draw(st.sampled_from([Pace(), Pace(mode="live"), NIGHTS])),
        questions=questions,
        answers=answers,
        holdings=[Holding(seat, who, since, until if left else None) for seat, who, (since, until), left in held],
        pauses=draw(st.lists(spans(600), max_size=3)),
        turns=[(at(minute), turn) for turn, minute in enumerate(sorted(draw(st.lists(moments, max_size=4))))],
    )


@given(timelines())
def test_waits_and_own_time_never_exceed_the_whole_time(record):
    times = waiting_times(record)

    zero = timedelta(0)
    assert zero <= times.whole <= record.until - record.begin
    for seat in range(4):
        assert times.waited.get(seat, zero) + times.asked.get(seat, zero) <= times.whole
        own = [answer.number for answer in record.answers if answer.seat == seat]
        assert times.on_task(own) <= times.asked.get(seat, zero)
    for (waiting, awaited), time in times.matrix.items():
        assert waiting != awaited
        assert zero < time <= min(times.waited[waiting], times.asked[awaited])
    for (seat, _person), time in times.people.items():
        assert time <= times.waited[seat]
    for seat, time in times.most:
        waits = [wait for (_waiting, awaited), wait in times.matrix.items() if awaited == seat]
        assert max(waits) <= time <= sum(waits, zero)


@given(timelines(), st.integers(1, 2999))
def test_the_time_up_to_a_moment_and_after_it_add_up(record, minute):
    """A cut, such as the read of a page, changes no figure: only changes of the record do."""
    turned = (at(minute), -1)
    cut = Timeline(**{**vars(record), "turns": [*record.turns, turned]})

    whole, parts = waiting_times(record), waiting_times(cut)

    assert (whole.matrix, whole.waited, whole.before) == (parts.matrix, parts.waited, parts.before)


@pytest.mark.parametrize("mode", ["free", "live"])
def test_without_hours_of_a_day_the_clock_runs_at_night(mode):
    assert minutes(told(asked(0, 0, 40), limits=Pace(mode=mode, quiet_from=8, quiet_to=20)).waited) == {1: 40, 2: 40}
