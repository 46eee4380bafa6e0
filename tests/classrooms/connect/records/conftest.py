import pytest

from games.models import Match
from games.platform import clock
from tests.classrooms.connect.records.store import KEY, SECRET, running_store
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person


@pytest.fixture
def store(domego, no_broker):
    """The site's record store."""
    with running_store() as found:
        domego.XAPI_ENDPOINT, domego.XAPI_KEY, domego.XAPI_SECRET = found.url, KEY, SECRET
        yield found


@pytest.fixture
def people():
    return [person("zoe", display_name="Zoe Martin"), person("max", display_name="Max Petit")]


@pytest.fixture
def session(people, no_broker):
    """A running session of one team, with two people and a bot."""
    course = course_of(person("claire"), people)
    found = session_of(course, teams=[people], started=True, scenario="classic")
    Match.objects.update(started_at=clock.now())
    return found
