"""The help pages of every game: the same sections and figures in both languages, and links that lead somewhere."""

import re

import pytest

from tests.every_game import GAMES, ROOT
from tests.help_pages import NUMBER, PAGES, anchors, sections, slugs, source

LINK = re.compile(r"\]\((?P<page>[a-z]+\.md)?(?:#(?P<anchor>[a-z0-9-]+))?\)")
FROM_A_TEMPLATE = re.compile(r"rules_url \}\}#([a-z0-9-]+)\"")
THOUSANDS = re.compile(r"(?<=\d)[,\u00a0](?=\d{3}\b)")
BOTH = ("en", "fr")
IN_ITS_OWN_ORDER = "glossary"
"""Alphabetical in each language, and free to explain a word with figures of its own."""


@pytest.mark.parametrize("key", GAMES)
def test_help_lists_exactly_the_pages_there_are(key):
    for language in BOTH:
        files = (ROOT / "games" / key / "help" / language).glob("*.md")
        assert sorted(path.stem for path in files) == sorted(slugs(key))


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_pages_have_a_title_and_an_anchor_on_every_section(key, slug):
    for language in BOTH:
        text, found = source(key, language, slug), anchors(key, language, slug)

        assert text.startswith("# ")
        assert len(re.findall(r"^#+ ", text, re.MULTILINE)) == 1 + len(found)
        assert len(set(found)) == len(found)
        assert [anchor for anchor, body in sections(key, language, slug).items() if anchor and not body.strip()] == []


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_both_languages_have_the_same_sections(key, slug):
    english, french = anchors(key, "en", slug), anchors(key, "fr", slug)

    assert sorted(english) == sorted(french)
    assert english == french or slug == IN_ITS_OWN_ORDER


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_sections_are_translated(key, slug):
    english, french = sections(key, "en", slug), sections(key, "fr", slug)

    assert [anchor for anchor, text in english.items() if text.strip() and text.strip() == french[anchor].strip()] == []


@pytest.mark.parametrize(("key", "slug"), [page for page in PAGES if page[1] != IN_ITS_OWN_ORDER])
def test_both_languages_quote_the_same_figures(key, slug):
    english, french = (
        {
            anchor: sorted(NUMBER.findall(THOUSANDS.sub("", text)))
            for anchor, text in sections(key, language, slug).items()
        }
        for language in BOTH
    )

    assert english == french


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("key", GAMES)
def test_links_between_pages_lead_somewhere(key, language):
    broken = [
        (slug, link[0])
        for slug in slugs(key)
        for link in LINK.finditer(source(key, language, slug))
        if (target := (link["page"] or slug).removesuffix(".md")) not in slugs(key)
        or (link["anchor"] and link["anchor"] not in anchors(key, language, target))
    ]

    assert broken == []


@pytest.mark.parametrize("key", GAMES)
def test_the_sections_that_templates_link_to_exist(key):
    templates = (ROOT / "games" / key).rglob("*.html")
    linked = {anchor for path in templates for anchor in FROM_A_TEMPLATE.findall(path.read_text(encoding="utf-8"))}

    assert linked <= set(anchors(key, "en", "rules"))


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_french_signs_have_a_space_that_does_not_break(key, slug):
    assert re.findall(r".{0,20}(?: [:;!?»%]|« |\w[;!?»])", source(key, "fr", slug)) == []
