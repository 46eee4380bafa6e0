"""The texts of Domego: complete in each language that has its rules, with the figures of the classic scenario."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from tests import help_pages
from tests.help_pages import HEADING, NUMBER
from tests.languages import languages, said

FOLDER = Path(__file__).resolve().parents[5] / "games" / "catalogue" / "domego"
SCENARIO = json.loads((FOLDER / "scenarios" / "classic.json").read_text(encoding="utf-8"))
RULES_IN = languages("domego-rules")
BOUGHT = {"en": "at 1k in activity ", "fr": "à 1\u00a0k en activité ", "es": "a 1k en la actividad "}
K = {"en": "k", "fr": "\u00a0k", "es": "k"}
SAME_IN_BOTH = {"E"}  # letter of the design engineer

RULES_ANCHORS = {"goal", "roles", "turn", "buy", "negotiate", "allocate", "risk", "balance", "bankruptcy", "scoring"}
RULES_ANCHORS |= {"options", "deadlines", "visibility"}


source, sections, anchors = (
    partial(read, "domego") for read in (help_pages.source, help_pages.sections, help_pages.anchors)
)


def table_rows(text: str) -> list[list[str]]:
    """The cells of the tables of a section, without the rule below the head."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def pairs(found: object, path: str = "") -> list[tuple[str, dict[str, str]]]:
    """Every two-language text of the scenario, with its path."""
    if isinstance(found, dict) and {"en", "fr"} & set(found):
        return [(path, found)]
    if isinstance(found, dict):
        return [pair for key, value in found.items() for pair in pairs(value, f"{path}.{key}")]
    if isinstance(found, list):
        return [pair for i, value in enumerate(found) for pair in pairs(value, f"{path}[{i}]")]
    return []


def of_role(role: str) -> list[tuple[dict, dict]]:
    """(activity, the role's line on its sheet) for each activity in which the role takes part."""
    lines = [(activity, part) for activity in SCENARIO["activities"] for part in activity["participants"]]
    return [(activity, part) for activity, part in lines if part["role"] == role]


@pytest.mark.parametrize(
    ("things", "fields"),
    [
        (SCENARIO["roles"], ("name", "short", "letter", "purpose")),
        (SCENARIO["activities"], ("name", "summary")),
        (SCENARIO["risk_cards"], ("title", "text")),
        ([SCENARIO], ("name", "summary")),
    ],
    ids=["roles", "activities", "cards", "scenario"],
)
def test_everything_named_has_its_texts_in_both_languages(things, fields):
    missing = [
        (thing.get("id") or thing.get("number"), field, language)
        for thing in things
        for field in fields
        for language in ("en", "fr")
        if not thing.get(field, {}).get(language, "").strip()
    ]

    assert missing == []


def test_the_scenario_has_six_roles_twelve_activities_and_eighty_cards():
    assert [len(SCENARIO[key]) for key in ("roles", "activities", "risk_cards")] == [6, 12, 80]


def test_no_text_is_left_untranslated():
    assert [path for path, text in pairs(SCENARIO) if text["en"] == text["fr"] and text["en"] not in SAME_IN_BOTH] == []


def test_letters_are_distinct_in_each_language():
    for language in RULES_IN:
        assert len({said(role["letter"], language) for role in SCENARIO["roles"]}) == 6


def test_card_texts_leave_the_figures_to_the_effects():
    assert [card["id"] for card in SCENARIO["risk_cards"] if NUMBER.search("".join(card["text"].values()))] == []


def test_card_texts_are_one_sentence_each_and_never_repeated():
    for language in RULES_IN:
        texts = [said(card["text"], language) for card in SCENARIO["risk_cards"]]

        assert [text for text in texts if not text.endswith(".") or ". " in text or len(text) > 140] == []
        assert len(set(texts)) == len(texts)


def test_anchors_that_other_pages_link_to_exist():
    assert set(anchors("en", "rules")) >= RULES_ANCHORS
    assert anchors("en", "roles") == [role["id"] for role in SCENARIO["roles"]]
    assert anchors("en", "activities") == [f"activity-{number}" for number in range(1, 13)]
    assert len(anchors("en", "glossary")) >= 40


def test_french_signs_have_a_space_that_does_not_break():
    texts = [text["fr"] for _, text in pairs(SCENARIO)]

    assert [found for text in texts for found in re.findall(r".{0,20}(?: [:;!?»%]|« |\w[;!?»])", text)] == []


