"""Limits, wishes, hands and plans stay secret: two matches that differ only in them give another seat equal answers.

The answers are compared letter by letter, at every address. The owner of the secrets sees them.
"""

import logging

import pytest
from django.test import Client

from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.moves import Build, Nominate, Raise, SetLimit, Want, Wish
from games.models import AuthorKind, Event
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from games.platform.work.notices import notify_open
from tests.games.catalogue.master_builder.site import match_of, play_until
from tests.games.factories import NOW, person
from tests.games.pages.test_hidden import differences, forgotten, plain, told

pytestmark = pytest.mark.django_db

ADA, BOB = 0, 1


def answer(match, seat, kind, move, user):
    prompt = next(p for p in GAME.rules.prompts(state_of(match)) if (p.seat, p.kind) == (seat, kind))
    submit(match_id=match.pk, seat=seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, user), now=NOW)
    notify_open(match_id=match.pk, now=NOW)
    match.refresh_from_db()


def start(ada, bob, **more):
    """A match in which Ada is first, Bob is second, and a bot holds a third seat."""
    options = {"first_player": ADA, **more}
    return match_of(ada, bob, None, options=options, now=NOW)


def with_wishes(ada, bob, first):
    match = start(ada, bob)
    answer(match, BOB, "wish", Wish((Want("hire", skill=first), Want("hire", skill="F"))), bob)
    return match


def with_limit(ada, bob, limit):
    """A match in which Ada has nominated, Bob has raised with this limit, and the third seat is asked to bid."""
    match = start(ada, bob)
    prompt = play_until(match, None, "nominate", now=NOW)
    assert prompt.seat == ADA
    lot = state_of(match).lots[0].contract
    least = state_of(match).sheet.contract(lot).min_bid
    answer(match, ADA, "nominate", Nominate(lot, least), ada)
    answer(match, BOB, "bid", Raise(least + 1), bob)
    answer(match, BOB, "limit", SetLimit(limit), bob)
    return match


def with_plan(ada, bob, count):
    """A match in which Bob builds the first `count` sections of his best plan; Ada has not planned yet."""
    match = start(ada, bob)
    play_until(match, None, "plan", strength="strong", now=NOW)
    state = state_of(match)
    prompt = next(p for p in GAME.rules.prompts(state) if (p.seat, p.kind) == (BOB, "plan"))
    best = GAME.rules.default(state, BOB, prompt.key).sections
    assert len(best) > 1
    assert any((p.seat, p.kind) == (ADA, "plan") for p in GAME.rules.prompts(state))
    answer(match, BOB, "plan", Build(best[:count]), bob)
    return match


SECRETS = {
    "wishes": (with_wishes, ("T", "M"), "wishes_left"),
    "limit": (with_limit, (30, 37), "limit_left"),
    "plan": (with_plan, (None, 0), "plan_kept"),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_what_a_seat_keeps_to_itself_is_told_nowhere_else(secret, caplog):
    caplog.set_level(logging.INFO)
    make, values, kind = SECRETS[secret]
    ada, bob, tutor = person("ada"), person("bob"), person("tutor")
    seen, watched, logged = [], [], []
    for value in values:
        caplog.clear()
        with forgotten():
            match = make(ada, bob, value)
            match.stewards.add(tutor)
            assert Event.objects.filter(kind=kind, audience=0b10).count() == 1
            seen.append(told(match, ada))
            if secret == "limit":
                watched.append(told(match, tutor))
            logged.append(plain(caplog.text, match))

    assert differences(seen) == {}
    assert not watched or differences(watched) == {}
    assert logged[0] == logged[1]


@pytest.mark.parametrize(
    ("secret", "field", "expected"),
    [
        ("wishes", ("wishes",), [{"do": "hire", "skill": "T"}, {"do": "hire", "skill": "F"}]),
        ("limit", ("auction", "limit"), 30),
    ],
)
def test_its_owner_does_see_it(secret, field, expected):
    make, values, _kind = SECRETS[secret]
    bob = person("bob")
    match = make(person("ada"), bob, values[0])
    client = Client()
    client.force_login(bob)

    found = client.get(f"/api/v1/matches/{match.pk}/seats/1/view").json()["view"]
    for name in field:
        found = found[name]

    assert found == expected


def test_this_would_notice_a_bid_which_is_not_hidden():
    ada, bob = person("ada"), person("bob")
    seen = []
    for bid in (0, 5):
        with forgotten():
            match = start(ada, bob)
            play_until(match, None, "nominate", now=NOW)
            lot = state_of(match).lots[0].contract
            least = state_of(match).sheet.contract(lot).min_bid
            answer(match, ADA, "nominate", Nominate(lot, least + bid), ada)
            seen.append(told(match, ada))

    assert {"games:match", "games:history", "games:api:view", "games:api:history"} <= set(differences(seen))


def test_the_events_of_another_hand_are_named_nowhere():
    ada, bob = person("ada"), person("bob")
    match = start(ada, bob, selective_events=True)
    state = state_of(match)
    theirs = set(state.firms[BOB].events)
    mine = told(match, ada)

    hidden = {f'"{card}"' for card in theirs}
    shown = {name: card for name, (_status, text) in mine.items() for card in hidden if card in _without_sheet(text)}
    assert shown == {}
    client = Client()
    client.force_login(bob)
    assert set(client.get(f"/api/v1/matches/{match.pk}/seats/1/view").json()["view"]["events"]) == theirs


def _without_sheet(text):
    """The answer without the scenario's list of cards, which every view repeats and which is no secret."""
    return text if '"sheet"' not in text else text.partition('"sheet"')[0] + text.rpartition('"reveals"')[2]
