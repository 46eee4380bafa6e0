"""What style sheets may and may not do (RGAA 10.3, 10.5)."""

import re
from pathlib import Path

import tinycss2

ROOT = Path(__file__).resolve().parents[3]
SHEETS = sorted((ROOT / "games").rglob("static/**/*.css"))


def declared(sheet: Path) -> list[tuple[str, dict[str, str]]]:
    """(selector, declarations) of each rule, those within @media and the like too."""
    found: list[tuple[str, dict[str, str]]] = []

    def read(rules) -> None:
        for rule in rules:
            if (
                rule.type == "at-rule"
                and rule.content
                and rule.at_keyword in ("media", "supports", "layer", "container")
            ):
                read(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))
            elif rule.type == "qualified-rule":
                each = tinycss2.parse_declaration_list(rule.content, skip_comments=True, skip_whitespace=True)
                values = {one.name: tinycss2.serialize(one.value).strip() for one in each if one.type == "declaration"}
                found.append((tinycss2.serialize(rule.prelude).strip(), values))

    read(tinycss2.parse_stylesheet(sheet.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True))
    return found


def test_every_page_has_a_colour_of_text_and_one_of_its_ground():
    """RGAA 10.5: whatever declares one of the two inherits the other from there."""
    base = dict(declared(ROOT / "games" / "static" / "shell" / "base.css"))

    assert "color" in base["html"]
    assert "background" in base["html"]


def test_a_picture_as_ground_has_a_colour_below_it():
    """RGAA 10.5.3: text stays legible where a picture is not loaded."""
    bare = [
        (sheet.name, selector)
        for sheet in SHEETS
        for selector, values in declared(sheet)
        if "url(" in values.get("background", "") + values.get("background-image", "")
        and not re.search(r"var\(--|#[0-9a-f]{3}", values.get("background", "") + values.get("background-color", ""))
    ]

    assert bare == []


def test_what_styles_reorder_is_regions_of_a_table_alone():
    """RGAA 10.3: words within a region are read as they are seen. Regions have headings; at a table the one that is
    asked about is laid first.
    """
    moved = {
        selector
        for sheet in SHEETS
        for selector, values in declared(sheet)
        if values.get("order", "0") != "0"
        or "reverse" in values.get("flex-direction", "") + values.get("flex-flow", "")
    }

    assert {each for each in moved if not re.search(r"> ?#\w+$", each)} == {".bar p.held"}
