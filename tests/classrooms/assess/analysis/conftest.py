"""Small matches that bots have played to the end, with and without their analyses."""

import pytest

from classrooms.assess.analysis.services import analysis_request, analysis_work
from games.catalogue.dominyam.game import GAME
from games.models import Job, Match
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from tests.games.factories import match_of, person, played_by_bots

FEW = 4
"""Playouts of each choice, instead of 200."""
CORNER = GAME.micro["corner"]


@pytest.fixture
def steward(db):
    """Runs the match."""
    return person("steward")


@pytest.fixture
def finished(steward) -> Match:
    """A small match that bots have played to the end."""
    return played_by_bots(match_of(scenario="tiny", by=steward))


@pytest.fixture
def known(finished) -> Match:
    """The small match with its analysis."""
    return analysed(finished)


def corner(by) -> Match:
    """Two seats at the four dominoes of a corner."""
    roles = [role.id for role in faces.get("dominyam").words.roles(GAME.rules.load_scenario(CORNER))]
    match = match_create(
        game="dominyam", roles=roles, by=by, scenario_key="", scenario=CORNER, seed=bytes(32), title="Corner"
    )
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return match


@pytest.fixture
def opponents(steward) -> Match:
    """Two bots in the corner."""
    return played_by_bots(corner(steward))


@pytest.fixture
def rivals(opponents) -> Match:
    """The same with their analysis."""
    return analysed(opponents)


def analysed(match: Match) -> Match:
    """Compute the analysis as its worker does."""
    analysis_request(match=match, playouts=FEW)
    assert analysis_work(match=match, progress=lambda share: None)
    Job.objects.filter(match=match, kind="analysis").update(state=Job.State.DONE)
    return match
