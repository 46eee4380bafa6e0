"""Bots at their seats."""

import pytest

from games.engine import registry
from games.models import AuthorKind, Status
from games.platform.selectors.replaying import difference
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign, seat_release, seat_set_bot
from games.platform.services.matches import match_pause
from tests.games.factories import match_of, person, play_default, played_by_bots, record_of

pytestmark = pytest.mark.django_db


def test_bots_play_a_whole_match():
    match = played_by_bots(match_of())

    assert match.status == Status.FINISHED
    assert set(match.moves.exclude(number=0).values_list("author_kind", flat=True)) == {AuthorKind.BOT}
    assert difference(match) is None


def test_bots_stop_where_a_person_owes_the_answer():
    match = played_by_bots(match_of(None, person()))

    pending = match.decisions.filter(closed_at__isnull=True, optional=False, passive=False)
    assert match.status == Status.RUNNING
    assert set(pending.values_list("seat", flat=True)) == {1}


def test_asking_again_without_a_new_move_changes_nothing():
    match = played_by_bots(match_of(None, person()))
    before = record_of(match)

    assert play_bots(match_id=match.pk) == 0
    assert record_of(match) == before


def test_bots_of_a_paused_match_wait():
    match = match_of()
    match_pause(match_id=match.pk)

    assert play_bots(match_id=match.pk) == 0


def test_a_person_who_sits_down_takes_over_and_a_bot_plays_on_when_they_leave():
    ada = person()
    match = match_of(scenario="pair")
    for seat in (0, 1):
        seat_assign(match_id=match.pk, seat=seat, user=ada)
    assert play_bots(match_id=match.pk) == 0
    play_default(match, seat=0, user=ada)

    for seat in (0, 1):
        seat_release(match_id=match.pk, seat=seat, user=ada)

    assert played_by_bots(match).status == Status.FINISHED


def test_a_bot_that_breaks_the_rules_does_not_stop_the_match(caplog):
    class Cheat:
        def answer(self, state, prompt, draws):
            from games.catalogue.domego.rules.moves import Buy

            return Buy(1_000_000)

    game = registry.get("domego")
    game.bots["cheat"] = lambda rules: Cheat()
    try:
        match = match_of(scenario="pair")
        for seat in (0, 1):
            seat_set_bot(match_id=match.pk, seat=seat, bot="cheat")
        match = played_by_bots(match)
    finally:
        del game.bots["cheat"]

    assert match.status == Status.FINISHED
    assert "a bot's answer to activity-1/buy/builder was refused" in caplog.text


def test_equal_positions_make_bots_think_equal_thoughts():
    records = []
    for _ in range(2):
        match = played_by_bots(match_of())
        records.append(list(match.moves.values_list("number", "seat", "key", "state_hash").order_by("number")))

    assert records[0] == records[1]
