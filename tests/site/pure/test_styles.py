"""Rules of style sheets (RGAA 10.3, 10.5)."""

import re
from pathlib import Path

import tinycss2

ROOT = Path(__file__).resolve().parents[3]
SHEETS = sorted((ROOT / "games").rglob("static/**/*.css"))


def declared(sheet: Path) -> list[tuple[str, dict[str, str]]]:
    """(selector, declarations) of each rule, including those within @media and the like."""
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
    """RGAA 10.5: other rules that declare one of the two inherit the other from there."""
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
    """RGAA 10.3: inside a region, the order of reading is that of the page. Regions have headings. On a table page, the
    one with the decision comes first.
    """
    moved = {
        selector
        for sheet in SHEETS
        for selector, values in declared(sheet)
        if values.get("order", "0") != "0"
        or "reverse" in values.get("flex-direction", "") + values.get("flex-flow", "")
    }

    assert {each for each in moved if not re.search(r"> ?#\w+$", each)} == {".bar p.held"}


def test_what_people_write_breaks_anywhere_but_in_columns_of_tables():
    """A test of the proof lane checks every page with such texts. This rule is its condition."""
    base = declared(ROOT / "games" / "static" / "shell" / "base.css")
    breaks = {selector: values["overflow-wrap"] for selector, values in base if "overflow-wrap" in values}

    assert breaks["body"] == "anywhere"
    assert breaks["table"] == "break-word"
    assert next(breaks[selector] for selector in breaks if "bdi" in selector.split(", ")) == "anywhere"


def test_no_style_keeps_a_text_of_people_on_one_line():
    """A bdi wraps even on a line without wrapping, so that no stronger rule may forbid it."""
    kept = [
        (sheet.name, selector)
        for sheet in SHEETS
        for selector, values in declared(sheet)
        if "bdi" in selector and (values.get("white-space") == "nowrap" or values.get("overflow") == "hidden")
    ]

    assert kept == []
