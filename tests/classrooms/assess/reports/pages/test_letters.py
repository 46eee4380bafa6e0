"""A paper names letters that are missing on the machine that prints it."""

import pytest

from classrooms.assess.reports import fonts, pdf
from classrooms.assess.reports.style import style_of

NOTES = {
    "en": "This server has no font for some of these letters.",
    "fr": "Ce serveur n’a pas de police pour certaines de ces lettres.",
}


@pytest.mark.parametrize("language", NOTES)
def test_a_paper_with_letters_that_have_no_font_says_so(played, only_latin, language):
    played.session.title = "Team ნინო"
    draft = pdf.class_draft(played.session, language, full=True)
    shown = pdf.printed(draft)

    assert "Team ნინო [Nino]" in draft.text
    assert draft.text.count(NOTES[language]) == 1
    assert shown.pages == pdf.printed(pdf.class_draft(played.session, language, full=True)).pages


def test_slides_say_so_on_a_sheet_of_their_own(played, only_latin):
    played.session.title = "Team ნინო"
    draft = pdf.slides_draft(played.session, "en")

    assert draft.text.count(NOTES["en"]) == 1
    assert pdf.printed(draft).pages == draft.text.count('<section class="slide ') + 1


def test_a_paper_whose_letters_all_have_a_font_says_nothing(played, only_latin):
    played.session.title = "Zoë’s teams – 3 €"

    for draft in (
        pdf.class_draft(played.session, "fr", full=True),
        pdf.team_draft(played.debrief(), "fr", full=True),
        pdf.student_draft(played.debrief(), played.people["amir"], "fr"),
        pdf.slides_draft(played.session, "fr"),
    ):
        assert (NOTES["fr"] in draft.text, " [" in draft.text, pdf.NOTE in draft.text) == (False, False, False)


def test_papers_are_looked_at_again_once_fonts_are_installed(only_latin, monkeypatch):
    style_of.cache_clear()
    before = style_of("en")
    monkeypatch.setattr(fonts, "SCRIPTS", {"Latin": ("a", fonts.CORE)})
    style_of.cache_clear()
    after = style_of("en")
    style_of.cache_clear()

    assert before.startswith(after)
    assert before.endswith("Chinese Japanese Korean")