@pytest.mark.parametrize("language", RULES_IN)
@pytest.mark.parametrize("role", [role["id"] for role in SCENARIO["roles"]])
def test_the_table_of_a_role_sheet_is_that_of_the_scenario(language, role):
    none = {"en": "none", "fr": "aucun", "es": "ninguno"}[language]

    def tiers(listed: list[list[int]]) -> str:
        return ", ".join(f"{cubes} → −{gain}" for cubes, gain in listed) or none

    wanted = [
        [f"{a['number']}. {said(a['name'], language)}", str(p["required"]), tiers(p["risk"]), tiers(p["delay"])]
        for a, p in of_role(role)
    ]
    total = sum(part["required"] for _, part in of_role(role))

    rows = table_rows(sections(language, "roles")[role])

    assert rows[1:] == [*wanted, ["**Total**", f"**{total}**", "", ""]]


@pytest.mark.parametrize("language", RULES_IN)
@pytest.mark.parametrize("role", SCENARIO["roles"], ids=lambda role: role["id"])
def test_a_role_sheet_names_the_start_money_the_purchase_and_the_price_range(language, role):
    text = sections(language, "roles")[role["id"]]
    buys = next(a["number"] for a in SCENARIO["activities"] if f"buy:{role['id']}" in a["special"])
    to, k = {"en": "to", "fr": "à", "es": "a"}[language], K[language]
    wanted = [f"{role['start_money']}{k}", BOUGHT[language] + str(buys)]
    paid = [c for c in SCENARIO["standard_contracts"] if c["payee"] == role["id"] != "architect"]
    paid += [c for c in SCENARIO["standard_contracts"] if role["id"] == c["payer"] == "owner"]
    wanted += [f"{contract['low']}{k} {to} {contract['high']}{k}" for contract in paid]

    assert [figure for figure in wanted if figure not in text] == []


@pytest.mark.parametrize("language", RULES_IN)
@pytest.mark.parametrize("activity", SCENARIO["activities"], ids=lambda activity: str(activity["number"]))
def test_the_line_below_an_activity_gives_its_figures(language, activity):
    text = sections(language, "activities")[f"activity-{activity['number']}"]
    line = next(line for line in text.splitlines() if line.startswith("*"))
    required = [part["required"] for part in activity["participants"]]
    buying = [1] if any(special.startswith("buy:") for special in activity["special"]) else []

    assert [int(found) for found in NUMBER.findall(line)] == [
        activity["base_days"],
        activity["risk_slots"],
        *required,
        *buying,
    ]


@pytest.mark.parametrize("language", RULES_IN)
def test_headings_of_the_activity_page_are_the_names_of_the_scenario(language):
    titles = [heading["title"] for heading in HEADING.finditer(source(language, "activities"))]

    assert titles == [f"{a['number']}. {said(a['name'], language)}" for a in SCENARIO["activities"]]


@pytest.mark.parametrize("language", RULES_IN)
def test_the_rules_give_the_contracts_and_the_start_money_of_the_scenario(language):
    names = {role["id"]: said(role["name"], language) for role in SCENARIO["roles"]}
    to, k = {"en": "to", "fr": "à", "es": "a"}[language], K[language]

    ranges = [row[3] for row in table_rows(sections(language, "rules")["negotiate"])[1:]]
    purses = [row[1] for row in table_rows(sections(language, "rules")["roles"])[1:]]
    payees = [row[2] for row in table_rows(sections(language, "rules")["negotiate"])[1:]]

    by_payee = {names[c["payee"]]: f"{c['low']}{k} {to} {c['high']}{k}" for c in SCENARIO["standard_contracts"]}
    assert dict(zip(payees, ranges, strict=True)) == by_payee
    assert purses == [f"{role['start_money']}{k}" for role in SCENARIO["roles"]]


@pytest.mark.parametrize("language", RULES_IN)
def test_the_rules_and_the_aims_give_the_targets_of_the_scenario(language):
    targets = [SCENARIO["targets"][metric] for metric in ("delay", "cost", "failures")]
    goal, aims = sections(language, "rules")["goal"], sections(language, "aims")["what-to-expect"]

    assert [int(found) for found in NUMBER.findall(goal)][:3] == targets
    assert [int(NUMBER.findall(cell)[0]) for cell in table_rows(aims)[-1][1:]] == targets
    assert {sum(a[key] for a in SCENARIO["activities"]) for key in ("base_days", "risk_slots")} <= {
        int(found) for found in NUMBER.findall(goal)
    }
