"""Waiting times of stored matches: pauses, undone moves, steps back, bots, and every game."""

from datetime import timedelta

import pytest

from classrooms.play.monitor.queries.waiting_times import waiting_times_in
from classrooms.play.monitor.services import cockpit
from games.models import AuthorKind, Match
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_begin, match_create, match_pause, match_start
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from games.ui import faces
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import NOW, SEED, match_of, person, role_ids

pytestmark = pytest.mark.django_db
OWNER, ARCHITECT = 0, 1


def at(minutes):
    return NOW + timedelta(minutes=minutes)


def answer(match, minutes, by=None, seat=None, **more):
    """The default answer to the first awaited question (of `seat`), by the person there."""
    match.refresh_from_db()
    rules, state = game_of(match).rules, state_of(match)
    asked = [each for each in rules.prompts(state) if not each.optional and not each.passive]
    prompt = next(each for each in asked if seat in (None, each.seat))
    holder = match.seats.get(index=prompt.seat).holders.filter(released_at__isnull=True).first()
    by = by or Author(AuthorKind.PLAYER, holder.user if holder else None)
    move = rules.default(state, prompt.seat, prompt.key)
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=at(minutes), **more)
    match.refresh_from_db()


def pair():
    """An owner and a builder with people, who are both asked at first."""
    return match_of(person(), person(), scenario="pair", now=NOW)


def project():
    """A classic match with an owner, who is asked alone for two activities, and an architect."""
    return match_of(person(), person(), now=NOW)


def times_of(match, minutes):
    match.refresh_from_db()
    return waiting_times_in([match], at(minutes))[match.pk]


def minutes(times):
    return {key: time / timedelta(minutes=1) for key, time in times.items() if time}


def test_the_seat_without_a_question_waits_for_the_other():
    times = times_of(project(), 7)

    assert minutes(times.waits) == {(1, ARCHITECT, OWNER): 7}
    assert minutes(times.asked) == {OWNER: 7}


def test_a_match_that_waits_in_its_lobby_has_no_times():
    assert waiting_times_in([match_of(person(), started=False)], at(5)) == {}


def test_nobody_waits_for_a_bot_or_as_a_bot():
    match = match_of(now=NOW)
    seat_assign(match_id=match.pk, seat=ARCHITECT, user=person(), now=at(2))

    assert minutes(times_of(match, 9).waits) == {}

    seat_assign(match_id=match.pk, seat=OWNER, user=person(), now=at(10))
    assert minutes(times_of(match, 15).waits) == {(1, ARCHITECT, OWNER): 5}


def test_a_person_who_left_is_no_longer_awaited():
    match = project()
    holder = match.seats.get(index=OWNER).holders.get()
    seat_release(match_id=match.pk, seat=OWNER, user=holder.user, now=at(3))

    assert minutes(times_of(match, 9).waits) == {(1, ARCHITECT, OWNER): 3}


def test_pauses_do_not_count_whether_they_are_over_or_not():
    room = workshop()
    before = times_of(room.match, 10)
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor("fire alarm", at=at(10)))

    paused = times_of(room.match, 60)
    cockpit.table_resume(session_team_id=room.tables[0].pk, actor=room.actor("back", at=at(60)))
    resumed = times_of(room.match, 65)

    assert before.waits
    assert (paused.waits, paused.asked) == (before.waits, before.asked)
    assert {key: time - paused.waits[key] for key, time in resumed.waits.items()} == dict.fromkeys(
        before.waits, timedelta(minutes=5)
    )


def test_a_pause_without_a_line_in_the_log_counts_from_its_start():
    match = project()
    match_pause(match_id=match.pk, now=at(4))

    assert minutes(times_of(match, 30).waited) == {ARCHITECT: 4}


def test_before_somebody_comes_no_time_runs():
    match = match_of(person(), person(), now=NOW, started=False)
    match_start(match_id=match.pk, wait_for_people=True, now=NOW)

    assert minutes(times_of(match, 30).asked) == {}

    match_begin(match_id=match.pk, now=at(30))
    assert minutes(times_of(match, 34).waited) == {ARCHITECT: 4}


