"""The PDFs of all kinds: accessible, identical each time, with the page's numbers and the record attached."""

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape

import pikepdf
import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from classrooms.assess.reports import pdf
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document, shortened
from classrooms.assess.reports.student import student_document
from tests.classrooms.assess.reports.pdf_structure import (
    elements,
    embedded,
    faults_of_structure,
    numbers_of_page,
    numbers_on_paper,
    words_of,
)

KINDS = ["team", "student", "class"]
BODIES = {
    "team": "classrooms/reports/document.html",
    "student": "classrooms/reports/student.html",
    "class": "classrooms/reports/class.html",
}
NEEDS_POPPLER = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed"
)


def drafted(played, kind, language="en"):
    """The draft of a paper of this kind: team, student or class."""
    match kind:
        case "team":
            return pdf.team_draft(played.debrief(), language, full=True)
        case "student":
            return pdf.student_draft(played.debrief(), played.people["amir"], language)
    return pdf.class_draft(played.session, language, full=True)


@pytest.fixture(scope="module")
def printed(played, django_db_blocker):
    """A PDF of each kind, printed once."""
    with django_db_blocker.unblock():
        return {kind: pdf.printed(drafted(played, kind)) for kind in KINDS}


@pytest.fixture(params=KINDS)
def kind(request):
    """Each kind in turn."""
    return request.param


@pytest.fixture
def paper(printed, kind):
    """The PDF of a kind."""
    with pikepdf.open(io.BytesIO(printed[kind].content)) as opened:
        yield opened


def structure(paper):
    return list(elements(paper.Root.StructTreeRoot.K))


def test_it_is_tagged_and_says_its_language_and_its_title(paper, kind):
    titles = {"team": "Debrief of ", "student": "Report for Amir: ", "class": "Class report of Tuesday workshop: "}

    assert (bool(paper.Root.MarkInfo.Marked), str(paper.Root.Lang)) == (True, "en")
    assert str(paper.docinfo["/Title"]).startswith(titles[kind])
    assert bool(paper.Root.ViewerPreferences.DisplayDocTitle)
    with paper.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


def test_every_figure_is_told_in_words(paper, kind):
    told = [str(each.get("/Alt", "")) for each in structure(paper) if each.S == "/Figure"]

    assert bool(told) == (kind != "student")
    assert [words for words in told if len(words) < 10] == []


def test_headings_begin_with_the_first_and_leave_no_level_out(paper):
    levels = [int(str(each.S)[2]) for each in structure(paper) if re.fullmatch(r"/H\d", str(each.S))]

    assert (levels[0], levels.count(1)) == (1, 1)
    assert [(a, b) for a, b in zip(levels, levels[1:], strict=False) if b > a + 1] == []


def test_headings_of_tables_say_what_they_are_heads_of(paper):
    scopes = {str(each.A.get("/Scope", "")) for each in structure(paper) if each.S == "/TH"}
    cells = [each for each in structure(paper) if each.S == "/TD"]

    assert scopes == {"/Column", "/Row"}
    assert [cell for cell in cells if not len(cell.A.Headers)] == []


def test_tables_lists_and_links_are_nested_as_they_must_be(paper):
    assert faults_of_structure(paper) == []


def test_captions_stand_in_what_they_are_about(paper):
    about = {str(each.P.S) for each in structure(paper) if each.S == "/Caption"}

    assert about <= {"/Table", "/Figure"}


def test_its_fonts_are_the_site_s_and_in_it(paper):
    fonts = embedded(paper)

    assert {name.startswith("IBM-Plex-Sans") for name in fonts} == {True}
    assert set(fonts.values()) == {True}


def test_it_has_bookmarks(paper, kind):
    with paper.open_outline() as outline:
        titles = [item.title for item in outline.root]

    assert (
        titles[1:]
        == {
            "team": [
                "Why it went this way",
                "Prices and cubes",
                "Activity by activity",
                "To talk about",
                "Plan for the debrief",
                "Appendix: the record",
                "Everything that happened",
            ],
            "student": ["Owner"],
            "class": [
                "Questions for the plenary",
                "What teams had in common",
                "Turn by turn",
                "Contract prices against the standard range",
                "What the class knew and said",
            ],
        }[kind]
    )


def test_the_record_is_attached_and_holds_no_seed(paper, played, kind):
    number = played.match().pk
    files = {name: file.get_file().read_bytes() for name, file in paper.attachments.items()}

    if kind == "class":
        assert list(files) == [f"teams-{played.session.pk}.csv"]
        return
    log = json.loads(files[f"log-{number}.json"])
    lines = list(csv.DictReader(io.StringIO(files[f"log-{number}.csv"].decode("utf-8-sig"))))
    assert {int(line["line"]) for line in lines} == {event["line"] for event in log["events"]}
    assert {line["event"] for line in lines} == {event["kind"] for event in log["events"]}
    assert "seed" not in str(log)


def test_a_student_s_record_is_about_the_own_role_alone(printed, played):
    with pikepdf.open(io.BytesIO(printed["student"].content)) as paper:
        log = json.loads(paper.attachments[f"log-{played.match().pk}.json"].get_file().read_bytes())

    assert {event["role"] for event in log["events"]} == {"owner"}


def test_the_same_facts_give_the_same_page(ended, kind):
    here = drafted(ended, kind)
    with timezone.override("Asia/Tokyo"), translation.override("fr"):
        there = drafted(ended, kind)

    assert (there.text, there.files, there.at) == (here.text, here.files, here.at)


