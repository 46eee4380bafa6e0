"""Events kept in the process are those of the database, after anything that can change them."""

from contextlib import suppress
from random import Random

import pytest
from django.db import transaction

from games.catalogue.domego.rules.moves import Buy
from games.models import Intervention, Match
from games.platform.errors import BadRequest, ServiceError
from games.platform.selectors import event_log, events_until
from games.platform.services.interventions import Actor
from games.platform.services.move_attribution import moves_credit
from games.platform.services.talk import message_post
from games.platform.services.undo import move_take_back
from tests.games.factories import match_of, person, play, play_default, play_on

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


def stored(match, seats):
    rows = events_until(match, seats).select_related("move").order_by("number")
    return [all_of(row) for row in rows]


def kept(match, seats):
    return [all_of(row) for row in event_log.known(match, seats)]


def all_of(row):
    move = row.move
    own = (row.pk, row.number, row.kind, row.turn, row.seat, row.audience, row.data)
    return own, (move.pk, move.number, move.author_id, move.author_kind, move.created_at, move.kind)


@pytest.mark.parametrize("seed", range(8))
def test_after_moves_undos_credits_and_messages_in_any_order(seed):
    chance, ada, ben = Random(seed), person("ada"), person("ben")
    match = match_of(ada, ada, ben, by=ada)
    play(match, 0, BUY, Buy(2), ada)
    assert kept(match, (0,)) == stored(match, (0,)) != []
    match = move_take_back(match_id=match.pk, number=1, by=ada)
    assert kept(match, (0,)) == stored(match, (0,))
    for _step in range(40):
        act = chance.choice(("move", "move", "move", "undo", "undo", "credit", "message", "old page"))
        with suppress(ServiceError, BadRequest):
            if act == "move" and not match.is_over:
                play_default(match, user=chance.choice((ada, None)))
            elif act == "undo" and not match.is_over:
                done = play_default(match).move
                if chance.random() < 0.5:
                    kept(Match.objects.get(pk=match.pk), (0,))
                move_take_back(match_id=match.pk, number=done.number, by=done.author or ada)
            elif act == "credit":
                moves_credit(match_id=match.pk, seat=0, first=1, last=99, user=ben, actor=Actor(ada, "Mixed up"))
            elif act == "message":
                message_post(match_id=match.pk, seat=0, author=ada, text="Well")
        match.refresh_from_db()
        page = Match.objects.get(pk=match.pk)
        if act == "old page":  # a page that was read before the last move
            page.number, page.revision = max(0, page.number - 1), max(0, page.revision - 1)
        if chance.random() < 0.6:
            seats = chance.sample(range(6), chance.randrange(4))
            assert kept(page, seats) == stored(page, seats)
            assert kept(page, seats) == stored(page, seats)
    assert Intervention.objects.exists()


def test_newer_moves_are_appended_without_reading_the_others_again(django_assert_num_queries):
    match = play_on(match_of(person("ada")), 6)
    event_log.log_of(match)
    with django_assert_num_queries(0):
        before = event_log.log_of(Match(pk=match.pk, number=match.number, revision=match.revision, state=match.state))
    play_on(match, 3)

    with django_assert_num_queries(2):
        after = event_log.log_of(match)

    assert after.events[: len(before.events)] == before.events
    assert all(one is other for one, other in zip(before.events, after.events, strict=False))
    assert len(after.events) > len(before.events)


def test_a_database_that_went_back_in_time_is_read_again():
    match = play_on(match_of(person("ada"), person("ben")), 4)
    backup = transaction.savepoint()
    play_on(match, 3)
    kept(match, (0,))
    transaction.savepoint_rollback(backup)
    restored = Match.objects.get(pk=match.pk)
    assert kept(restored, (0,)) == stored(restored, (0,))

    transaction.savepoint_rollback(backup)
    for moves in (2, 5):
        play_on(restored, moves)
        assert kept(restored, (0,)) == stored(restored, (0,))


def test_what_a_transaction_reads_of_its_own_is_not_kept():
    match = play_on(match_of(person("ada")), 2)
    with suppress(ZeroDivisionError), transaction.atomic():
        play_on(match, 1)
        event_log.log_of(match)
        raise ZeroDivisionError

    assert match.pk not in event_log._logs


def test_the_number_of_kept_events_is_bounded(monkeypatch):
    monkeypatch.setattr(event_log, "MOST_KEPT", 40)
    matches = [play_on(match_of(person(f"p{number}")), 8) for number in range(5)]
    for match in matches:
        event_log.log_of(match)

    assert sum(len(log.events) for log in event_log._logs.values()) <= 40 or len(event_log._logs) == 1
    assert matches[-1].pk in event_log._logs
    assert [kept(match, (0,)) == stored(match, (0,)) for match in matches] == [True] * 5