def test_an_undone_move_leaves_its_seat_awaited_all_the_time():
    match = project()
    answer(match, 5)
    holder = match.seats.get(index=OWNER).holders.get()
    move_take_back(match_id=match.pk, number=match.number, by=holder.user, now=at(5) + timedelta(seconds=3))

    times = times_of(match, 9)

    assert minutes(times.asked) == {OWNER: 9}
    assert minutes(times.waited) == {ARCHITECT: 9}
    assert times.before == {}


def test_a_fork_keeps_the_times_of_its_prefix_and_leaves_out_the_abandoned_branch():
    match = pair()
    answer(match, 4)
    answer(match, 50)
    fork = match_fork(match_id=match.pk, number=1, by=person(), reason="Again", now=at(60))

    times = times_of(fork, 63)

    (early,) = {move.seat for move in fork.moves.filter(number=1)}
    assert minutes(times.before) == {1: 4}
    assert minutes(times.asked) == {early: 4, 1 - early: 4 + 3}
    assert minutes(times.matrix) == {(early, 1 - early): 3}


def test_a_fork_of_a_fork_leaves_out_both_abandoned_branches():
    match = pair()
    answer(match, 4)
    answer(match, 50)
    first = match_fork(match_id=match.pk, number=1, by=person(), reason="Again", now=at(60))
    answer(first, 62)
    answer(first, 90)
    second = match_fork(match_id=first.pk, number=2, by=person(), reason="Again", now=at(100))

    times = times_of(second, 103)

    (early,) = {move.seat for move in second.moves.filter(number=1)}
    assert minutes(times.asked) == {early: 4 + 3, 1 - early: 4 + 2 + 3}
    assert minutes(times.matrix) == {(early, 1 - early): 2}


def test_the_time_before_the_first_person_does_not_count_in_a_fork_either():
    match = match_of(person(), person(), now=NOW, started=False)
    match_start(match_id=match.pk, wait_for_people=True, now=NOW)
    match_begin(match_id=match.pk, now=at(30))
    answer(match, 34)
    answer(match, 36)
    fork = match_fork(match_id=match.pk, number=2, by=person(), reason="Again", now=at(36))

    assert minutes(times_of(match, 36).matrix) == minutes(times_of(fork, 36).matrix) == {(ARCHITECT, OWNER): 6}


def test_a_move_made_for_a_person_ends_the_time_before_the_next_one():
    match = project()
    answer(match, 6, by=Author(AuthorKind.DEADLINE))
    answer(match, 8)

    assert times_of(match, 9).on_task([2]) == timedelta(minutes=2)


def test_many_matches_take_as_many_queries_as_one(django_assert_num_queries):
    matches = [Match.objects.get(pk=pair().pk) for _match in range(3)]
    with django_assert_num_queries(6):
        waiting_times_in(matches[:1], at(5))
    with django_assert_num_queries(6):
        waiting_times_in(matches, at(5))


@pytest.mark.parametrize("face", faces.all_faces(), ids=lambda face: face.game.key)
def test_in_every_game_waits_and_own_questions_fit_into_the_time(face):
    key, text = next(iter(face.game.scenarios.items()))
    roles = role_ids(text, face.game.key)
    match = match_create(game=face.game.key, roles=roles, by=None, scenario_key=key, seed=SEED, now=NOW)
    for seat in range(len(roles)):
        seat_assign(match_id=match.pk, seat=seat, user=person(), now=NOW)
    match = match_start(match_id=match.pk, now=NOW)
    for number in range(1, 41):
        if match.is_over:
            break
        answer(match, number)

    times = times_of(match, 45)

    assert times.whole == (match.ended_at or at(45)) - NOW
    for seat in range(len(roles)):
        both = times.waited.get(seat, timedelta(0)) + times.asked.get(seat, timedelta(0))
        assert both <= times.whole
    assert sum(times.before.values(), timedelta(0)) > timedelta(0)
