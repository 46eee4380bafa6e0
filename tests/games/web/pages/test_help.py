"""Help pages: reading, anchors, search, languages."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from msgspec import structs

from games.engine import registry
from games.ui import faces
from games.ui import help as help_pages
from games.ui.search import search

ROOT = Path(__file__).resolve().parents[4]

ENGLISH = """# Rules of the cabin

One cabin, *two* builders.

## Façade {#facade}

Each builder places **one** board. See [the words](words.md#board).

| Board | Cost |
|:---|---:|
| long | 3k |

## Roof {#roof}

The façade comes first. Cost: 4 < 5 & more.
"""
FRENCH = """# Règles de la cabane

## Façade {#facade}

Chaque bâtisseur pose une planche.
"""


@pytest.fixture
def cabin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with two help pages, the second in English only."""
    folder = tmp_path / "help"
    texts = {"en/rules.md": ENGLISH, "fr/rules.md": FRENCH, "en/words.md": "# Words\n\n## Board {#board}\n\nA plank.\n"}
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    pages = [
        {"slug": slug, "title": {"en": slug.title()}, "summary": {"en": ""}, "audience": "everyone"}
        for slug in ("rules", "words")
    ]
    (folder / "help.json").write_text(json.dumps({"pages": pages}), encoding="utf-8")
    game = structs.replace(registry.get("domego"), key="cabin", folder=tmp_path)
    monkeypatch.setitem(registry._games, "cabin", game)
    monkeypatch.setitem(faces._faces, "cabin", replace(faces.get("domego"), game=game, title="Cabin"))
    return "cabin"


def found(query: str, language: str = "en") -> list[tuple[str, str]]:
    return [(hit.page.slug, hit.section.anchor) for hit in search(help_pages.pages("cabin", language), query)]


def test_a_page_has_its_title_and_its_anchors(cabin: str) -> None:
    page = help_pages.page(cabin, "rules", "en")

    assert (page.title, [section.anchor for section in page.contents]) == ("Rules of the cabin", ["facade", "roof"])
    assert "<h1" not in page.body


def test_a_link_between_pages_leads_to_the_page_on_the_site(cabin: str) -> None:
    assert 'href="../words/#board"' in help_pages.page(cabin, "rules", "en").body


def test_a_table_scrolls_and_carries_no_style(cabin: str) -> None:
    body = help_pages.page(cabin, "rules", "en").body

    assert '<div class="scroll" tabindex="0"><table>' in body
    assert '<th scope="col" class="num">Cost</th>' in body
    assert re.search(r"\b(style|align)=", body) is None


def test_a_page_that_is_not_translated_is_shown_in_english(cabin: str) -> None:
    assert (help_pages.page(cabin, "words", "fr").language, help_pages.page(cabin, "rules", "fr").language) == (
        "en",
        "fr",
    )


@pytest.mark.parametrize("slug", ["nothing", "../en/rules", "help"])
def test_a_page_that_is_not_listed_does_not_exist(cabin: str, slug: str) -> None:
    with pytest.raises(LookupError):
        help_pages.page(cabin, slug, "en")


@pytest.mark.parametrize("query", ["facade", "FAÇADE", "Fac\u0327ade", "  façade "])
def test_search_disregards_case_and_accents_and_puts_headings_first(cabin: str, query: str) -> None:
    assert found(query) == [("rules", "facade"), ("rules", "roof")]


def test_search_finds_the_beginning_of_a_word_and_not_its_middle(cabin: str) -> None:
    assert (found("build"), found("uilder"), found("(")) == ([("rules", ""), ("rules", "facade")], [], [])


def test_search_wants_all_words_in_one_section(cabin: str) -> None:
    assert (found("roof cost"), found("roof plank"), found("plank")) == ([("rules", "roof")], [], [("words", "board")])


def test_search_looks_into_the_language_of_the_reader(cabin: str) -> None:
    assert (found("batisseur", "fr"), found("batisseur", "en")) == ([("rules", "facade")], [])


def test_an_excerpt_marks_the_words_and_escapes_the_rest(cabin: str) -> None:
    (hit,) = search(help_pages.pages(cabin, "en"), "first cost")

    assert hit.excerpt == ("The façade comes <mark>first</mark>. <mark>Cost</mark>: 4 &lt; 5 &amp; more.")


@pytest.mark.django_db
def test_the_pages_answer_in_the_language_asked_and_keep_the_address(cabin: str, client: Client) -> None:
    answers = {
        language: client.get("/rules/cabin/rules/", headers={"accept-language": language}).content.decode()
        for language in ("en", "fr")
    }

    assert "Each builder places" in answers["en"]
    assert "Chaque bâtisseur pose" in answers["fr"]
    assert 'name="next" value="/rules/cabin/rules/"' in answers["fr"]


@pytest.mark.django_db
def test_the_search_page_links_to_the_section_and_escapes_the_query(cabin: str, client: Client) -> None:
    page = client.get("/rules/cabin/", {"q": "plank"}).content.decode()
    strange = client.get("/rules/cabin/", {"q": "<script>alert(1)</script>"})

    assert 'href="/rules/cabin/words/#board"' in page
    assert (strange.status_code, "<script>alert" in strange.content.decode()) == (200, False)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rules/nothing/", "/rules/nothing/rules/", "/rules/cabin/nothing/"])
def test_what_is_not_there_is_not_found(cabin: str, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def shipped_pages() -> list[tuple[str, str]]:
    indexes = ROOT.glob("games/catalogue/*/help/help.json")
    return [
        (path.parent.parent.name, entry["slug"]) for path in indexes for entry in json.loads(path.read_text())["pages"]
    ]


@pytest.mark.parametrize(("game", "slug"), shipped_pages())
def test_a_shipped_page_has_the_same_anchors_in_both_languages(game: str, slug: str) -> None:
    english, french = (help_pages.page(game, slug, language) for language in ("en", "fr"))

    assert (english.language, french.language) == ("en", "fr")
    assert [each.anchor for each in english.sections] == [each.anchor for each in french.sections] or {
        each.anchor for each in english.sections
    } == {each.anchor for each in french.sections}


@pytest.mark.parametrize(("game", "slug"), shipped_pages())
def test_a_shipped_page_has_no_dead_link_and_no_style(game: str, slug: str) -> None:
    for language in ("en", "fr"):
        page = help_pages.page(game, slug, language)
        for target, anchor in re.findall(r'href="(?:\.\./([\w-]+)/)?#([^"]+)"', page.body):
            other = help_pages.page(game, target or slug, language)
            assert anchor in {section.anchor for section in other.sections}, (slug, language, target, anchor)
        assert "style=" not in page.body
