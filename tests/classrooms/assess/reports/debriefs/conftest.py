"""Finished matches, with and without their debriefs."""

import pytest

from classrooms.assess.reports import services
from classrooms.models import Debrief
from games.models import Job, Match
from tests.games.factories import match_of, person, played_by_bots


@pytest.fixture
def steward(db):
    """Runs the matches, in English."""
    return person("steward")


@pytest.fixture
def finished(steward) -> Match:
    """A small match that bots have played to the end."""
    return played_by_bots(match_of(scenario="tiny", by=steward))


@pytest.fixture
def classic(steward) -> Match:
    """A match of the classic scenario that bots have played to the end."""
    return played_by_bots(match_of(by=steward, title="Workshop"))


@pytest.fixture
def job(finished) -> Job:
    """The debrief job that the end of the small match created."""
    return finished.jobs.get(kind="debrief")


@pytest.fixture
def debrief(finished) -> Debrief:
    """The facts and charts of the small match, in both languages, without a PDF."""
    return frozen(finished)


def frozen(match: Match) -> Debrief:
    """Freeze the facts."""
    return services.debrief_freeze(match=match)
