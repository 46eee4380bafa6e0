"""Papers as PDF: A4, tagged for screen readers (PDF/UA-1), with the verifiable record of the match attached. Everything
in a file comes from the match or the session, dates included: the same facts give the same bytes.
"""

import hashlib
import io
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from classrooms.assess.reports import tidy
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document, shortened
from classrooms.assess.reports.facts import parse_facts
from classrooms.assess.reports.slides import slides_document
from classrooms.assess.reports.spelling import spelled
from classrooms.assess.reports.structure import Structure
from classrooms.assess.reports.student import student_document
from classrooms.assess.reports.style import digest_of_files
from classrooms.assess.reports.upper import UPPER
from classrooms.drawing.look import static_file
from classrooms.models import Debrief, Paper, Session
from games.engine.export import write
from games.public.matches import exported, seed_is_public
from games.public.models import Match
from games.ui import faces
from games.ui.languages import speak_to_pupils

# They warn of media queries that are meant for screens, and tell of each font. What is missing raises.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("weasyprint.progress").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)

STATIC = "https://static.invalid/"
"""An address that nobody can own, below which the printer finds static files on disk. No other address is fetched."""
TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png"}

NOTE = "<!-- note -->"
"""The place where a paper says that some letters are missing."""

STYLESHEET = re.compile(r'<link rel="stylesheet" href="/([^"]+)">')

TEAM_PAGES = 10
"""The greatest number of pages of a team's report, unless it needs more without its record."""
NEARLY_EMPTY = 1 / 4
"""The used part of a last sheet below which smaller type is tried."""
RECORD_LINES = 420
"""The length above which a record is shortened at once: it would take four pages and more."""


@dataclass(frozen=True)
class Printed:
    """A PDF and its number of sheets."""

    content: bytes
    pages: int
    last: float = 1.0
    """The used part of the height of its last sheet, from 0 to 1."""


Files = list[tuple[str, bytes]]


@dataclass(frozen=True)
class Draft:
    """The content of a PDF: the page as HTML, its attached files, its only date. `shorter` makes another draft, printed
    if this one takes more than TEAM_PAGES, or at once if it is `too_long`. `tighter` has smaller type, and is used if
    that saves a nearly empty last sheet.
    """

    text: str
    files: Files
    at: datetime
    shorter: Callable[[], "Draft"] | None = None
    too_long: bool = False
    tighter: Callable[[], "Draft"] | None = None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the printed content: the page, its styles, its attached files."""
        whole = hashlib.sha256(digest_of_files(map(static_file, STYLESHEET.findall(self.text))).encode())
        for name, content in [("", self.text.encode()), *self.files]:
            whole.update(f"\0{name}\0{len(content)}\0".encode())
            whole.update(content)
        return whole.hexdigest()


def draft_of(paper: Paper) -> Draft:
    """A paper's page as it would be printed now. Raises Debrief.DoesNotExist where there is nothing to print."""
    if paper.kind in UPPER:
        return UPPER[paper.kind].draft(paper)
    if paper.session is not None and paper.kind == Paper.Kind.SLIDES:
        return slides_draft(paper.session, paper.language)
    if paper.session is not None:
        return class_draft(paper.session, paper.language, full=paper.full)
    debrief = Debrief.objects.select_related("match").get(match=paper.match_id)
    if paper.kind == Paper.Kind.STUDENT:
        return student_draft(debrief, paper.user, paper.language)
    return team_draft(debrief, paper.language, full=paper.full)


def printed(draft: Draft, *, most: int = TEAM_PAGES) -> Printed:
    """The PDF of a draft, or of its shorter form if it takes too many pages. Workers only."""
    made = None if draft.too_long else _printed(draft)
    if draft.shorter is not None and (made is None or made.pages > most):
        return _printed(draft.shorter(), draft.digest)
    made = made or _printed(draft)
    if draft.tighter is not None and made.pages > 1 and made.last < NEARLY_EMPTY:
        tight = _printed(draft.tighter(), draft.digest)
        return tight if tight.pages < made.pages else made
    return made


@contextmanager
def printing(language: str, match: Match | None = None) -> Iterator[None]:
    """Render in a language and the words of the match's game. The time zone is the site's own, since the paper has no
    single reader.
    """
    with translation.override(language), timezone.override(settings.TIME_ZONE):
        if match is not None and faces.get(match.game).for_pupils:
            speak_to_pupils()
        yield


