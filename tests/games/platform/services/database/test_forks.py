"""New matches from the first moves of others."""

from datetime import timedelta

import pytest

from games.catalogue.domego.rules.away import Instructions
from games.engine.draws import derive
from games.models import AwayPlan, Status
from games.platform import selectors
from games.platform.errors import BadRequest
from games.platform.pace import Pace
from games.platform.selectors.replaying import difference
from games.platform.services.away import plan_take_back, plan_write, play_absent
from games.platform.services.forks import match_fork
from games.platform.services.matches import match_abort
from tests.games.factories import NOW, match_of, person, play_on, played_by_bots, record_of

pytestmark = pytest.mark.django_db


def chain(match, upto):
    return list(
        match.moves.filter(number__lte=upto).values_list("number", "seat", "key", "state_hash").order_by("number")
    )


def draws_after(match, number):
    return list(match.moves.filter(number__gt=number).values_list("draws", flat=True).order_by("number"))


def test_a_fork_has_the_same_moves_people_and_question_and_leaves_the_source_alone():
    ada, tutor = person(), person()
    match = play_on(match_of(ada, by=tutor), 6)
    before = record_of(match)

    fork = match_fork(match_id=match.pk, number=4, by=tutor, reason="Try again.")

    assert (fork.parent, fork.forked_at, fork.fork_reason, fork.number) == (match, 4, "Try again.", 4)
    assert chain(fork, 4) == chain(match, 4)
    assert selectors.holders_of(fork) == {0: [ada]}
    assert list(fork.stewards.all()) == [tutor]
    open_keys = fork.decisions.filter(closed_at__isnull=True).values_list("key", flat=True)
    assert list(open_keys) == ["activity-3/allocate/owner"]
    assert record_of(match) == before
    assert (difference(match), difference(fork)) == (None, None)


@pytest.mark.parametrize("same_cards", [False, True])
def test_luck_after_a_fork_is_new_unless_the_cards_stay_the_same(same_cards):
    match = play_on(match_of(), 4)
    fork = match_fork(match_id=match.pk, number=4, by=None, reason="", same_cards=same_cards)

    for each in (match, fork):
        play_on(each, -1)

    assert (draws_after(match, 4) == draws_after(fork, 4)) is same_cards
    assert (difference(match), difference(fork)) == (None, None)


def test_two_forks_of_one_position_have_different_luck():
    match = play_on(match_of(), 4)
    forks = [match_fork(match_id=match.pk, number=4, by=None, reason="") for _ in range(2)]

    assert forks[0].seeds[0] == forks[1].seeds[0]
    assert forks[0].seeds[1] != forks[1].seeds[1]


def test_a_fork_of_a_fork_verifies():
    match = play_on(match_of(), 5)
    fork = play_on(match_fork(match_id=match.pk, number=3, by=None, reason=""), 4)

    second = play_on(match_fork(match_id=fork.pk, number=6, by=None, reason=""), -1)

    assert [number for number, _seed in second.seeds] == [0, 4, 7]
    assert difference(second) is None


def test_a_finished_match_can_be_forked_before_its_end_and_goes_on():
    match = played_by_bots(match_of())

    fork = match_fork(match_id=match.pk, number=match.number - 3, by=None, reason="What if?", same_cards=True)

    assert (fork.status, fork.result, fork.ended_at) == (Status.RUNNING, None, None)
    assert played_by_bots(fork).status == Status.FINISHED


def test_the_clocks_of_a_fork_begin_anew():
    match = play_on(match_of(person(), pace_of_match=Pace(mode="live", minutes=5), now=NOW), 1)
    later = NOW + timedelta(days=3)

    fork = match_fork(match_id=match.pk, number=1, by=None, reason="", now=later)

    assert fork.decisions.get(closed_at__isnull=True).due_at == later + timedelta(minutes=5)


@pytest.mark.parametrize("number", [-1, 7, 2**40])
def test_a_fork_at_a_move_that_was_not_made_is_refused(number):
    match = play_on(match_of(), 6)

    with pytest.raises(BadRequest):
        match_fork(match_id=match.pk, number=number, by=None, reason="")


def test_a_match_that_has_not_begun_cannot_be_forked():
    with pytest.raises(BadRequest):
        match_fork(match_id=match_of(started=False).pk, number=0, by=None, reason="")


def test_a_seed_is_shown_when_no_unfinished_match_shares_it():
    match = play_on(match_of(), 4)
    duplicate = match_of()
    fork = match_fork(match_id=match.pk, number=2, by=None, reason="", same_cards=True)
    shown = [selectors.seed_is_public(match)]

    play_on(match, -1)
    shown.append(selectors.seed_is_public(match))
    match_abort(match_id=duplicate.pk)
    shown.append(selectors.seed_is_public(match))
    play_on(fork, -1)
    shown.append(selectors.seed_is_public(match))

    assert shown == [False, False, False, True]


def test_nobody_can_work_out_the_luck_of_a_fork_from_a_seed_that_was_published():
    match = play_on(match_of(person(), scenario="pair"), -1)
    (published,) = match.seeds

    fork = match_fork(match_id=match.pk, number=1, by=None, reason="")

    assert fork.seeds[0] == published
    assert fork.seeds[1][1] != derive(bytes.fromhex(published[1]), f"fork/{fork.pk}").hex()
    assert len(bytes.fromhex(fork.seeds[1][1])) == 32


def test_who_is_away_is_away_from_the_fork_too_and_a_plan_that_ended_is_not_copied():
    ada, bob = person(), person()
    match = match_of(ada, bob, scenario="pair", now=NOW)
    times = {"ends_at": NOW + timedelta(days=1), "now": NOW}
    for seat, user in enumerate((ada, bob)):
        plan_write(match_id=match.pk, seat=seat, user=user, instructions=Instructions(buys=True), **times)
    plan_take_back(match_id=match.pk, seat=1, user=bob, now=NOW)
    play_absent(match_id=match.pk, now=NOW)

    fork = match_fork(match_id=match.pk, number=0, by=None, reason="", now=NOW)

    copied = AwayPlan.objects.get(seat__match=fork)
    assert (copied.seat.index, copied.user, copied.ends_at, copied.looked_number) == (0, ada, times["ends_at"], -1)
    assert copied.instructions == AwayPlan.objects.get(seat__match=match, user=ada).instructions
    assert play_absent(match_id=fork.pk, now=NOW) == 1
