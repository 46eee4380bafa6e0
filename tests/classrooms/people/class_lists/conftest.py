"""An instructor, their course and their browser."""

import pytest

from tests.classrooms.factories import course_of
from tests.classrooms.people.class_lists.browsing import browser
from tests.games.factories import person


@pytest.fixture
def teacher():
    return person("claire", display_name="Claire Bonnet", can_create_courses=True)


@pytest.fixture
def course(teacher):
    return course_of(teacher)


@pytest.fixture
def client(teacher):
    """A client signed in as Claire."""
    return browser(teacher)
