"""Creating, starting, pausing, resuming and ending matches."""

from datetime import timedelta

import pytest

from games.engine.draws import commitment
from games.engine.errors import BadOptions
from games.models import Match, Status
from games.platform.errors import BadRequest, MatchNotRunning
from games.platform.pace import Pace
from games.platform.services.deadlines import deadlines_extend
from games.platform.services.matches import match_abort, match_create, match_pause, match_resume, match_start
from tests.games.factories import NOW, match_of, person, play_on, record_of, role_ids

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)


def open_dues(match):
    return list(match.decisions.filter(closed_at__isnull=True).values_list("key", "due_at").order_by("key"))


def test_a_new_match_waits_in_the_lobby_with_a_usual_bot_on_every_seat():
    ada = person()
    match = match_of(by=ada, started=False)

    assert (match.status, match.number, match.state) == (Status.LOBBY, 0, "")
    assert set(match.seats.values_list("bot", flat=True)) == {"balanced"}
    assert list(match.stewards.all()) == [ada]


def test_the_commitment_is_the_hash_of_a_fresh_seed_of_32_bytes():
    matches = [match_of(seed=b"", started=False) for _ in range(2)]
    seeds = [bytes.fromhex(match.seeds[0][1]) for match in matches]

    assert [len(seed) for seed in seeds] == [32, 32]
    assert seeds[0] != seeds[1]
    assert [match.commitment for match in matches] == [commitment(seed) for seed in seeds]


def test_the_same_typed_seed_gives_different_luck_each_time():
    made = [match_create(game="domego", roles=["r"] * 6, by=None, seed_text="dinosaur") for _ in range(2)]

    assert [match.seed_text for match in made] == ["dinosaur", "dinosaur"]
    assert made[0].seeds != made[1].seeds
    assert len({match.seed_salt for match in made}) == 2


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"scenario_key": "unknown"}, BadRequest),
        ({"roles": ["owner"]}, BadRequest),
        ({"options": {"unknown": 1}}, BadOptions),
        ({"pace_of_match": Pace(minutes=0)}, BadRequest),
    ],
)
def test_a_match_that_cannot_be_played_is_not_made(change, error):
    with pytest.raises(error):
        match_create(**{"game": "domego", "roles": ["r"] * 6, "by": None, **change})

    assert Match.objects.count() == 0


def test_starting_twice_starts_once():
    match = match_of(started=False)
    match_start(match_id=match.pk)
    before = record_of(match)

    match_start(match_id=match.pk)

    assert record_of(match) == before
    assert list(match.moves.values_list("number", "seat", "kind", "author_kind")) == [(0, None, "setup", "rules")]


def test_a_pause_moves_deadlines_by_its_length():
    match = match_of(pace_of_match=LIVE, now=NOW)
    match_pause(match_id=match.pk, now=NOW + timedelta(minutes=1))

    match_resume(match_id=match.pk, now=NOW + timedelta(hours=2))

    match.refresh_from_db()
    assert open_dues(match) == [("activity-1/buy/owner", NOW + timedelta(minutes=5) + timedelta(minutes=119))]
    assert (match.status, match.paused_at) == (Status.RUNNING, None)


def test_pausing_and_resuming_may_be_repeated():
    match = match_of(pace_of_match=LIVE, now=NOW)
    for minute in (1, 2):
        match_pause(match_id=match.pk, now=NOW + timedelta(minutes=minute))
    for minute in (3, 9):
        match_resume(match_id=match.pk, now=NOW + timedelta(minutes=minute))

    assert open_dues(match) == [("activity-1/buy/owner", NOW + timedelta(minutes=7))]


def test_what_can_be_seen_bumps_the_revision():
    match = match_of(pace_of_match=LIVE)
    revisions = [record_of(match)[1]]

    for act in (match_pause, match_resume, match_abort):
        act(match_id=match.pk)
        revisions.append(record_of(match)[1])

    assert revisions == [revisions[0] + i for i in range(4)]


def test_more_time_is_for_all_open_decisions():
    match = play_on(match_of(pace_of_match=LIVE, now=NOW), 3)
    before = open_dues(match)

    deadlines_extend(match_id=match.pk, minutes=10)

    assert open_dues(match) == [(key, due + timedelta(minutes=10)) for key, due in before]


def test_a_finished_match_is_neither_paused_nor_aborted():
    match = play_on(match_of(scenario="tiny"), -1)

    for act in (match_pause, match_resume, match_abort):
        with pytest.raises(MatchNotRunning):
            act(match_id=match.pk)

    match.refresh_from_db()
    assert match.status == Status.FINISHED


def test_an_aborted_match_keeps_its_record_and_asks_nothing_more():
    match = play_on(match_of(scenario="tiny"), 2)

    match_abort(match_id=match.pk)

    match.refresh_from_db()
    assert (match.status, match.result, match.number) == (Status.ABORTED, None, 2)
    assert open_dues(match) == []


def test_the_roles_of_a_scenario_are_its_seats():
    assert list(match_of().seats.values_list("role", flat=True)) == role_ids(match_of().scenario)
