"""Every text for people has French."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from domego_site import french, words
from domego_site.languages import messages, sources
from domego_site.translations import catalogues

ROOT = Path(__file__).resolve().parents[3]
READ = catalogues(ROOT, "fr")


def catalogue(path):
    with path.open("rb") as file:
        return read_po(file, locale="fr")


def test_every_option_without_a_form_of_the_games_own_has_french():
    assert french.missing_labels(ROOT) == []


def test_every_text_has_french():
    assert french.missing(ROOT) == []


def test_no_catalogue_has_a_text_twice():
    assert french.doubles(ROOT) == []


def test_a_text_without_french_is_named_with_its_catalogue(tmp_path):
    game = tmp_path / "games/catalogue/nim"
    (game / "face").mkdir(parents=True)
    (game / "face/words.py").write_text('_("Row")\n_("Stone")\npgettext("verb", "Row")\n')
    entered(game, 'msgid "Row"\nmsgstr "Ligne"\n\nmsgid "Stone"\nmsgstr ""\n')

    own = "add it to games/catalogue/nim/locale/fr/LC_MESSAGES/django.po"
    assert french.missing(tmp_path) == [
        f"games/catalogue/nim/face/words.py:2: 'Stone' has no French: {own}",
        f"games/catalogue/nim/face/words.py:3: 'Row' in context 'verb' has no French: {own}",
    ]


def test_a_text_that_is_twice_in_a_catalogue_is_named_with_its_lines(tmp_path):
    other_context = 'msgctxt "verb"\nmsgid "Row"\nmsgstr "Ramer"\n'
    plural = 'msgid "Row"\nmsgid_plural "Rows"\nmsgstr[0] "Ligne"\nmsgstr[1] "Lignes"\n'
    entered(tmp_path / "games", "\n".join(['msgid "Row"\nmsgstr "Ligne"\n', other_context, plural]))

    assert french.doubles(tmp_path) == [
        "games/locale/fr/LC_MESSAGES/django.po: 'Row' is there more than once, in lines 1, 8"
    ]


def entered(folder, text):
    path = folder / french.CATALOGUE
    path.parent.mkdir(parents=True)
    path.write_text(text)


def test_no_text_calls_a_field_optional():
    """Forms mark required fields. A label for optional ones would repeat it."""
    calls_optional = re.compile(r"\((?:optional|if you like|facultati[fv]e?s?|opcional(?:es)?)\)", re.IGNORECASE)
    paths = [path for language in ("fr", "es") for path in catalogues(ROOT, language)]
    texts = {text for path in paths for entry in catalogue(path) for text in (entry.id, entry.string)}

    assert sorted(str(text) for text in texts if calls_optional.search(str(text))) == []


def test_no_french_is_left_without_its_text():
    used = {(context, message) for path in sources(ROOT) for _, context, message in messages(path)}
    used |= {(None, label) for _game, label in french.option_labels()}

    assert sorted(str(entry) for entry in french.translated(ROOT) - used) == []


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_french_has_the_same_placeholders(path):
    """A name may have another form than in English, `to_payee` for `the_payee`. In a template it may not, as the
    template gives only the form that it names.
    """
    told = [
        entry
        if (entry.context, entry.id) in in_templates()
        else Message(bare(entry.id), bare(entry.string), flags=entry.flags)
        for entry in catalogue(path)
    ]

    assert [f"{entry.id!r}: {error}" for entry in told for error in entry.check()] == []


@cache
def in_templates():
    """The texts of templates, with their contexts."""
    paths = [path for path in sources(ROOT) if path.suffix == ".html"]
    return {(context, message) for path in paths for _, context, message in messages(path)}


FORM = re.compile(r"%\((?:the|The|of|to|from)_")


def bare(text):
    return tuple(map(bare, text)) if isinstance(text, tuple) else FORM.sub("%(", text)


OTHER_WORDS = re.compile(r"\b(?:sessions?|sondages? (?:avant|après)|compte rendu de la partie)\b", re.IGNORECASE)
"""Words that the site replaces everywhere by "séance", "enquête" and "débriefing" in its texts."""


def test_french_is_well_written():
    """No-break spaces before high signs, in numbers and before %. One kind of apostrophe, and no "(s)". One French for
    each text over all catalogues.
    """
    assert list(words.faults(ROOT)) == []


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("Qui ? Toi !", "Qui\u00a0? Toi\u00a0!"),
        ("« oui » : 50 %", "«\u00a0oui\u00a0»\u00a0: 50\u00a0%"),
        ("%(share)s %% de 1 000 jours", "%(share)s\u00a0%% de 1\u00a0000 jours"),
        ("50%, %(share)s%%", "50\u00a0%, %(share)s\u00a0%%"),
        ("150k, 2 k, %(price)sk, {sum}k", "150\u00a0k, 2\u00a0k, %(price)s\u00a0k, {sum}\u00a0k"),
        ("200 000 €, 5€, 3km", "200\u00a0000\u00a0€, 5\u00a0€, 3km"),
        ("l'accord d'%(name)s", "l\u2019accord d\u2019%(name)s"),
        ("<a href='x'>à 10:30</a>", "<a href='x'>à 10:30</a>"),
    ],
)
def test_spaces_and_apostrophes_are_written_right(typed, right):
    assert (words.mended(typed), words.mended(right)) == (right, right)


def test_a_tree_with_a_fault_is_named_mended_and_then_right(tmp_path):
    catalogue_file = tmp_path / "games/locale/fr/LC_MESSAGES/django.po"
    page, bank = (
        tmp_path / "games/catalogue/domego/help/fr/rules.md",
        tmp_path / "games/catalogue/domego/quiz/bank.json",
    )
    for path in (catalogue_file, page, bank):
        path.parent.mkdir(parents=True)
    catalogue_file.write_text("""msgid "It's"\nmsgstr ""\n"C'est l'heure ?"\n""")
    page.write_text("# L'heure\n\nQuelle heure ?\n")
    bank.write_text("""{"en": ["L'heure ?"], "fr": {"text": "L'heure ?"}, "es": "5 %"}""")
    told = sorted(fault.split(": ")[1] for fault in words.faults(tmp_path))

    assert words.mend(tmp_path) == [catalogue_file, page, bank]

    assert told == ["# L'heure", "C'est l'heure ?", "L'heure ?", "Quelle heure ?"]
    assert catalogue_file.read_text() == """msgid "It's"\nmsgstr ""\n"C’est l’heure\u00a0?"\n"""
    assert page.read_text() == "# L’heure\n\nQuelle heure\u00a0?\n"
    assert bank.read_text() == """{"en": ["L'heure ?"], "fr": {"text": "L’heure\u00a0?"}, "es": "5 %"}"""
    assert list(words.faults(tmp_path)) == []


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Pas de décompte de 22:00 à 8 h", True),
        ("Le temps est suspendu de 22 h à 8:30", True),
        ("Indiquez un jour et une heure, par exemple 2026-11-30 14:30.", False),
        ("de 0:10 à 0:20", False),
    ],
)
def test_hours_are_written_as_in_french(tmp_path, text, is_named):
    page = tmp_path / "games/catalogue/domego/help/fr/rules.md"
    page.parent.mkdir(parents=True)
    page.write_text(text)

    assert bool(list(words.faults(tmp_path))) is is_named


MAILS = [path for path in sources(ROOT) if path.suffix == ".txt" and "Hello " in path.read_text()]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.name)
def test_sentences_after_a_greeting_begin_with_a_capital(path):
    said = {key: strings[0] for each in READ for key, strings in words.entries(each)}
    told = [(text, said[context, text]) for _line, context, text in messages(path) if text[-1] in ".:"]

    assert told
    assert [text for pair in told for text in pair if text[0].islower()] == []


def test_one_word_is_used_for_a_session():
    told = ((path, re.sub(r"%\([a-z]+\)[sd]", "", text)) for path, text in words.french_texts(ROOT))

    assert [f"{path}: {text}" for path, text in told if OTHER_WORDS.search(text)] == []


def test_dates_in_words_are_those_of_the_language():
    """Django's own filter writes the first of a month as "1" in French."""
    words = r"(?:DATE|MONTH_DAY|DATETIME)_FORMAT"
    own = re.compile(rf"\|date:\"{words}\"|date_format\([^)]*[\"']{words}")

    assert [str(path.relative_to(ROOT)) for path in sources(ROOT) if own.search(path.read_text())] == []


OWN_TEXTS = re.compile(
    r"\{% ?(trans|blocktrans|blocktranslate)\b.*?\{% ?end\1 ?%\}|\{#.*?#\}|<(style|code|pre)\b.*?</\2>|<[a-z][^<>]*>",
    re.DOTALL,
)
AFTER = re.compile(r"(?:\}\}|%\}|</[a-z0-9]+>)[:;!?](?=[\s<{])")
IN_ENGLISH = {"games/templates/games/api_docs.html"}
"""Pages in English only."""


def templates():
    for place in ("games", "classrooms", "templates"):
        for folder in ("templates", "jinja2"):
            pattern = f"**/{folder}/**/*.html" if place != "templates" else "**/*.html"
            yield from (path for path in (ROOT / place).glob(pattern))


def test_no_high_punctuation_stands_after_a_value_outside_a_text():
    """French sets a space before it, which only a text or `pgettext("punctuation", ": ")` has."""
    found = {
        str(path.relative_to(ROOT)): AFTER.findall(OWN_TEXTS.sub("", path.read_text(encoding="utf-8")))
        for path in templates()
    }

    assert {path for path, marks in found.items() if marks} - IN_ENGLISH == set()
