"""The help pages of every game: the same sections and figures in each language, and links that are not broken."""

import re

import pytest

from tests.every_game import GAMES, ROOT
from tests.help_pages import NUMBER, PAGES, anchors, sections, slugs, source
from tests.languages import languages

LINK = re.compile(r"\]\((?P<page>[a-z]+\.md)?(?:#(?P<anchor>[a-z0-9-]+))?\)")
FROM_A_TEMPLATE = re.compile(r"rules_url \}\}#([a-z0-9-]+)\"")
THOUSANDS = re.compile(r"(?<=\d)[,\u00a0](?=\d{3}\b)")
IN_ITS_OWN_ORDER = "glossary"
"""The glossary is alphabetical in each language, and may explain a word with figures of its own."""


def others(key: str) -> tuple[str, ...]:
    """The languages with help pages of a game, besides English."""
    return languages(f"{key}-rules")[1:]


@pytest.mark.parametrize("key", GAMES)
def test_help_lists_exactly_the_pages_there_are(key):
    for language in languages(f"{key}-rules"):
        files = (ROOT / "games" / "catalogue" / key / "help" / language).glob("*.md")
        assert sorted(path.stem for path in files) == sorted(slugs(key))


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_pages_have_a_title_and_an_anchor_on_every_section(key, slug):
    for language in languages(f"{key}-rules"):
        text, found = source(key, language, slug), anchors(key, language, slug)

        assert text.startswith("# ")
        assert len(re.findall(r"^#+ ", text, re.MULTILINE)) == 1 + len(found)
        assert len(set(found)) == len(found)
        assert [anchor for anchor, body in sections(key, language, slug).items() if anchor and not body.strip()] == []


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_all_languages_have_the_same_sections(key, slug):
    english = anchors(key, "en", slug)

    for language in others(key):
        found = anchors(key, language, slug)
        assert sorted(english) == sorted(found)
        assert english == found or slug == IN_ITS_OWN_ORDER


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_sections_are_translated(key, slug):
    english = {anchor: text.strip() for anchor, text in sections(key, "en", slug).items()}

    for language in others(key):
        found = sections(key, language, slug)
        assert [anchor for anchor, text in english.items() if text and text == found[anchor].strip()] == []


@pytest.mark.parametrize(("key", "slug"), [page for page in PAGES if page[1] != IN_ITS_OWN_ORDER])
def test_all_languages_quote_the_same_figures(key, slug):
    english, *found = (
        {
            anchor: sorted(NUMBER.findall(THOUSANDS.sub("", text)))
            for anchor, text in sections(key, language, slug).items()
        }
        for language in languages(f"{key}-rules")
    )

    assert found == [english] * len(others(key))


@pytest.mark.parametrize(("key", "language"), [(key, each) for key in GAMES for each in languages(f"{key}-rules")])
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
    templates = (ROOT / "games" / "catalogue" / key).rglob("*.html")
    linked = {anchor for path in templates for anchor in FROM_A_TEMPLATE.findall(path.read_text(encoding="utf-8"))}

    assert linked <= set(anchors(key, "en", "rules"))


@pytest.mark.parametrize(("key", "slug"), PAGES)
def test_french_signs_have_a_space_that_does_not_break(key, slug):
    assert re.findall(r".{0,20}(?: [:;!?»%]|« |\w[;!?»])", source(key, "fr", slug)) == []
