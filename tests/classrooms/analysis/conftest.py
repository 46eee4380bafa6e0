"""Small matches that bots have played to the end, with and without their analyses."""

import pytest

from classrooms.analysis.services import analysis_request, analysis_work
from games.models import Job, Match
from tests.games.factories import match_of, person, played_by_bots

FEW = 4
"""Playouts of each choice, instead of 200."""


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


def analysed(match: Match) -> Match:
    """Work an analysis out as its worker does."""
    analysis_request(match=match, playouts=FEW)
    assert analysis_work(match=match, progress=lambda share: None)
    Job.objects.filter(match=match, kind="analysis").update(state=Job.State.DONE)
    return match