def team_draft(debrief: Debrief, language: str, *, full: bool = False) -> Draft:
    """A team's report; `full` is the instructor's copy. Its shorter form has only cited lines of the record."""
    with printing(language):
        shown = document(debrief, language, paper=True, full=full)
        title = _("Debrief of %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        copy = _("Instructor's copy with the plan: not for the team") if full else ""
        shown["paper_title"] = _("%(title)s. %(copy)s") % {"title": title, "copy": copy} if full else title
        shown |= {"paper_copy": copy, "paper_body": "classrooms/reports/document.html"}
        files = [*attached(debrief.match), *tidy.files(debrief.match, parse_facts(debrief.facts))]

    def laid_out(shown: dict[str, Any]) -> Draft:
        with printing(language):
            return page_draft(shown, _ended_at(debrief.match), files)

    is_long = len(shown["record"].lines) > RECORD_LINES
    return replace(laid_out(shown), shorter=lambda: laid_out(shortened(shown)), too_long=is_long)


def student_draft(debrief: Debrief, user: Any, language: str) -> Draft:
    """A student's report."""
    with printing(language, debrief.match):
        shown = student_document(debrief, user, language, paper=True)
        title = _("Report for %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        body = {"paper_title": title, "paper_body": "classrooms/reports/student.html"}
        files = tidy.files(
            debrief.match, parse_facts(debrief.facts), seats=[part["role"].id for part in shown["parts"]]
        )

    def laid_out(css: str) -> Draft:
        with printing(language, debrief.match):
            return page_draft({**shown, **body, "paper_css": css}, _ended_at(debrief.match), files)

    return replace(laid_out("short"), tighter=lambda: laid_out("short tight"))


def class_draft(play_session: Session, language: str, *, full: bool = False) -> Draft:
    """A class's report; `full` is the one with names."""
    with printing(language):
        shown = class_document(play_session, language, paper=True, full=full)
        title = _("Class report of %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        copy = _("Instructor's copy with names: not for the class") if full else ""
        context = {**shown, "paper_title": title, "paper_copy": copy, "paper_body": "classrooms/reports/class.html"}
        at = play_session.finished_at or play_session.started_at or play_session.created_at
        return page_draft(context, at, tidy.class_files(play_session, named=full))


def slides_draft(play_session: Session, language: str) -> Draft:
    """The slides of a class's debrief, 16 to 9."""
    with printing(language):
        shown = slides_document(play_session, language, paper=True)
        title = _("Slides of %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        body = {"paper_title": title, "paper_body": "classrooms/reports/slides.html", "is_slides": True}
        at = play_session.finished_at or play_session.started_at or play_session.created_at
        return page_draft({**shown, **body}, at, [])


def page_draft(context: dict[str, Any], at: datetime, files: Files) -> Draft:
    """The draft of a page with this context (`classrooms/reports/paper.html`) and attached files. `at` is its date."""
    drafted = render_to_string("classrooms/reports/paper.html", {**context, "paper_date": at})
    text, is_spelled = spelled(str(drafted).replace("\u202f", "\xa0"))  # shipped fonts lack the narrow no-break space
    return Draft(text.replace(NOTE, _note() if is_spelled else ""), files, at)


def _note() -> str:
    words = _(
        "This server has no font for some of these letters. They stand in Latin letters in square brackets. The site's "
        "administrators can install fonts."
    )
    return format_html('<p class="copy-mark">{}</p>', words)


def _printed(draft: Draft, digest: str = "") -> Printed:
    """The PDF of a page; all of its dates are the same. `digest`: that of the whole, where this is its shorter form."""
    from weasyprint import HTML, Attachment  # takes seconds, and only workers print

    fetcher = StaticFetcher()
    attachments = [
        Attachment(
            string=content,
            url_fetcher=fetcher,
            name=name,
            description=name,
            created=draft.at,
            modified=draft.at,
            relationship="Data",
        )
        for name, content in draft.files
    ]
    options: dict[str, Any] = {
        "pdf_variant": "pdf/ua-1",
        "pdf_identifier": (digest or draft.digest)[:32].encode(),
        "attachments": attachments,
        "pdf_tags": True,
    }
    laid_out = HTML(string=draft.text, base_url=STATIC, url_fetcher=fetcher).render(**options)
    last = _used(laid_out.pages[-1]._page_box)
    return Printed(laid_out.write_pdf(finisher=_put_right, **options), len(laid_out.pages), last)


def _used(page: Any) -> float:
    """The used part of the height of a sheet, from 0 to 1."""
    from weasyprint.formatting_structure import boxes

    kinds = (boxes.TextBox, boxes.ReplacedBox)
    content = [child for child in page.children if not isinstance(child, boxes.MarginBox)]
    found = (box for child in content for box in child.descendants() if isinstance(box, kinds))
    lowest = max((box.position_y + box.height for box in found), default=0)
    return float(max(0, lowest - page.content_box_y()) / page.height)


def _put_right(document: Any, paper: Any) -> None:
    """Correct the structure of the PDF; the printer calls this before it writes."""
    Structure(document, paper).put_right()


def attached(match: Match) -> Files:
    """The exported match, if its seed may be known, since the file contains it."""
    if not match.has_begun or not seed_is_public(match):
        return []
    return [(f"match-{match.pk}.json", write(exported(match)))]


def _ended_at(match: Match) -> datetime:
    return match.ended_at or match.created_at


class StaticFetcher:
    """Gives the printer static files from disk and refuses every other address."""

    _fail_on_errors = True
    """A flag of the printer: a missing file is an error of this site, so printing must fail."""

    def __call__(self, url: str, *_: Any, **__: Any) -> Any:
        from weasyprint.urls import URLFetcherResponse

        name = unquote(url.removeprefix(STATIC).split("?")[0].split("#")[0])
        suffix = PurePosixPath(name).suffix
        if not url.startswith(STATIC) or suffix not in TYPES:
            raise ValueError(f"not a file of this site: {url}")
        if suffix == ".woff2":
            return URLFetcherResponse(url, _unpacked(name), {"Content-Type": "font/ttf"})
        return URLFetcherResponse(url, static_file(name).read_bytes(), {"Content-Type": TYPES[suffix]})


@cache
def _unpacked(name: str) -> bytes:
    """An unpacked font for the printer. Unpacking takes longer than the rest of a short report, so it is done once."""
    from fontTools.ttLib import TTFont

    font, plain = TTFont(static_file(name), recalcTimestamp=False), io.BytesIO()
    font.flavor = None
    font.save(plain)
    return plain.getvalue()
