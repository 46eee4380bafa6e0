"""Moves by passed deadlines."""

from datetime import timedelta

import pytest

from games.catalogue.domego.rules.moves import Allocate, Buy
from games.models import AuthorKind, LatePolicy
from games.platform.pace import Pace
from games.platform.selectors.replaying import difference
from games.platform.services.deadlines import apply_due
from games.platform.services.matches import match_pause
from tests.games.factories import NOW, match_of, person, play, play_on, record_of

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)
LATER = NOW + timedelta(days=2)


def overdue(scenario="pair", **more):
    return match_of(person(), person(), scenario=scenario, pace_of_match=LIVE, now=NOW, **more)


def moves_of(match):
    return list(match.moves.filter(number__gt=0).values_list("seat", "key", "author_kind").order_by("number"))


def test_nothing_is_played_before_it_is_due():
    match = overdue()

    assert apply_due(match_id=match.pk, now=NOW + timedelta(minutes=4, seconds=59)) == 0
    assert moves_of(match) == []


def test_everything_overdue_is_played_in_the_order_of_the_prompts():
    match = overdue()

    assert apply_due(match_id=match.pk, now=NOW + timedelta(minutes=5)) == 2
    assert moves_of(match) == [
        (1, "activity-1/buy/builder", AuthorKind.DEADLINE),
        (0, "activity-1/buy/owner", AuthorKind.DEADLINE),
    ]
    match.refresh_from_db()
    assert difference(match) is None


def test_what_was_answered_in_time_stays():
    match = overdue()
    play(match, 0, "activity-1/buy/owner", Buy(1))

    apply_due(match_id=match.pk, now=LATER)

    assert moves_of(match) == [
        (0, "activity-1/buy/owner", AuthorKind.PLAYER),
        (1, "activity-1/buy/builder", AuthorKind.DEADLINE),
    ]


def test_a_talk_that_one_side_lets_pass_is_closed_for_both():
    match = play_on(overdue("classic"), 3)

    assert apply_due(match_id=match.pk, now=NOW + timedelta(days=9000)) == 1
    assert moves_of(match)[3:] == [(0, "activity-3/negotiate/owner>architect", AuthorKind.DEADLINE)]
    assert list(match.decisions.filter(closed_at__isnull=True).values_list("key", flat=True)) == [
        "activity-3/allocate/owner"
    ]


def test_applying_twice_plays_once():
    match = overdue()
    apply_due(match_id=match.pk, now=NOW + timedelta(minutes=6))
    before = record_of(match)

    assert apply_due(match_id=match.pk, now=NOW + timedelta(minutes=6)) == 0
    assert record_of(match) == before


def test_a_paused_match_is_never_late():
    match = overdue()
    match_pause(match_id=match.pk)

    assert apply_due(match_id=match.pk, now=LATER) == 0


@pytest.mark.parametrize(
    ("policy", "authors"),
    [
        (LatePolicy.DEFAULT, [AuthorKind.DEADLINE, AuthorKind.DEADLINE]),
        (LatePolicy.BOT, [AuthorKind.BOT, AuthorKind.BOT]),
        (LatePolicy.WAIT, []),
    ],
)
def test_the_late_policy_says_who_decides(policy, authors):
    match = overdue(late_policy=policy)

    apply_due(match_id=match.pk, now=LATER)

    assert [author for _seat, _key, author in moves_of(match)] == authors


def test_a_match_of_absent_people_is_played_to_the_end_by_its_deadlines():
    match, moment = overdue(), NOW
    while not match.is_over:
        moment += timedelta(minutes=5)
        assert apply_due(match_id=match.pk, now=moment) > 0
        match.refresh_from_db()

    assert {author for _seat, _key, author in moves_of(match)} == {AuthorKind.DEADLINE}
    assert difference(match) is None


def test_who_has_placed_owes_nothing_and_is_due_no_more():
    match = play_on(overdue(), 2)
    asked = match.decisions.filter(closed_at__isnull=True).order_by("seat").first()
    seat = asked.seat
    play(match, seat, f"activity-1/allocate/{('owner', 'builder')[seat]}", Allocate(1))

    placed = match.decisions.get(seat=seat, kind="allocate", closed_at__isnull=True)
    assert (placed.optional, placed.required, placed.due_at) == (True, True, asked.due_at)
    assert match.decisions.filter(closed_at__isnull=True, optional=False).count() == 1
