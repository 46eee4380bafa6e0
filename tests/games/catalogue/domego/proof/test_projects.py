"""Many projects of any size, read on every page in both languages."""

import random

import pytest

from tests.games.catalogue.domego.projects import project
from tests.games.catalogue.domego.whole_match import read_whole
from tests.pages.test_faces import name_what_is_missing

pytestmark = pytest.mark.django_db
OPTIONS = ({}, {"payments": "staged"}, {"payments": "staged", "hidden_allocations": True})


@pytest.fixture(autouse=True)
def _names_are_given(monkeypatch, no_broker):
    name_what_is_missing(monkeypatch)


@pytest.mark.parametrize("seed", range(36))
def test_any_project_is_played_and_read(client, seed):
    chance = random.Random(seed)  # noqa: S311 - a test's own chance
    text = project(chance.randint(3, 12), chance.randint(3, 40), seed)

    assert read_whole(client, text, ("en", "fr")[seed % 2], 3, OPTIONS[seed % 3]).result is not None
