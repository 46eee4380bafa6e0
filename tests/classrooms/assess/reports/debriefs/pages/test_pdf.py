"""The PDF: printed by a worker's job, accessible, with the proof attached, and identical each time."""

import io
from collections import Counter
from collections.abc import Iterator

import pikepdf
import pytest
from django.core.exceptions import SuspiciousFileOperation
from django.urls import reverse

from classrooms.assess.reports import pdf
from classrooms.assess.reports.papers import state_of
from classrooms.models import Paper
from games.engine import export
from games.models import Job
from games.platform.selectors.position import game_of
from games.platform.services.talk import message_post
from games.platform.work.jobs import do_job
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.classrooms.papers import kept, team_paper, team_pdf, waiting, work
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
    """The classic match after its jobs have been done."""
    assert do_job(classic.jobs.get(kind="debrief").pk)
    assert work() == [f"team-{classic.pk}-en"]
    return classic.papers.get()


def test_the_jobs_make_facts_and_a_tagged_pdf_with_the_shipped_fonts_and_a_match_that_proves_itself(made, classic):
    paper = pikepdf.open(io.BytesIO(made.file.read()))
    fonts = fonts_of(paper)
    content = paper.attachments[f"match-{classic.pk}.json"].get_file().read_bytes()
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
    assert {name.startswith("IBM-Plex-Sans") for name in fonts} == {True}
    assert set(fonts.values()) == {True}
    assert export.verify(content, game_of(classic)).header.commitment == classic.commitment


def test_a_pdf_in_the_other_language_is_made_when_asked_for(client, steward, debrief):
    client.force_login(steward)
    client.cookies["django_language"] = "fr"
    address = reverse("classrooms:debrief-pdf", args=[debrief.match.pk])

    answer = client.post(address)
    assert answer.status_code == 302
    assert work() == [f"team-{debrief.match.pk}-fr"]
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

    assert [Paper.objects.get(pk=int(each.subject)).name for each in waiting()] == [f"team-{job.match.pk}-fr"]


def test_while_another_match_has_the_same_luck_no_seed_is_attached_and_later_the_pdf_is_out_of_date(debrief):
    other = match_of(person(), scenario="tiny")
    without = team_paper(debrief.match)
    kept(without)
    number = debrief.match_id
    assert {name for name, _content in pdf.draft_of(without).files} == {f"log-{number}.csv", f"log-{number}.json"}
    assert state_of(without).state == "ready"

    other.status = "aborted"
    other.save()

    found = state_of(Paper.objects.get())
    assert (found.state, found.reasons) == ("outdated", ("the seed may be shown now",))


def test_a_pdf_that_shows_something_else_replaces_the_file_and_else_it_stays(
    debrief, django_capture_on_commit_callbacks
):
    made = []
    for words in ("", "", "Well."):
        if words:
            message_post(match_id=debrief.match.pk, seat=0, author=debrief.match.created_by, text=words)
            frozen(debrief.match)
        with django_capture_on_commit_callbacks(execute=True):
            made.append(team_pdf(debrief.match))
    first, same, other = made
    storage = first.file.storage

    assert (same.file.name, same.made_at) == (first.file.name, first.made_at)
    assert (other.pk, storage.exists(other.file.name), storage.exists(first.file.name)) == (first.pk, True, False)


def test_a_pdf_whose_file_was_lost_can_be_made_again(client, steward, debrief):
    made = team_paper(debrief.match)
    kept(made)
    made.file.storage.delete(made.file.name)
    client.force_login(steward)

    assert client.get(reverse("classrooms:debrief-pdf", args=[debrief.match.pk])).status_code == 302
    assert state_of(made).state == "missing"
    assert team_pdf(debrief.match).file.read(5) == b"%PDF-"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/shell/tokens.css",
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
    name = "shell/fonts/IBMPlexSans-Regular-Latin1.woff2"

    answer = pdf.StaticFetcher()(pdf.STATIC + name)

    assert (answer.content_type, answer.read(4)) == ("font/ttf", b"\0\1\0\0")


def test_names_and_messages_are_text_wherever_they_stand(steward):
    match = match_of(person("x", display_name="<b>Bob</b>"), scenario="tiny", by=steward, title="<i>T</i>")
    message_post(match_id=match.pk, seat=0, author=steward, text="</p><img src=https://example.org/x.png>")
    played_by_bots(play_on(match, 200))
    made = frozen(match)

    assert pdf.printed(pdf.team_draft(made, "en")).pages > 1
