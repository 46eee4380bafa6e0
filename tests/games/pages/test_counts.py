"""Help pages count what the game's first shipped scenario has."""

import dataclasses
import json
import re

import msgspec
import pytest
from django.urls import reverse

from games.engine import registry
from games.ui import faces, help
from tests.every_game import GAMES

pytestmark = pytest.mark.django_db


def pages(game):
    return [
        help.page(game, entry.slug, language) for language in ("en", "fr") for entry in help.entries(game, language)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_help_page_is_known(game):
    for page in pages(game):
        assert not re.search(help.COUNT, page.body), (page.slug, page.language)
        assert help.UNKNOWN + " " not in page.body, (page.slug, page.language)


@pytest.fixture
def changed(monkeypatch):
    """Changes the first scenario of a game, as an author of the file would."""

    def change(key, text):
        made = msgspec.structs.replace(registry.get(key), scenarios={"other": text} if text else {})
        monkeypatch.setitem(registry._games, key, made)
        monkeypatch.setitem(faces._faces, key, dataclasses.replace(faces.get(key), game=made))

    return change


def test_a_shorter_scenario_is_counted(client, changed):
    raw = json.loads(next(iter(registry.get("master_builder").scenarios.values())))
    assert (
        "After 6 rounds," in client.get(reverse("games:rules-page", args=["master_builder", "rules"])).content.decode()
    )

    changed("master_builder", json.dumps({**raw, "rounds": 4}))
    page = client.get(reverse("games:rules-page", args=["master_builder", "rules"]))
    assert "After 4 rounds," in page.content.decode()

    changed("master_builder", "")
    page = client.get(reverse("games:rules-page", args=["master_builder", "rules"]))
    assert f"After {help.UNKNOWN} rounds," in page.content.decode()


def test_the_numbers_are_those_of_the_shipped_scenarios():
    assert dict(help.counts_of("domego")) == {
        "roles": 6, "activities": 12, "base_days": 375, "slots": 40, "required": 68,
        "delay": 380, "cost": 135, "failures": 20,
    }  # fmt: skip
    assert dict(help.counts_of("utboheme")) == {"target": 10, "hand_limit": 7}
    assert dict(help.counts_of("master_builder")) == {"rounds": 6, "draft": 5, "goes": 3}
    assert help.counts_of("dominato") == ()
