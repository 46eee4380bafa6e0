"""The first sheet of papers and slides, and the numbering of sheets."""

import pytest
from django.db import transaction
from django.utils import translation

from classrooms.assess.reports import pdf
from classrooms.assess.reports.slides import slides_document
from classrooms.models import Session
from tests.classrooms.assess.analysis.conftest import analysed
from tests.classrooms.assess.reports.layout import Layout
from tests.classrooms.assess.reports.pages.test_papers import NEEDS_POPPLER
from tests.classrooms.assess.reports.pdf_structure import words_of


@NEEDS_POPPLER
def test_each_sheet_says_which_one_it_is_and_of_what(played, db):
    printed = pdf.printed(pdf.team_draft(played.debrief(), "fr"))
    pages = [" ".join(page) for page in words_of(printed.content)]

    assert printed.pages == len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert f"Feuille {number} sur {len(pages)}" in page
        assert "Tuesday workshop" in page or "Team 1" in page


@NEEDS_POPPLER
def test_the_first_sheet_has_the_verdict_where_it_turned_the_account_and_two_questions(played, db):
    match = played.match()
    with transaction.atomic():
        analysed(match)
        draft = pdf.team_draft(played.debrief(), "en")
        first, *others = [" ".join(page) for page in words_of(pdf.printed(draft).content)]
        transaction.set_rollback(True)

    told = ["Target", "Where this result comes from", "To talk about"]
    first_sheet = draft.text.partition("Where this result comes from")[0]
    if "Turning points" in first_sheet:  # some decision stands out from chance
        told.insert(1, "Turning points")
    positions = [first.find(words) for words in told]
    assert -1 not in positions
    assert positions == sorted(positions)
    assert first.partition("To talk about")[2].count("?") == 2
    assert "Everything that happened" in others[-1] or "Everything that happened" in others[-2]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_slides_are_one_sheet_each_and_end_with_the_questions(played, db, language):
    draft = pdf.slides_draft(played.session, language)
    laid_out, slides = Layout(draft), draft.text.split('<section class="slide ')[1:]

    assert 1 < len(laid_out) == len(slides)
    kinds = [slide.split('"')[0].removeprefix("slide-") for slide in slides]
    figures = [kind for kind in kinds if kind != "question"]
    assert kinds == [*figures, *["question"] * (len(kinds) - len(figures))]
    assert figures
    assert "question" in kinds


def test_slides_in_an_unchecked_translation_say_so_once(played, db):
    note = "Una máquina hizo esta traducción. Nadie la ha revisado todavía."
    texts = {language: pdf.slides_draft(played.session, language).text for language in ("en", "fr", "es")}

    assert texts["es"].count(f'<p class="copy-mark">{note}</p>') == 1
    assert [language for language, text in texts.items() if '"copy-mark"' in text] == ["es"]


def test_slides_name_nobody(played, db):
    text = pdf.slides_draft(played.session, "en").text

    assert [name for name in ("Amir", "Lea", "Yuki", "Teacher") if name in text] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_session_in_which_nobody_came_to_the_end_has_a_slide_that_says_so(played, db, language):
    with transaction.atomic(), translation.override(language):
        for table in played.session.session_teams.all():
            table.match.__class__.objects.filter(pk=table.match_id).update(status="running", result=None)
        shown = slides_document(Session.objects.get(pk=played.session.pk), language)
        transaction.set_rollback(True)

    assert shown["slides"][0]["kind"] == "title"
    assert shown["slides"][0]["title"] == shown["headline"]
