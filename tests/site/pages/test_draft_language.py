"""A translation made by a machine says so on every page and paper, and in the choice of language, until somebody has
checked it."""

import pytest
from django.urls import reverse
from django.utils.translation import ngettext, override

from domego_site.languages import offered
from games.ui import languages
from games.ui.languages import called, draft_note
from tests.site.pages.test_begun_language import Shown

NOTES = {
    "es": "Una máquina hizo esta traducción. Nadie la ha revisado todavía.",
    "de": "Diese Übersetzung wurde maschinell erstellt. Noch niemand hat sie geprüft.",
    "ar": "أُنجزت هذه الترجمة آليًا. لم يراجعها أحد بعد.",
}
BEGUN = {
    "es": "Español (traducción iniciada)",
    "de": "Deutsch (Übersetzung begonnen)",
    "ar": "العربيّة (بدأت الترجمة)",
}
CODES = ["en", "fr", *NOTES]
WITH_A_WAY_TO_ENGLISH = ["classrooms:landing", "classrooms:sign-in", "games:site-map"]


@pytest.fixture
def page(settings, client, db):
    """A function that reads a page in a language, without its marks of direction, on a site that offers all of them."""
    settings.LANGUAGES = offered(CODES)

    def read(code, name):
        client.cookies["django_language"] = code
        return client.get(reverse(name)).content.decode().replace("<bdi>", "").replace("</bdi>", "")

    return read


@pytest.mark.parametrize("code", NOTES)
@pytest.mark.parametrize("name", [*WITH_A_WAY_TO_ENGLISH, "games:offline"])
def test_a_page_in_a_draft_language_says_so_in_that_language(page, code, name):
    assert NOTES[code] in Shown(page(code, name)).texts


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("name", [*WITH_A_WAY_TO_ENGLISH, "games:offline"])
def test_a_page_in_a_checked_language_has_no_such_line(page, code, name):
    html = page(code, name)

    assert 'name="language" value="en" lang="en">English</button></p>' not in html
    assert [note for note in NOTES.values() if note in html] == []


@pytest.mark.parametrize("name", WITH_A_WAY_TO_ENGLISH)
def test_the_line_leads_to_the_same_page_in_english(page, client, name):
    html = page("de", name)
    way = html.partition('<footer class="foot">')[2].partition("</form>")[0]

    assert f'<input type="hidden" name="next" value="{reverse(name)}">' in way
    assert NOTES["de"] in way
    answer = client.post(reverse("classrooms:set-language"), {"language": "en", "next": reverse(name)}, follow=True)
    assert answer.redirect_chain == [(reverse(name), 302)]
    assert '<html lang="en"' in answer.content.decode()


def test_the_choice_of_language_marks_a_draft():
    assert [called(code) for code in CODES] == [
        *("English", "Français", "Español (borrador)", "Deutsch (Entwurf)", "العربيّة (مسودة)"),
    ]
    with override("fr"):
        assert [str(name) for _code, name in offered(CODES)][:3] == [
            *("Anglais", "Français", "Espagnol (traduction non relue)"),
        ]


@pytest.mark.parametrize("code", NOTES)
def test_the_mark_is_gone_when_somebody_has_checked_the_translation(page, monkeypatch, code):
    monkeypatch.setattr(languages, "DRAFTS", languages.DRAFTS - {code})

    assert NOTES[code] not in page(code, "classrooms:landing")
    with override(code):
        assert draft_note() == ""
    assert languages.is_draft(code) is False
    assert called(code) == BEGUN[code]


def test_pupils_texts_of_a_draft_language_are_a_draft_too():
    with override("es-x-tu"):
        assert draft_note() == NOTES["es"]


def test_arabic_counts_in_its_six_forms():
    with override("ar"):
        said = {
            n: ngettext("Orders %(amount)s pallet.", "Orders %(amount)s pallets.", n) % {"amount": n}
            for n in (0, 1, 2, 3, 10, 11, 99, 100, 103)
        }

    assert said == {
        0: "لا يطلب أي منصة.",
        1: "يطلب منصة واحدة.",
        2: "يطلب منصتين.",
        3: "يطلب 3 منصات.",
        10: "يطلب 10 منصات.",
        11: "يطلب 11 منصة.",
        99: "يطلب 99 منصة.",
        100: "يطلب 100 منصة.",
        103: "يطلب 103 منصات.",
    }
