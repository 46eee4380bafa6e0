"""Slides for a room: one statement and one drawing each, teams in words, and no type smaller than 28 points."""

import re

import pytest
from django.db import transaction
from weasyprint import HTML
from weasyprint.formatting_structure import boxes

from classrooms.assess.reports import pdf
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.reports.slides import slides_document
from classrooms.drawing.slides import SIZE, WIDE
from classrooms.play.questions.services.polls import poll_close, poll_open, poll_vote
from tests.classrooms.assess.analysis.conftest import analysed
from tests.classrooms.assess.reports.layout import Layout
from tests.classrooms.factories import course_of, session_of
from tests.every_game import GAMES
from tests.games.factories import played_by_bots

TEAMS = [
    "Keystone",
    "Plumb Line",
    "Bureau d’études Anticonstitutionnellement & Compagnie",
    "Donaudampfschifffahrtsgesellschaft",
    "Équipe 5",
    "The Very Long Name of a Team That Wants to Be Read from the Last Bench",
    "Lintel",
]
POINT = 96 / 72
"""Pixels of a point."""


@pytest.fixture(scope="module", params=GAMES)
def played_out(request, django_db_setup, django_db_blocker):
    """A finished session of seven teams of bots for each game. Domego and one game of rivals have analyses."""
    with django_db_blocker.unblock(), transaction.atomic():
        play_session = session_of(course_of(), teams=len(TEAMS), started=True, game=request.param)
        tables = list(play_session.session_teams.select_related("match").order_by("position"))
        for table, name in zip(tables, TEAMS, strict=True):
            table.name = name
            table.save()
            match = played_by_bots(table.match)
            debrief_freeze(match=match)
            if request.param in ("domego", "dominyam"):
                analysed(match)
        poll = poll_open(session_id=play_session.pk, text="Which would you take back?", options=["This one", "None"])
        poll_vote(session_id=play_session.pk, poll_id=poll.pk, ballot="b", choice=1)
        poll_close(session_id=play_session.pk, poll_id=poll.pk)
        yield play_session
        transaction.set_rollback(True)


def printed(draft):
    """The laid-out sheets of a draft."""
    return [
        page._page_box
        for page in HTML(string=draft.text, base_url=pdf.STATIC, url_fetcher=pdf.StaticFetcher()).render().pages
    ]


def sizes(page):
    """The sizes of all type on a sheet, in points, by its words."""
    for box in page.descendants():
        if isinstance(box, boxes.TextBox) and box.text.strip():
            yield box.text, box.style["font_size"] / POINT


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_type_is_readable_at_eight_metres_and_each_slide_fits_on_its_sheet(played_out, language, db):
    draft = pdf.slides_draft(played_out, language)
    pages, laid_out = printed(draft), Layout(draft)

    assert len(pages) == draft.text.count('<section class="slide ')
    assert [text for page in pages for text, size in sizes(page) if size < SIZE - 0.01] == []
    assert [size for size in re.findall(r'font-size="([\d.]+)"', draft.text) if float(size) < SIZE] == []
    drawings = [box for page in pages for box in page.descendants() if isinstance(box, boxes.BlockReplacedBox)]
    assert {round(box.width / POINT) for box in drawings} == {WIDE}
    assert max(laid_out.filled()) <= 1


def test_slides_tell_result_account_ranges_turns_questions_and_polls(played_out, db):
    slides = slides_document(played_out, "en")["slides"]
    titles = [slide["title"] for slide in slides if slide["kind"] == "chart"]

    assert titles[-1] == "Which would you take back?"
    if played_out.session_teams.first().match.is_over:
        assert (slides[0]["kind"], slides[-2]["kind"]) == ("chart", "question")
    assert any(title.startswith("On average: ") for title in titles) == (played_out.game == "domego")
    assert any("outside the usual range" in title for title in titles) == (
        played_out.game in ("domego", "master_builder")
    )
    if played_out.game in ("domego", "dominyam"):
        assert any(title.startswith("Decisions gave away most in: ") for title in titles)


def test_every_team_is_called_by_its_name_on_the_first_slides(played_out, db):
    ended = [table.name for table in played_out.session_teams.select_related("match") if table.match.is_over]
    if not ended:
        pytest.skip("bots stop before the end of this game")
    text = pdf.slides_draft(played_out, "en").text
    said = " ".join(re.findall(r'aria-label="([^"]*)"', text))

    assert [name for name in ended if name.replace("&", "&amp;") not in said.replace("&#x27;", "'")] == []
