"""Events of the facilitator at a table of the beer game: each seat reads those that it may know."""

import re

import pytest
from django.urls import reverse

from games.engine.facilitation import Brought
from games.models import AuthorKind
from games.platform import clock
from games.platform.selectors.facilitation import results_without_events
from games.platform.selectors.position import state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.facilitation import event_bring
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces
from tests.games.catalogue.beer_game.pure.test_facilitation import Played
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


@pytest.fixture
def people():
    return [person("ines"), person("omar")]


@pytest.fixture
def match(people):
    face = faces.get("beer_game")
    roles = [role.id for role in face.words.roles(face.game.rules.load_scenario(face.game.scenarios["short"]))]
    made = match_create(game="beer_game", roles=roles, by=people[0], scenario_key="short", seed=bytes(range(32)))
    for seat, user in enumerate(people):
        seat_assign(match_id=made.pk, seat=seat, user=user)
    match_start(match_id=made.pk)
    made.refresh_from_db()
    return made


def bring(match, *brought):
    event_bring(match_id=match.pk, brought=Brought(*brought), actor=Actor(person(), at=clock.now()))
    match.refresh_from_db()


def words(client, user, match, page):
    client.force_login(user)
    answer = client.get(reverse(f"games:{page}", args=[match.pk]))
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_retailer_reads_of_a_surge_and_the_factory_does_not(client, match, people):
    bring(match, "surge", 8)
    said = "Surge of demand. The building sites ask for 8 pallets more in the next week."

    assert f"Brought by the facilitator: {said}" in words(client, people[0], match, "match")
    history = words(client, people[0], match, "history")
    assert said in history
    assert "brought by the facilitator" in history
    for page in ("match", "history"):
        assert "surge" not in words(client, people[1], match, page).lower()
        assert "facilitator" not in words(client, people[1], match, page)


def test_both_read_of_a_strike_and_one_of_a_penalty(client, match, people):
    bring(match, "penalty", 7, 1)
    assert "The cost of one stage, Factory, rises by 7." in words(client, people[1], match, "match")
    assert "rises by 7" not in words(client, people[0], match, "match")

    bring(match, "strike", 1)
    for user in people:
        assert "No delivery between stages arrives in the next week." in words(client, user, match, "match")


def test_a_match_with_events_is_played_to_its_end_verifies_and_has_a_result_without_them(match, people):
    bring(match, "surge", 8)
    bring(match, "penalty", 7, 1)
    bring(match, "strike", 1)
    while match.status == "running":
        rules, state = faces.get("beer_game").game.rules, state_of(match)
        prompt = rules.prompts(state)[0]
        move = rules.default(state, prompt.seat, prompt.key)
        by = Author(AuthorKind.PLAYER, people[prompt.seat])
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
        match.refresh_from_db()

    assert difference(match) is None
    plain = Played("short").result
    assert tuple(match.result["scores"]) != plain.scores
    assert tuple(results_without_events([match.pk])[match.pk]["scores"]) == plain.scores
