"""The names and figures of cards in a draft of a scenario."""

import json

import pytest
from django.utils.translation import override

from games.catalogue.master_builder.face.drafts import item_name, item_words
from games.engine import registry

DATA = json.loads(registry.get("master_builder").scenarios["classic"])


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


@pytest.mark.parametrize(
    ("section", "name", "words"),
    [
        ("contracts", "North Wall", "48k, minimum bid 2k, 6 sections: T, A, A, T, A, A"),
        ("workers", "Aubert (M)", "master craftsman, wage 6k, hot-headed"),
        ("events", "Town fair", "Away in this round, but paid: all workers who are negligent."),
        ("economy", "Stagnation", "new contracts: 0 with 2 players, 1 with 3, 1 with 4"),
    ],
)
def test_a_card_has_the_name_of_the_table_and_its_figures(section, name, words):
    item = DATA[section][0]

    assert (item_name(DATA, section, item), item_words(DATA, section, item)) == (name, words)


def test_a_card_of_an_unknown_key_has_its_key_as_words():
    assert item_name(DATA, "events", {"key": "new_bridge"}) == "New bridge"


def test_a_section_is_named_by_its_part():
    sections = [DATA["contracts"][0]["sections"][0], DATA["contracts"][7]["sections"][0]]

    assert [item_name(DATA, "sections", each) for each in sections] == ["wall 1, core", "side wall 1"]


@pytest.mark.parametrize("item", [None, 3, "wall", [], {}, {"key": 3}, {"key": None, "id": "Z9", "part": "spire"}])
@pytest.mark.parametrize("section", ["contracts", "workers", "events", "economy", "sections", "ops", "players"])
def test_a_faulty_item_has_no_words(section, item):
    assert (item_name(DATA, section, item), item_words(DATA, section, item)) == ("", "")
