"""The analysis of the beer game on its pages: no luck, and the page says why."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.analysis.queries import analysis_of
from games.catalogue.beer_game.game import GAME
from games.engine.analysis.statistics import Mean
from games.models import Match
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.factories import played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def chain(steward) -> Match:
    """A pair of bots, with their analysis."""
    text = GAME.micro["pair"]
    roles = [role.id for role in faces.get("beer_game").words.roles(GAME.rules.load_scenario(text))]
    match = match_create(
        game="beer_game", roles=roles, by=steward, scenario_key="", scenario=text, seed=bytes(32), title="Pair"
    )
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return analysed(played_by_bots(match))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Luck is not counted", "What was given away", "the order of the strong bot")),
        ("fr", ("La chance n’est pas comptée", "Ce qui a été laissé", "celle qu’aurait passée le robot fort")),
    ],
)
def test_the_page_says_why_no_luck_is_told_and_has_no_column_of_it(chain, steward, language, words):
    client = Client(headers={"accept-language": language})
    client.force_login(steward)

    text = client.get(reverse("classrooms:analysis", args=[chain.pk])).content.decode()

    assert [word in text for word in words] == [True] * 3
    assert [word for word in ("Luck so far", "luck near its average", "chance proche") if word in text] == []


@pytest.mark.parametrize(
    ("lost", "decisions", "line"),
    [
        (Mean(67400, 460), 19, "674 units of cost of the chain given away in 19 decisions."),
        (Mean(0, 0), 3, "nothing given away, as far as can be told, in 3 decisions."),
        (Mean(0, 0), 0, "no decision was to be weighed."),
    ],
)
def test_a_stage_has_one_line(chain, lost, decisions, line):
    results = analysis_of(chain)
    first = replace(results.accounts[0], lost=lost, decisions=decisions)

    row = AnalysisDocument(chain, replace(results, accounts=(first,)), "en").context()["accounts"][0]

    assert " ".join(render_to_string("classrooms/analysis/account.html", {"row": row}).split()) == line
    assert results.strokes == ()


@pytest.mark.parametrize(("language", "head"), [("en", "Retailer, units of cost"), ("fr", "Négociant, points de coût")])
def test_what_if_names_what_a_stage_is_counted_in(chain, steward, language, head):
    client = Client(headers={"accept-language": language})
    client.force_login(steward)
    text = client.get(reverse("classrooms:what-if", args=[chain.pk]) + "?at=1&number=1").content.decode()

    assert head in " ".join(text.split())
