"""The analysis of Master Builder on its pages: all in k, and lines of seats whose badges have no colour."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.analysis.charts import data_of
from classrooms.assess.analysis.queries import analysis_of
from classrooms.drawing.charts import draw
from games.catalogue.master_builder.game import GAME
from games.models import Match
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.factories import played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def walls(steward) -> Match:
    """Two bots build walls, with their analysis."""
    text = GAME.micro["crew"]
    roles = [role.id for role in faces.get("master_builder").words.roles(GAME.rules.load_scenario(text))]
    match = match_create(
        game="master_builder", roles=roles, by=steward, scenario_key="", scenario=text, seed=bytes(32), title="Walls"
    )
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return analysed(played_by_bots(match))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Luck and what was given away", "round by round, in k", "also with leaving the contract")),
        ("fr", ("La chance et ce qui a été laissé", "manche par manche, en k", "aussi à l’abandon du contrat")),
    ],
)
def test_the_page_tells_luck_round_by_round_and_the_method(walls, steward, language, words):
    client = Client(headers={"accept-language": language})
    client.force_login(steward)

    text = client.get(reverse("classrooms:analysis", args=[walls.pk])).content.decode()

    assert [word in text for word in words] == [True] * 3
    what_if = client.get(reverse("classrooms:what-if", args=[walls.pk]) + "?at=1&choice=1").content.decode()
    assert ("A, k" in what_if, ", points" in what_if) == (True, False)


def test_lines_of_seats_in_ink_differ_by_their_dashes_and_letters(walls):
    (chart,) = data_of(walls, analysis_of(walls))

    assert [(line.colour, line.letter) for line in chart.lines] == [("ink", "A"), ("ink", "B")]
    assert len({line.dash for line in chart.lines}) == 2
    assert draw(chart).count("stroke-dasharray") >= 1
