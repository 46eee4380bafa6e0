"""What a seat must not know of the others: two matches that differ in their secrets only give equal answers, letter by
letter, at every address.
"""

import pytest
from django.test import Client
from msgspec.structs import replace

from games.engine import codec
from games.models import Event
from games.selectors.position import state_of
from games.utboheme.rules.moves import KeepCards, Offer, SetRate
from games.utboheme.rules.orders import changed
from games.work.notices import notify_open
from tests.games.addresses import match_addresses
from tests.games.factories import NOW, person
from tests.games.pages.test_hidden import differences, forgotten, plain
from tests.games.utboheme.matches import match_of, owed, play, play_on

pytestmark = pytest.mark.django_db

ADA, BOB, CLEO = range(3)
SECRETS = ("stolen", "card_taken", "keep_ordered", "rate_ordered", "plan_stopped")


def told(match, user, keys):
    """Everything that a person gets to see of a match at all its addresses, and the choices of open questions."""
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
    """Ada trades and builds. Bob holds development cards, and one of beer and food, but not both."""
    match = match_of(*people, options={"phases": "free"}, now=NOW)

    def ready(state):
        beer, *_others, food = state.hands[BOB]
        return state.stage == "act" and state.seat == ADA and any(state.cards[BOB]) and bool(beer) != bool(food)

    play_on(match, None, until=ready, now=NOW)
    assert not match.is_over
    return match


def turned(match):
    """The same match with what Bob and Cleo hold turned round, resource by resource and kind by kind."""
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
            keys = [prompt.key for prompt in owed(match)] + ["orders"]
            hidden = {kind for kind in SECRETS if Event.objects.filter(match=match, kind=kind).exists()}
            assert {"card_taken", "keep_ordered", "rate_ordered"} <= hidden
            assert not Event.objects.filter(match=match, kind__in=SECRETS, audience=None).exists()
            seen.append(told(match, people[ADA], keys))
            watched.append(told(match, tutor, []))
            own.append(told(match, people[BOB], ["orders"]))

    assert {"games:match", "games:api:view", "games:api:history", "games:live", *keys} <= set(seen[0])
    assert differences(seen) == {}
    assert differences(watched) == {}
    noticed = {"games:match", "games:api:history", "games:history"}
    assert noticed <= set(differences(own)), "the same test would notice what is not hidden"
