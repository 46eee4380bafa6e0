"""The shipped projects: complete in both languages, with decks that suffice, played to their end by bots."""

import json
from collections import Counter

import pytest
from django.utils.translation import override

from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import role_names
from games.catalogue.domego.rules.checks import faults
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine import codec
from games.engine.draws import FastDraws
from games.engine.playout import playout
from tests.games.catalogue.domego.table import FOLDER
from tests.help_pages import NUMBER, anchors

SIZES = {
    "classic": (6, 12, 80),
    "short": (4, 6, 40),
    "school": (6, 11, 76),
    "footbridge": (5, 10, 72),
    "timber": (5, 10, 70),
    "design_build": (6, 10, 70),
}
"""Roles, activities and cards of each project, in the order of the menu."""
ADDED = [key for key in SIZES if key != "classic"]
RAW = {key: json.loads(text) for key, text in GAME.scenarios.items()}
NAMED = (
    ("roles", ("name", "short", "letter", "purpose")),
    ("activities", ("name", "summary")),
    ("risk_cards", ("title", "text")),
)


def test_the_classic_project_is_first_and_each_file_is_a_project_with_its_key():
    assert {key: tuple(len(raw[part]) for part, _fields in NAMED) for key, raw in RAW.items()} == SIZES
    assert list(GAME.scenarios) == list(SIZES)
    assert [raw["scenario"] for raw in RAW.values()] == list(SIZES)
    assert sorted(path.stem for path in (FOLDER / "scenarios").glob("*.json")) == sorted(SIZES)


@pytest.mark.parametrize("key", SIZES)
def test_a_project_has_no_fault(key):
    assert list(faults(RULES.load_scenario(GAME.scenarios[key]))) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", SIZES)
def test_a_project_is_complete_in_both_languages(key, language):
    raw = RAW[key]
    missing = [
        (thing.get("id") or thing["number"], field)
        for part, fields in NAMED
        for thing in raw[part]
        for field in fields
        if not thing[field][language].strip()
    ]

    assert missing == []
    assert all(raw[field][language].strip() for field in ("name", "summary"))


@pytest.mark.parametrize("key", ADDED)
def test_only_letters_are_the_same_in_both_languages(key):
    same = [
        thing[field]["en"]
        for part, fields in NAMED
        for thing in RAW[key][part]
        for field in fields
        if field != "letter" and thing[field]["en"] == thing[field]["fr"]
    ]

    assert same == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", SIZES)
def test_roles_have_letters_and_colours_of_their_own(key, language):
    with override(language):
        names = role_names(RULES.load_scenario(GAME.scenarios[key]))

    assert max(Counter(each.letter for each in names).values()) == 1
    assert max(Counter(each.css for each in names).values()) == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_two_cards_of_the_added_projects_are_alike(language):
    cards = [card for key in ADDED for card in RAW[key]["risk_cards"]]
    old = {card["text"][language] for card in RAW["classic"]["risk_cards"]}
    texts, titles = ([card[field][language] for card in cards] for field in ("text", "title"))

    assert [text for text, number in Counter(texts + titles).items() if number > 1] == []
    assert old & set(texts) == set()


@pytest.mark.parametrize("key", ADDED)
def test_card_texts_leave_the_figures_to_the_effects(key):
    assert [card["id"] for card in RAW[key]["risk_cards"] if NUMBER.search("".join(card["text"].values()))] == []


@pytest.mark.parametrize("key", SIZES)
def test_each_activity_leaves_something_to_decide(key):
    closed = [
        activity["number"]
        for activity in RAW[key]["activities"]
        if not any(part["risk"] or part["delay"] for part in activity["participants"])
    ]

    assert closed == []


@pytest.mark.parametrize("options", ["{}", GAME.variants["staged"]], ids=["upfront", "staged"])
@pytest.mark.parametrize("key", ADDED)
def test_bots_play_a_project_to_its_end_without_a_bankruptcy_in_most_matches(key, options):
    scenario = RULES.load_scenario(GAME.scenarios[key])
    seats, choices, broken = len(scenario.roles), codec.read_options(options, Options), 0
    for seed in range(20):
        start = RULES.setup(scenario, choices, seats, FastDraws(seed))
        end = playout(RULES, start, [GAME.bot("balanced")] * seats, FastDraws(seed), bot_draws=FastDraws(seed + 1))
        broken += any(firm.bankruptcies for firm in end.state.firms)

    assert broken <= 5


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_lesson_plan_has_a_part_for_each_added_project(language):
    found = [anchor for anchor in anchors("domego", language, "lesson") if anchor.startswith("project-")]

    assert found == [f"project-{key.replace('_', '-')}" for key in ADDED]
