"""Secrets change nothing that other seats see: two matches that differ only in their secrets give equal answers.

The answers are compared letter by letter, at every address.
"""

import pytest
from django.test import Client
from msgspec.structs import replace

from games.catalogue.utboheme.rules.moves import KeepCards, Offer, RefuseOffer, SetRate, SetRefusals
from games.catalogue.utboheme.rules.orders import changed
from games.engine import codec
from games.models import Event
from games.platform.selectors.position import state_of
from games.platform.services.forced_moves import settle
from games.platform.work.notices import notify_open
from games.platform.work.sweep import settling_after
from tests.games.addresses import match_addresses
from tests.games.catalogue.utboheme.matches import match_of, pending, play, play_on
from tests.games.factories import NOW, person
from tests.games.pages.test_hidden import differences, forgotten, plain

pytestmark = pytest.mark.django_db

ADA, BOB, CLEO = range(3)
SECRETS = ("stolen", "card_taken", "keep_ordered", "rate_ordered", "refusals_ordered", "plan_stopped")


def told(match, user, keys):
    """The answers to a person at all addresses of a match, and the choices of open prompts."""
    client, seen = Client(), {}
    client.force_login(user)
    for name, path in match_addresses(match.pk).items():
        answer = client.get(path)
        seen[name] = (answer.status_code, plain(answer.content.decode(), match))
    for what in ("points-1", "points-2"):
        answer = client.get(match_addresses(match.pk)["games:explain"], {"what": what})
        seen[what] = (answer.status_code, plain(answer.content.decode(), match))
    for key in keys:
        answer = client.get(match_addresses(match.pk)["games:api:choices"], {"key": key})
        seen[key] = (answer.status_code, plain(answer.content.decode(), match))
    return seen


def at_adas_turn(people):
    """A match in which Ada trades and builds. Bob holds development cards, and either beer or food."""
    match = match_of(*people, options={"phases": "free"}, now=NOW)

    def ready(state):
        beer, *_others, food = state.hands[BOB]
        return state.stage == "act" and state.seat == ADA and any(state.cards[BOB]) and bool(beer) != bool(food)

    play_on(match, None, until=ready, now=NOW)
    assert not match.is_over
    return match


def turned(match):
    """The same match with other cards of Bob and Cleo: resources are reversed, kinds of development cards rotated."""
    state = state_of(match)
    for seat in (BOB, CLEO):
        state = replace(
            state,
            hands=changed(state.hands, seat, state.hands[seat][::-1]),
            cards=changed(state.cards, seat, (*state.cards[seat][1:], state.cards[seat][0])),
        )
    match.state = codec.to_json(state).decode()
    match.save(update_fields=["state"])
    for event in Event.objects.filter(match=match, kind__in=("stolen", "card_taken")).exclude(audience=1):
        key, value = ("resource", "food") if event.kind == "stolen" else ("card", "monopoly")
        if not event.audience & 1:
            Event.objects.filter(pk=event.pk).update(data={**event.data, key: value})


def with_secrets(people, second):
    match = at_adas_turn(people)
    give = "beer" if state_of(match).hands[BOB][0] else "food"
    play(match, people[BOB], BOB, "orders", KeepCards(beer=1 + second), now=NOW)
    play(match, people[CLEO], CLEO, "orders", SetRate("sleep", ("coffee", "food")[second], 1 + second), now=NOW)
    play(match, people[CLEO], CLEO, "orders", SetRefusals(asks=(("coffee", "food")[second],)), now=NOW)
    play(match, people[BOB], BOB, "orders", Offer(ADA, **{give: 1, "coffee": -1}), now=NOW)
    if second:
        turned(match)
    notify_open(match_id=match.pk, now=NOW)
    return match


def test_hands_cards_and_orders_of_others_are_told_nowhere():
    people = [person(name) for name in ("ada", "bob", "cleo")]
    tutor = person("tutor")
    seen, watched, own = [], [], []
    for second in (False, True):
        with forgotten():
            match = with_secrets(people, second)
            match.stewards.add(tutor)
            keys = [prompt.key for prompt in pending(match)] + ["orders"]
            hidden = {kind for kind in SECRETS if Event.objects.filter(match=match, kind=kind).exists()}
            assert {"card_taken", "keep_ordered", "rate_ordered", "refusals_ordered"} <= hidden
            assert not Event.objects.filter(match=match, kind__in=SECRETS, audience=None).exists()
            seen.append(told(match, people[ADA], keys))
            watched.append(told(match, tutor, []))
            own.append(told(match, people[BOB], ["orders"]))

    assert {"games:match", "games:api:view", "games:api:history", "games:live", *keys} <= set(seen[0])
    assert differences(seen) == {}
    assert differences(watched) == {}
    noticed = {"games:match", "games:api:history", "games:history"}
    assert noticed <= set(differences(own)), "the same test would notice what is not hidden"


def test_a_refusal_by_a_standing_order_reads_like_one_by_hand():
    people, seen = [person(name) for name in ("ada", "bob", "cleo")], []
    for by_order in (False, True):
        with forgotten():
            match = at_adas_turn(people)
            asked = "beer" if state_of(match).hands[BOB][0] else "food"
            order = SetRefusals(asks=(asked,) if by_order else ("sleep",))
            play(match, people[BOB], BOB, "orders", order, now=NOW)
            play(match, people[ADA], ADA, pending(match)[0].key, Offer(BOB, **{asked: -1, "coffee": 1}), now=NOW)
            key = f"turn-{state_of(match).turn}/offer-1"
            later = NOW + settling_after(match.pk, BOB, key)
            if by_order:
                assert settle(match_id=match.pk, now=later) == 1
            else:
                assert settle(match_id=match.pk, now=later) == 0
                play(match, people[BOB], BOB, key, RefuseOffer(), now=later)
            match.refresh_from_db()
            assert state_of(match).offers == ()
            notify_open(match_id=match.pk, now=later)
            seen.append(told(match, people[ADA], [prompt.key for prompt in pending(match)]))

    assert differences(seen) == {}
