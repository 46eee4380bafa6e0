"""The PDF: made by a worker's job, readable by everybody, with the proof inside, and the same every time."""

import io
from collections import Counter
from collections.abc import Iterator

import pikepdf
import pytest
from django.core.exceptions import SuspiciousFileOperation
from django.urls import reverse
from django.utils import timezone

from classrooms.models import DebriefFile
from classrooms.reports import pdf, services
from classrooms.reports.queries import debrief_standing
from games.engine import export
from games.models import Job
from games.selectors.position import game_of
from games.services.talk import message_post
from games.work.jobs import do_job
from tests.classrooms.reports.debriefs.conftest import with_charts
from tests.games.factories import match_of, person, play_on, played_by_bots


def elements(node) -> Iterator[pikepdf.Dictionary]:
    """The structure elements of a tagged PDF, in reading order."""
    for kid in node if isinstance(node, pikepdf.Array) else [node]:
        if isinstance(kid, pikepdf.Dictionary):
            if "/S" in kid:
                yield kid
            if "/K" in kid:
                yield from elements(kid.K)


def fonts_of(paper: pikepdf.Pdf) -> dict[str, bool]:
    """The fonts of all pages by name: is the font in the file?"""
    found = {}
    for page in paper.pages:
        for font in page.Resources.get("/Font", {}).values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            found[str(font.BaseFont).split("+")[1]] = "/FontFile2" in descriptor or "/FontFile3" in descriptor
    return found


def bookmarks(paper: pikepdf.Pdf) -> list[str]:
    with paper.open_outline() as outline:
        return [item.title for item in outline.root]


@pytest.fixture
def made(classic):
    """The classic match after its job was done."""
    assert do_job(classic.jobs.get(kind="debrief").pk)
    return DebriefFile.objects.get(debrief__match=classic)


def test_the_job_makes_facts_charts_and_a_tagged_pdf(made, classic):
    paper = pikepdf.open(io.BytesIO(made.file.read()))
    kinds = Counter(str(element.S) for element in elements(paper.Root.StructTreeRoot.K))
    figures = [element for element in elements(paper.Root.StructTreeRoot.K) if element.S == "/Figure"]

    assert Job.objects.get(match=classic, kind="debrief").state == Job.State.DONE
    assert (made.language, made.pages) == ("en", len(paper.pages))
    assert (str(paper.Root.Lang), bool(paper.Root.MarkInfo.Marked)) == ("en", True)
    assert str(paper.docinfo["/Title"]).startswith("Debrief of Workshop: ")
    assert bookmarks(paper)[1:] == [
        "Why it went this way",
        "Prices and cubes",
        "Activity by activity",
        "To talk about",
        "Appendix: the record",
        "Everything that happened",
    ]
    assert [bool(str(figure.get("/Alt", ""))) for figure in figures] == [True] * 9
    assert (kinds["/H1"], kinds["/Figure"]) == (1, 9)
    assert kinds["/TH"] > 100


def test_the_pdf_carries_the_shipped_fonts_and_no_other(debrief):
    fonts = fonts_of(pikepdf.open(io.BytesIO(pdf.printed(debrief, "fr").content)))

    assert {name.startswith("IBM-Plex-Sans") for name in fonts} == {True}
    assert set(fonts.values()) == {True}


def test_the_attached_match_proves_itself(debrief):
    match = debrief.match
    paper = pikepdf.open(io.BytesIO(pdf.printed(debrief, "en").content))
    content = paper.attachments[f"match-{match.pk}.json"].get_file().read_bytes()

    assert export.verify(content, game_of(match)).header.commitment == match.commitment


def test_the_same_debrief_gives_the_same_bytes(debrief):
    first = pdf.printed(debrief, "en")

    with timezone.override("Asia/Tokyo"):
        assert pdf.printed(debrief, "en") == first


def test_a_pdf_in_the_other_language_is_made_when_asked_for(client, steward, debrief):
    client.force_login(steward)
    client.cookies["django_language"] = "fr"
    address = reverse("debrief-pdf", args=[debrief.match.pk])

    answer = client.post(address)
    assert (answer.status_code, Job.objects.get(kind="debrief_pdf_fr").state) == (302, "pending")
    assert do_job(Job.objects.get(kind="debrief_pdf_fr").pk)
    answer = client.get(address)

    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="debrief-harbour-bridge-fr.pdf"'
    assert answer["Content-Language"] == "fr"
    assert (answer["Cache-Control"], answer["X-Content-Type-Options"]) == ("private, no-cache", "nosniff")
    assert str(pikepdf.open(io.BytesIO(b"".join(answer.streaming_content))).Root.Lang) == "fr"


def test_the_first_pdf_is_in_the_language_of_whoever_made_the_match(steward, job):
    steward.language = "fr"
    steward.save()

    do_job(job.pk)

    assert list(DebriefFile.objects.values_list("language", flat=True)) == ["fr"]


def test_while_another_match_has_the_same_luck_no_seed_is_attached_and_later_the_pdf_is_out_of_date(debrief):
    other = match_of(person(), scenario="tiny")
    without = services.file_make(debrief=debrief, language="en")
    number = debrief.match_id
    assert set(pikepdf.open(io.BytesIO(without.file.read())).attachments) == {f"log-{number}.csv", f"log-{number}.json"}
    assert debrief_standing(debrief.match, "en", steward=True).file == without

    other.status = "aborted"
    other.save()

    assert debrief_standing(debrief.match, "en", steward=True).file is None


def test_a_pdf_that_is_made_anew_replaces_the_file(debrief, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        first = services.file_make(debrief=debrief, language="en")
        storage, name = first.file.storage, first.file.name
    with django_capture_on_commit_callbacks(execute=True):
        again = services.file_make(debrief=debrief, language="en")

    assert (again.pk, storage.exists(again.file.name), storage.exists(name)) == (first.pk, True, False)


def test_a_pdf_whose_file_was_lost_can_be_made_again(client, steward, debrief):
    made = services.file_make(debrief=debrief, language="en")
    made.file.storage.delete(made.file.name)
    client.force_login(steward)

    assert client.get(reverse("debrief-pdf", args=[debrief.match.pk])).status_code == 302
    assert debrief_standing(debrief.match, "en", steward=True).file is None


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/site/tokens.css",
        "file:///etc/passwd",
        f"{pdf.STATIC}../settings.py",
        f"{pdf.STATIC}../../../etc/passwd.css",
        f"{pdf.STATIC}site/%2e%2e/%2e%2e/secret.css",
        "data:text/css,body{}",
    ],
)
def test_the_printer_is_given_static_files_and_nothing_else(address):
    with pytest.raises((ValueError, OSError, SuspiciousFileOperation)):
        pdf.StaticFetcher()(address)


def test_the_printer_is_given_the_site_s_fonts():
    name = "site/fonts/IBMPlexSans-Regular-Latin1.woff2"

    answer = pdf.StaticFetcher()(pdf.STATIC + name)

    assert (answer.content_type, answer.read(4)) == ("font/ttf", b"\0\1\0\0")


def test_names_and_messages_are_text_wherever_they_stand(steward):
    match = match_of(person("x", display_name="<b>Bob</b>"), scenario="tiny", by=steward, title="<i>T</i>")
    message_post(match_id=match.pk, seat=0, author=steward, text="</p><img src=https://example.org/x.png>")
    played_by_bots(play_on(match, 200))
    made = with_charts(match)

    assert pdf.printed(made, "en").pages > 1