def test_the_same_page_gives_the_same_bytes(ended, printed):
    """The test of the number of sheets prints the team's paper twice, too."""
    with timezone.override("Asia/Tokyo"), translation.override("fr"):
        again = pdf.printed(drafted(ended, "student"))

    assert again == printed["student"]


def test_in_french_it_is_french(ended):
    with pikepdf.open(io.BytesIO(pdf.printed(drafted(ended, "student", "fr")).content)) as paper:
        assert str(paper.Root.Lang) == "fr"
        assert str(paper.docinfo["/Title"]).startswith("Rapport pour Amir\xa0: ")


def test_a_record_that_makes_a_report_too_long_gives_way_to_the_lines_that_are_cited(ended, printed):
    draft = pdf.team_draft(ended.debrief(), "en", full=True)
    whole, short = printed["team"], pdf.printed(draft, most=1)
    told = document(ended.debrief(), "en", paper=True, full=True)
    cited = {line["n"] for row in told["talking"] for line in row["cites"]}
    kept = shortened(told)
    pages = render_to_string(BODIES["team"], kept)

    assert pdf.printed(draft, most=whole.pages) == whole
    assert (short.pages, short == whole) == (whole.pages, False)
    assert [line["n"] for turn in kept["log"] for line in turn["lines"]] == sorted(cited)
    assert {int(n) for n in re.findall(r'<li id="line-(\d+)"', pages)} == cited
    assert f"{len(told['record'].lines) - len(cited)} more lines are on the page of this debrief" in pages


def test_the_student_s_has_two_pages_at_most(printed):
    assert printed["student"].pages <= 2


@pytest.mark.skipif(shutil.which("verapdf") is None, reason="veraPDF is not installed")
def test_verapdf_finds_nothing_against_its_accessibility(printed, kind, tmp_path):
    file = tmp_path / "report.pdf"
    file.write_bytes(printed[kind].content)

    done = subprocess.run(
        ["verapdf", "--flavour", "ua1", "--format", "text", str(file)], capture_output=True, text=True, check=False
    )

    assert done.stdout.startswith("PASS"), done.stdout + done.stderr


@NEEDS_POPPLER
def test_every_page_has_its_number(printed, kind):
    pages = [" ".join(words) for words in words_of(printed[kind].content)]

    assert [re.findall(r"Sheet (\d+) of (\d+)", page)[-1:] for page in pages] == [
        [(str(number), str(len(pages)))] for number in range(1, len(pages) + 1)
    ]


LONG = "Wolfeschlegelsteinhausenbergerdorff"


@NEEDS_POPPLER
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_is_broken_inside(ended, language):
    """Neither a family name in a table nor a word of a column that is too narrow for it."""
    team = pdf.team_draft(ended.debrief(), language, full=True)
    named = replace(team, text=team.text.replace("Amir", LONG))
    narrow = re.sub(r"(<body[^>]*>)", rf'\1<p style="width: 14mm">Faillite {LONG}</p>', named.text, count=1)
    text = " ".join(word for page in words_of(pdf.printed(replace(named, text=narrow)).content) for word in page)

    assert text.count(LONG) == narrow.partition("<body")[2].count(f"{LONG}") > 2
    assert "Faillite" in text


@NEEDS_POPPLER
def test_its_numbers_are_those_of_the_page(ended, printed, kind):
    documents = {
        "team": lambda: document(ended.debrief(), "en", paper=True, full=True),
        "student": lambda: student_document(ended.debrief(), ended.people["amir"], "en", paper=True),
        "class": lambda: class_document(ended.session, "en", paper=True, full=True),
    }
    with translation.override("en"), timezone.override(settings.TIME_ZONE):
        page = render_to_string(BODIES[kind], documents[kind]())

    on_paper, on_page = numbers_on_paper(printed[kind].content), numbers_of_page(page)
    assert on_paper == on_page


@NEEDS_POPPLER
def test_the_copy_with_the_plan_says_so_on_its_first_page_and_at_the_foot_of_all(ended, printed):
    words = "Instructor's copy with the plan: not for the team"
    pages = [" ".join(page) for page in words_of(printed["team"].content)]
    other = unescape(pdf.team_draft(ended.debrief(), "en").text)

    assert [page.count(words) for page in pages] == [2, *[1] * (len(pages) - 1)]
    assert [words for words in ("Instructor's copy", "Plan for the debrief") if words in other] == []
    with pikepdf.open(io.BytesIO(printed["team"].content)) as paper:
        assert str(paper.docinfo["/Title"]).endswith(words)


DRAFT_NOTE = "Una máquina hizo esta traducción. Nadie la ha revisado todavía."


@NEEDS_POPPLER
def test_a_paper_in_an_unchecked_translation_says_so_at_the_foot_of_each_page(ended):
    draft = pdf.team_draft(ended.debrief(), "es")

    pages = [" ".join(page) for page in words_of(pdf.printed(draft).content)]

    assert [page.count(DRAFT_NOTE) for page in pages] == [1] * len(pages)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_paper_in_a_checked_language_has_no_such_foot(ended, language):
    text = pdf.team_draft(ended.debrief(), language).text
    project, foot = (text.partition(start)[2].partition('"')[0] for start in ('"description" content="', 'data-foot="'))

    assert foot.startswith(f"{project}. ")
    assert len(project) > 3
