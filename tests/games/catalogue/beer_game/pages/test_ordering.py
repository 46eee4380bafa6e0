"""The form for an order: one press orders the requested pallets, and a refusal names the limit of the rules."""

import re

import pytest

from games.platform.selectors.position import state_of
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(client):
    user, face = person("ines"), faces.get("beer_game")
    roles = [role.id for role in face.words.roles(face.game.rules.load_scenario(face.game.scenarios["short"]))]
    made = match_create(game="beer_game", roles=roles, by=user, scenario_key="short", seed=bytes(range(32)))
    for seat in range(len(roles)):
        seat_assign(match_id=made.pk, seat=seat, user=user)
    match_start(match_id=made.pk)
    made.refresh_from_db()
    client.force_login(user)
    return made


def test_a_press_orders_what_was_asked_for(client, match):
    text = client.get(f"/matches/{match.pk}/?seat=0").content.decode()

    filled = re.search(r'data-fill="(\d+)" data-step-for="order-amount"', text)
    assert int(filled[1]) == state_of(match).stages[0].incoming


@pytest.mark.parametrize("amount", ["201", "1000000000"])
def test_more_than_may_be_ordered_is_refused_with_the_bound_of_the_rules(client, match, amount):
    key = faces.get("beer_game").game.rules.prompts(state_of(match))[0].key

    answer = client.post(f"/matches/{match.pk}/play/", {"seat": 0, "key": key, "amount": amount})

    assert answer.status_code == 422
    (error,) = answer.context["page"].part("drawing").context["it"]["errors"]
    assert "200" in error
