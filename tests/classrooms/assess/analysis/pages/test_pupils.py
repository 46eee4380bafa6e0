"""The analysis of Dominato on its pages: the luck of deals, a line a turn, words that blame nobody."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.assess.analysis import services
from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.analysis.whatif import Forking
from classrooms.models import Analysis
from games.catalogue.dominato.analysis.analyst import SIZES
from games.catalogue.dominato.game import GAME
from games.engine.analysis.decisions import size_of
from games.engine.analysis.statistics import Mean
from games.models import Match
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.factories import played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def pupils(steward) -> Match:
    """Three bots with seven tiles, with their analysis."""
    text = GAME.micro["aside"]
    roles = [role.id for role in faces.get("dominato").words.roles(GAME.rules.load_scenario(text))]
    match = match_create(
        game="dominato", roles=roles, by=steward, scenario_key="", scenario=text, seed=bytes(32), title="Seven tiles"
    )
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return analysed(played_by_bots(match))


def page(match, user, name, query="", language="en"):
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    response = client.get(reverse(f"classrooms:{name}", args=[match.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def with_mistake(match, lost):
    """The analysis with a first turn that cost so much."""
    results = analysis_of(match)
    first = next(each for each in results.weighing.decisions if len(each.options) > 1)
    told = replace(
        first, best=replace(first.best, option=1, project=Mean(lost, 10)), loss=size_of(lost, SIZES), praised=False
    )
    weighing = replace(results.weighing, decisions=(told,))
    return replace(results, weighing=weighing, turning=(first.number,))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("points of lead", "Where a better one was there", "Wrong tiles are not weighed here")),
        ("fr", ("points d’avance", "Où il y avait mieux", "Les tuiles fausses ne sont pas pesées ici")),
    ],
)
def test_the_page_tells_deals_and_turns_without_blame(pupils, steward, language, words):
    text = page(pupils, steward, "analysis", language=language)

    assert [word in text for word in words] == [True] * 3
    assert [word for word in ("grave mistake", "Mistakes", "erreur grave", "project") if word in text] == []


@pytest.mark.parametrize(
    ("lost", "size"),
    [(250, "a better one was there"), (450, "a much better one was there"), (900, "here the game turned")],
)
def test_a_verdict_is_one_line(pupils, lost, size):
    (row,) = AnalysisDocument(pupils, with_mistake(pupils, lost), "en").context()["turning"]

    text = " ".join(render_to_string("classrooms/analysis/verdict.html", {"row": row, "reached": "a win"}).split())

    assert row["size"] == size
    assert f"it cost {lost / 100:.1f} points of lead" in text


def test_a_turn_is_asked_again_and_what_if_has_both_readings(pupils, steward):
    Analysis.objects.filter(match=pupils).update(results=services.written(with_mistake(pupils, 450)))
    (decision,) = analysis_of(pupils).weighing.decisions
    better = Forking(pupils).at(decision.number).intents.index(decision.options[1].intent)

    asked = page(pupils, steward, "analysis-learn")
    french = page(pupils, steward, "analysis-learn", language="fr")
    read = page(pupils, steward, "what-if", f"?at={decision.number}&choice={better}")

    assert "what would you do?" in asked
    assert "que ferais-tu\xa0?" in french
    assert "vous" not in french.split("<main", 1)[1].split('class="table', 1)[0]
    assert "Second reading: the average of all luck" in read
    assert "This choice was not weighed." not in read


def test_before_its_start_it_says_what_it_will_look_at(pupils, steward):
    Analysis.objects.filter(match=pupils).delete()

    text = page(pupils, steward, "analysis")

    assert "which tile was best in each turn?" in text
    assert "throw" not in text.split("<main", 1)[1]
