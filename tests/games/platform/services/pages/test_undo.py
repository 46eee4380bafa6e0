"""Undo of the last decision leaves the match as if the decision had never been sent."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from domego_site.cache import ForgivingRedisCache
from games.catalogue.domego.rules.moves import Accept, Buy, Offer
from games.engine.export import verify, write
from games.models import Decision, Match, Move, Notification
from games.platform import clock, undo_window
from games.platform.errors import (
    MatchNotRunning,
    NotYourMove,
    NotYourSeat,
    StaleDecision,
    TakenBack,
    UndoBuiltOn,
    UndoOff,
    UndoReveals,
    UndoSeen,
    UndoTooLate,
)
from games.platform.permissions import access_to
from games.platform.selectors.authorship import own_moves_in, stories
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference, exported
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import deadlines_extend
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_release
from games.platform.services.matches import match_pause
from games.platform.services.talk import message_post
from games.platform.services.undo import move_take_back
from games.platform.work.notices import notify_open
from tests.games.factories import match_of, person, play, play_default, play_on, record_of

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


def everything(match):
    """All data that a move changes, except numbers, revision and the log."""
    match.refresh_from_db()
    decisions = list(match.decisions.order_by("pk").values())
    events = list(match.events.order_by("number").values())
    notices = list(Notification.objects.filter(decision__match=match).order_by("pk").values())
    return match.state, match.status, match.result, decisions, events, notices


def at_a_talk(*people):
    """A match of these people at its first talk, and the key of that talk."""
    match = match_of(*people, scenario="tiny")
    prompts = game_of(match).rules.prompts(state_of(match))
    while not (keys := [each.key for each in prompts if each.kind == "negotiate"]):
        play_default(match)
        prompts = game_of(match).rules.prompts(state_of(match))
    return match, keys[0]


def take_back(match, by, number=None, **more):
    move_take_back(match_id=match.pk, number=match.number if number is None else number, by=by, **more)
    match.refresh_from_db()


def test_a_decision_taken_back_is_as_if_it_had_never_been_sent():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    notify_open(match_id=match.pk)
    before, number, revision = everything(match), match.number, match.revision

    play(match, 0, BUY, Buy(2), ada)
    notify_open(match_id=match.pk)
    assert everything(match) != before
    take_back(match, ada)

    assert everything(match) == before
    assert (match.number, match.revision) == (number + 2, revision + 2)
    gone, row = match.moves.order_by("number")[number + 1 :]
    assert (gone.kind, gone.taken_back, gone.stands) == ("buy", True, False)
    assert (row.kind, row.args) == ("take_back", {"kind": "take_back", "number": gone.number})
    assert (row.seat, row.key, row.author, row.draws, row.stands) == (0, BUY, ada, [], False)
    assert row.state_hash == match.moves.get(number=number).state_hash
    assert difference(match) is None


def test_it_can_be_answered_anew_and_only_that_answer_counts():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    take_back(match, ada)

    play(match, 0, BUY, Buy(3), ada)

    assert own_moves_in([match], ada) == {match.pk: {0: 1}}
    assert [len(numbers) for story in stories(match) for numbers in story.own.values()] == [1]
    closed = Decision.objects.get(match=match, seat=0, key=BUY)
    assert closed.closed_by.number == 3
    assert difference(match) is None


def test_a_match_with_take_backs_is_exported_and_verified_to_its_end():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    taken = 0
    while not match.is_over:
        row = play_default(match, user=ada).move
        try:
            take_back(match, ada)
        except (UndoReveals, MatchNotRunning):
            continue
        taken += 1
        match.refresh_from_db()
        play(match, row.seat, row.key, game_of(match).rules.default(state_of(match), row.seat, row.key), ada)

    assert taken == 3
    assert verify(write(exported(match)), game_of(match)).chain
    assert difference(match) is None
    assert match.moves.kept().count() == match.number + 1 - 2 * taken


def test_the_same_form_again_is_refused_and_a_new_one_is_played():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada, submission_id="form-1")
    take_back(match, ada)

    with pytest.raises(TakenBack):
        play(match, 0, BUY, Buy(2), ada, submission_id="form-1")

    assert not play(match, 0, BUY, Buy(2), ada, submission_id="form-2").repeated


def test_taking_back_twice_is_once():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    number = match.number
    take_back(match, ada, number)
    after = record_of(match)

    take_back(match, ada, number)

    assert record_of(match) == after
    with pytest.raises(StaleDecision):
        take_back(match, ada)


def bought(**more):
    """A match of Ada and Bob in which Ada has just bought."""
    ada, bob = person(), person()
    match = match_of(ada, bob, scenario="pair", **more)
    play(match, 0, BUY, Buy(2), ada)
    return match, ada, bob


def refused(match, by, why, number=None, **more):
    before = everything(match), record_of(match)
    with pytest.raises(why):
        take_back(match, by, number, **more)
    assert (everything(match), record_of(match)) == before


def test_it_is_too_late_after_ten_seconds():
    match, ada, _bob = bought()
    made = match.moves.get(number=match.number).created_at

    refused(match, ada, UndoTooLate, now=made + timedelta(seconds=10, microseconds=1))
    take_back(match, ada, now=made + timedelta(seconds=10))


def test_who_was_shown_it_makes_it_stand():
    match, ada, bob = bought()

    access_to(match.pk, ada)
    assert undo_window.kept(match.pk) is not None
    access_to(match.pk, bob)

    refused(match, ada, UndoSeen)


@pytest.mark.parametrize("role", ["stewards", "observers"])
def test_so_does_who_runs_the_match_or_looks_on(role):
    match, ada, _bob = bought()
    tutor = person()
    getattr(match, role).add(tutor)

    access_to(match.pk, tutor)

    refused(match, ada, UndoSeen)


def test_a_look_from_before_the_move_is_none():
    ada, bob = person(), person()
    match = match_of(ada, bob, scenario="pair")
    access_to(match.pk, bob)

    play(match, 0, BUY, Buy(2), ada)

    take_back(match, ada)


def test_where_the_cache_is_away_it_counts_as_seen():
    match, ada, _bob = bought()
    cache.clear()

    refused(match, ada, UndoSeen)


def test_another_move_makes_it_stand():
    match, ada, bob = bought()
    number = match.number
    play(match, 1, "activity-1/buy/builder", Buy(1), bob)

    refused(match, ada, UndoBuiltOn, number)


def test_a_bot_moves_at_once_and_makes_it_stand():
    ada = person()
    match = match_of(ada, None, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    number = match.number
    assert play_bots(match_id=match.pk) > 0
    match.refresh_from_db()

    refused(match, ada, UndoBuiltOn, number)


def test_what_whoever_runs_the_match_changed_meanwhile_makes_it_stand():
    match, ada, _bob = bought()
    deadlines_extend(match_id=match.pk, minutes=5)

    refused(match, ada, UndoBuiltOn)


def test_what_one_says_oneself_does_not():
    match, ada, _bob = bought()
    message_post(match_id=match.pk, seat=0, author=ada, text="Oh no")

    take_back(match, ada)


def test_nobody_else_can_take_it_back():
    match, _ada, bob = bought()

    refused(match, bob, NotYourMove)


def test_who_left_the_seat_can_not():
    match, ada, _bob = bought()
    seat_release(match_id=match.pk, seat=0, user=ada)

    refused(match, ada, NotYourSeat)


def test_not_while_the_match_is_paused():
    match, ada, _bob = bought()
    match_pause(match_id=match.pk)

    refused(match, ada, MatchNotRunning)


def test_not_where_it_is_switched_off():
    match, ada, _bob = bought()
    Match.objects.filter(pk=match.pk).update(undo=False)

    refused(match, ada, UndoOff)


def test_what_chance_answered_stands():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    while not play_default(match, user=ada).move.draws:
        pass

    refused(match, ada, UndoReveals)


def test_a_deadlines_move_stands():
    ada = person()
    match = match_of(ada, ada, scenario="pair")
    play_default(match, user=ada)
    Move.objects.filter(match=match, number=match.number).update(author_kind="deadline", author=None)

    refused(match, ada, NotYourMove)


def test_an_agreement_is_taken_back_and_the_offer_stands_again():
    ada, bob = person(), person()
    match, key = at_a_talk(ada, bob)
    play(match, 0, key, Offer(1), ada)
    before = everything(match)

    play(match, 1, key, Accept(1), bob)
    assert not Decision.objects.filter(match=match, key=key, closed_at=None).exists()
    take_back(match, bob)

    assert everything(match) == before


def test_a_fork_goes_on_from_before_a_move_that_was_taken_back():
    match, ada, _bob = bought()
    number = match.number
    take_back(match, ada)
    play(match, 0, BUY, Buy(4), ada)

    at_move = match_fork(match_id=match.pk, number=number, by=ada, reason="")
    at_take_back = match_fork(match_id=match.pk, number=number + 1, by=ada, reason="")
    later = match_fork(match_id=match.pk, number=number + 2, by=ada, reason="")

    assert (at_move.number, at_take_back.number, later.number) == (number - 1, number + 1, number + 2)
    assert at_move.state == at_take_back.state != later.state == match.state
    for fork in (at_move, at_take_back, later):
        assert difference(fork) is None
    assert list(later.moves.order_by("number").values_list("taken_back", flat=True)) == list(
        match.moves.order_by("number").values_list("taken_back", flat=True)
    )
    assert open_places(later) == open_places(match)
    play_on(later, 3)
    assert difference(later) is None


def open_places(match):
    rows = match.decisions.filter(closed_at=None).order_by("seat", "key")
    return list(rows.values_list("seat", "key", "opened_number", "optional", "required"))


def test_who_is_shown_a_move_that_is_being_taken_back_reads_again_what_is_true_then():
    match, _ada, bob = bought()
    assert undo_window.claim(match, match.number)

    assert undo_window.record_seen(match, bob.pk)[0] is False
    assert access_to(match.pk, bob).match.number == match.number


def test_the_clock_is_the_databases():
    match, _ada, _bob = bought()

    kept = undo_window.kept(match.pk)

    assert kept.until - undo_window.UNDO_FOR == match.moves.get(number=match.number).created_at <= clock.now()


def test_the_list_of_own_matches_and_the_api_show_it():
    for address in (reverse("games:home"), reverse("games:api:matches")):
        match, ada, bob = bought()
        client = Client()
        client.force_login(bob)

        assert client.get(address).status_code == 200

        refused(match, ada, UndoSeen)


def test_what_was_seen_while_the_cache_was_away_stands_when_it_is_back(monkeypatch):
    ada, bob = person("ada"), person("bob")
    match = match_of(ada, bob, scenario="pair")
    play(match, 0, "activity-1/buy/owner", Buy(2), ada)
    with monkeypatch.context() as without:
        without.setattr(undo_window, "cache", ForgivingRedisCache("redis://127.0.0.1:1/0", {}))
        access_to(match.pk, bob)

    with pytest.raises(UndoBuiltOn):
        move_take_back(match_id=match.pk, number=1, by=ada)
