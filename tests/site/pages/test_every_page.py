"""Automatic checks of accessibility on every page in English: code, names, languages, tables and forms.
`proof/test_every_page_in_french.py` does the same in French."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from lxml import html as tree
from tinyhtml5.parser import HTMLParser

from classrooms.people.access.codes import LONGEST_TYPED
from tests.help_pages import HEADING, source
from tests.site.every_page import Read, all_pages

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("every_page")]

LEAST_PAGES = 200
CONTROLS = ("input", "select", "textarea")
PRESSED = ("a", "button", "summary")
SILENT = ("script", "style", "template", "svg")
NOT_FILLED_IN = ("hidden", "submit", "button", "checkbox", "image", "reset")


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> tuple[Read, ...]:
    with django_db_blocker.unblock():
        return all_pages(("en",))


@pytest.fixture(scope="module")
def trees(pages) -> list[tuple[Read, tree.HtmlElement]]:
    return [(page, tree.fromstring(page.html)) for page in pages]


def plain(words: str) -> str:
    """The words in lower case, without signs and double spaces."""
    return " ".join(re.sub(r"\W+", " ", words.lower()).split())


def seen(element) -> str:
    """The visible words of an element."""
    found = [element.text or ""]
    for child in element:
        classes = (child.get("class") or "").split() if isinstance(child.tag, str) else []
        is_hidden = child.get("hidden") is not None or child.get("aria-hidden") == "true" or "vh" in classes
        if isinstance(child.tag, str) and child.tag not in SILENT and not is_hidden:
            found.append(seen(child))
        found.append(child.tail or "")
    return " ".join("".join(found).split())


def labels_of(element, page) -> list:
    own = element.get("id")
    return [
        *(page.xpath("//label[@for=$own]", own=own) if own else []),
        *(each for each in element.iterancestors("label") if not each.get("for")),
    ]


def name_of(element, page) -> str:
    """The accessible name given by an attribute, or "" if the element's own text is its name."""
    if ids := element.get("aria-labelledby", "").split():
        return " ".join(each.text_content() for id_ in ids for each in page.xpath("//*[@id=$id_]", id_=id_))
    return element.get("aria-label", "")


def is_out_of_sight(element) -> bool:
    return any(each.get("aria-hidden") == "true" for each in (element, *element.iterancestors()))


def test_there_are_pages_of_every_part(pages):
    assert len(pages) >= LEAST_PAGES
    assert [str(page) for page in pages if "<html" not in page.html] == []


def test_the_code_of_every_page_is_valid(pages):
    """RGAA 8.2: the HTML parser finds no error, and ids are unique."""
    faults = []
    for page in pages:
        parser = HTMLParser(namespace_html_elements=False)
        parser.parse(page.html)
        ids = Counter(re.findall(r'\sid="([^"]*)"', page.html))
        faults += [(str(page), error) for error in parser.errors]
        faults += [(str(page), f"{id_} is there {times} times") for id_, times in ids.items() if times > 1]

    assert faults == []


def test_whatever_is_filled_in_or_pressed_has_a_name(trees):
    """RGAA 7.1, 11.1; WCAG 4.1.2."""
    nameless = []
    for read, page in trees:
        for element in page.iter(*CONTROLS):
            if element.get("type") in ("hidden", "submit") or is_out_of_sight(element):
                continue
            if not (name_of(element, page) or any(each.text_content().strip() for each in labels_of(element, page))):
                nameless.append((str(read), element.tag, element.get("name")))
        for element in page.iter(*PRESSED):
            drawn = "".join(element.xpath(".//@alt|.//svg/@aria-label|.//svg/title/text()"))
            if not (name_of(element, page) or element.text_content().strip() or drawn or is_out_of_sight(element)):
                nameless.append((str(read), element.tag, tree.tostring(element)[:80]))

    assert nameless == []


def test_names_hold_the_words_that_are_seen(trees):
    """WCAG 2.5.3: a user of speech input speaks the visible words of a button."""
    other = set()
    for read, page in trees:
        for element in page.iter(*PRESSED, *CONTROLS):
            name = plain(name_of(element, page))
            words = [seen(element)] if element.tag in PRESSED else [seen(each) for each in labels_of(element, page)]
            if name and not all(plain(each) in name for each in words):
                other.add((read.name, element.tag, name, *words))

    assert other == set()


PROPER = re.compile(
    r"\b(?:Léa|Béatrix|Héloïse|façade|UTBohème|Défenseur des droits|Libre réponse 71120|Apogée|Pégase)\b"
)
"""Names of people, games, programs and an authority, its address, and loan words of English."""
EXPLAINED = [
    term
    for heading in HEADING.finditer(source("domego", "en", "glossary"))
    for term in re.findall(r"\(([^)]+)\)", heading["title"])
]
"""The French terms that the English glossary explains, in parentheses behind their meaning."""
TERMS = re.compile(
    r"binôme glandeur|bureau de contrôle|corps d['’]état secondaires|dossier des ouvrages exécutés"
    r"|(?:garantie de )?parfait achèvement|sécurité et protection de la santé|synthèse|"
    + "|".join(map(re.escape, EXPLAINED))
)
"""Terms of the trade and of a game, used in English texts beside their meaning."""
ACCENTED = re.compile(r"\w*[àâçéèêëîïôùûœ]\w*")


