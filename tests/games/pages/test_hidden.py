"""Secrets change nothing that other seats see: two matches that differ only in a secret give equal answers.

The answers are compared letter by letter, at every address.
"""

import logging
import re
from contextlib import contextmanager
from difflib import unified_diff

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from games.catalogue.domego.rules.moves import Allocate, Buy
from games.models import Event
from games.platform.services.holders import seat_assign
from games.platform.work.notices import notify_open
from tests.games.addresses import match_addresses
from tests.games.factories import NOW, SEED, match_of, person, play

pytestmark = pytest.mark.django_db

HIDDEN = {"hidden_allocations": True}
QUERIES = {"games:api:choices": "?key=activity-1/allocate/owner", "games:explain": "?what=money-1"}
TIMES = re.compile(r"data-now=\"\d+\"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?|\d\d:\d\d:\d\d")
ALWAYS_NEW = re.compile(r'(name="(?:csrfmiddlewaretoken|submission_id)" value=|nonce-|CSRFToken": )"?[A-Za-z0-9_-]+"?')


def told(match, user):
    """The answers to `user` at all addresses of a match, without random differences."""
    client, seen = Client(), {}
    client.force_login(user)
    for name, path in match_addresses(match.pk).items():
        answer = client.get(path + QUERIES.get(name, ""))
        seen[name] = (answer.status_code, plain(answer.content.decode(), match))
    body = {"key": "closed", "move": {"kind": "buy", "quantity": 1}}
    stale = client.post(f"/api/v1/matches/{match.pk}/seats/0/moves", body, content_type="application/json")
    seen["stale"] = (stale.status_code, plain(stale.content.decode(), match))
    return seen


def plain(text, match):
    text = text.replace(match.commitment, "COMMITMENT")
    text = re.sub(rf"(matches?/|\"id\":|\"match\":|match[ -]){match.pk}\b", r"\1N", text)
    return ALWAYS_NEW.sub(r"\1X", TIMES.sub("TIME", text))


def secretly_placed(ada, bob, placed, options=HIDDEN):
    match = match_of(ada, bob, scenario="pair", options=options, now=NOW)
    play(match, 0, "activity-1/buy/owner", Buy(2), ada, now=NOW)
    play(match, 1, "activity-1/buy/builder", Buy(3), bob, now=NOW)
    play(match, 1, "activity-1/allocate/builder", placed, bob, now=NOW)
    notify_open(match_id=match.pk, now=NOW)
    return match


@contextmanager
def forgotten():
    """Undo everything at the end of the block, so that the second match meets the same site as the first. The cache is
    cleared, since the second match may get the same number.
    """
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def test_what_another_seat_has_placed_is_told_nowhere(caplog):
    caplog.set_level(logging.INFO)
    ada, bob, tutor = person("ada"), person("bob"), person("tutor")
    seen, watched, logged = [], [], []
    for placed in (Allocate(0, 0, 0), Allocate(0, 1, 1)):
        caplog.clear()
        with forgotten():
            match = secretly_placed(ada, bob, placed)
            match.stewards.add(tutor)
            assert Event.objects.filter(kind="placed", audience=0b10).count() == 1
            seen.append(told(match, ada))
            watched.append(told(match, tutor))
            logged.append(plain(caplog.text, match))

    assert differences(seen) == {}
    assert differences(watched) == {}
    assert logged[0] == logged[1]


def test_this_would_notice_a_placement_that_is_not_hidden():
    ada, bob = person("ada"), person("bob")
    seen = []
    for placed in (Allocate(0, 0, 0), Allocate(0, 1, 1)):
        with forgotten():
            seen.append(told(secretly_placed(ada, bob, placed, options={}), ada))

    assert {"games:match", "games:history", "games:api:view", "games:api:history", "stale"} <= set(differences(seen))


def test_the_one_who_placed_does_see_it():
    bob = person("bob")
    match = secretly_placed(person("ada"), bob, Allocate(0, 1, 1))
    client = Client()
    client.force_login(bob)

    placed = client.get(f"/api/v1/matches/{match.pk}/seats/1/view").json()["view"]["placed"]

    assert placed == [{"kind": "allocate", "buy": 0, "risk_tier": 1, "delay_tier": 1}, None]


def test_cards_that_are_still_to_come_are_told_nowhere(caplog):
    caplog.set_level(logging.INFO)
    ada, bob = person("ada"), person("bob")
    seen, logged = [], []
    for seed in (SEED, bytes(range(100, 132))):
        caplog.clear()
        with forgotten():
            match = match_of(ada, bob, seed=seed, now=NOW)
            play(match, 0, "activity-1/buy/owner", Buy(8), ada, now=NOW)
            seen.append(told(match, ada))
            logged.append(plain(caplog.text, match))
        assert seed.hex() not in str(seen)

    assert differences(seen) == {}
    assert logged[0] == logged[1]


def differences(seen):
    """The differences between the answers of two matches, by address."""
    parts = [{name: re.split(r"(?<=[>,}\n])", text) for name, (_status, text) in each.items()} for each in seen]
    found = {
        name: [part for part in unified_diff(parts[0][name], parts[1][name], lineterm="", n=0) if part[0] in "+-"]
        for name in parts[0]
    }
    return {name: told for name, told in found.items() if told or seen[0][name][0] != seen[1][name][0]}


def test_a_second_seat_of_the_same_person_sees_what_it_may():
    ada, bob = person("ada"), person("bob")
    match = secretly_placed(ada, bob, Allocate(0, 1, 1))
    before = told(match, ada)["games:api:history"]

    seat_assign(match_id=match.pk, seat=1, user=ada)

    assert "placed" not in before[1]
    assert '"risk_tier":1' in told(match, ada)["games:api:history"][1]