def texts(element, language: str) -> Iterator[tuple[str, str]]:
    """(language, text) of an element, except in places that cannot be marked: titles, options, attributes."""
    language = element.get("lang") or language
    if element.tag in ("title", "option", "textarea", *SILENT):
        return
    yield language, element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            yield from texts(child, language)
        yield language, child.tail or ""


def test_french_on_english_pages_is_names_and_terms_of_the_trade_alone(trees):
    """WCAG 3.1.2 asks no mark for them, but RGAA 8.7 does. A word that fails here is added to TERMS if it is one."""
    found = {
        (read.name, " ".join(text.split())[:80])
        for read, page in trees
        if read.language == "en"
        for language, text in texts(page, "")
        if language == "en" and ACCENTED.search(TERMS.sub("", PROPER.sub("", text)))
    }

    assert found == set()


def test_complex_tables_have_a_title_that_says_what_they_are(trees):
    """RGAA 5.1, 5.2: a complex table has heads that span columns or are inside it. There is one."""
    bare, titles = set(), set()
    for read, page in trees:
        for table in page.iter("table"):
            is_complex = table.xpath("count(.//thead/tr) > 1 or .//th[@colspan > 1 or @rowspan > 1]")
            title = " ".join(table.xpath("string(caption)").split())
            if is_complex:
                titles.add(title)
            if is_complex and not (title or table.get("aria-describedby")):
                bare.add(read.name)

    assert bare == set()
    assert len(titles) == 1, titles


def test_no_drawing_repeats_what_stands_beside_it(trees):
    """RGAA 1.3, WCAG 1.1.1: a screen reader reads each thing once."""
    repeated, near = set(), 400
    for read, page in trees:
        for drawing in page.xpath("//*[@role='img' or self::img]"):
            own = plain(drawing.get("alt") or drawing.get("aria-label") or "")
            if not own or is_out_of_sight(drawing):
                continue
            for around in (drawing.getparent(), drawing.getparent().getparent()):
                words = plain(" ".join(around.xpath(".//text()[not(ancestor::*[@role='img'])]")))
                if len(words) < near and own in words:
                    repeated.add((read.name, own))

    assert repeated == set()


TOLD_BY_ITS_NAME = ("way", "curve", "told")
"""Drawings whose name is complete, or that are beside the values that they draw."""


def test_drawings_of_many_parts_are_told_in_full_beside_them(trees):
    """RGAA 1.6, 1.7: a table of the same numbers, or the same position in words, is in the same section."""
    alone, found = set(), 0
    for read, page in trees:
        for drawing in page.xpath("//*[@role='img'][count(.//text) > 2]"):
            if set((drawing.get("class") or "").split()) & set(TOLD_BY_ITS_NAME):
                continue
            found += 1
            if not drawing.xpath("(ancestor::figure|ancestor::section)//*[self::table or self::details]"):
                alone.add((read.name, drawing.get("class")))

    assert alone == set()
    assert found


def fields_of(form) -> list:
    """The fields of a form for typing and choosing, without boxes and buttons."""
    return [
        each for each in form.iter(*CONTROLS) if each.get("type") not in (*NOT_FILLED_IN, "radio") and each.get("name")
    ]


MARKS = {"en": ("(required)", "optional"), "fr": ("(obligatoire)", "facultati")}
"""By language, the mark of a required field, and a word that no field has."""


def test_required_fields_are_marked_once_and_optional_ones_never(trees):
    """RGAA 11.10, WCAG 3.3.2: in forms of several fields. A choice with a preset value needs no mark."""
    faults = set()
    for page, root in trees:
        required, optional = MARKS[page.language]
        for form in root.iter("form"):
            fields = fields_of(form)
            for field in fields:
                words = " ".join(seen(label) for label in labels_of(field, root))
                expected = int(len(fields) > 1 and field.get("required") is not None and bool(words))
                if words.count(required) != expected or optional in words.lower():
                    faults.add(f"{page.name}: {words}")

    assert sorted(faults) == []


def test_every_field_for_a_code_takes_a_whole_address(trees):
    fields = {
        (page.name, int(field.get("maxlength", "0")))
        for page, root in trees
        for field in root.xpath("//form[@method='get']//input[@name='code']")
    }

    assert {name for name, _most in fields} >= {"classrooms:landing", "classrooms:join"}
    assert {most for _name, most in fields} == {LONGEST_TYPED}
