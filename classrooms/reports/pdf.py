"""Reports on paper: A4, tagged for screen readers (PDF/UA-1), with the match attached as a file that proves itself.

Everything in a file comes from the match or the session, dates included: the same facts give the same bytes.
"""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from classrooms.drawing.look import static_file
from classrooms.models import Debrief, Session
from classrooms.reports import tidy
from classrooms.reports.class_report import class_document
from classrooms.reports.document import document, shortened
from classrooms.reports.facts import read
from classrooms.reports.student import student_document
from games.engine.export import write
from games.models import Match
from games.selectors import seed_is_public
from games.selectors.replaying import exported

# They warn of media queries that are meant for screens, and tell of each font. What is missing raises.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("weasyprint.progress").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)

STATIC = "https://static.invalid/"
"""Under this address, which nobody can own, the static files on disk are found. Nothing else is ever fetched."""
TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png"}

TEAM_PAGES = 10
"""Pages that a team's report has at most, unless it takes more without its record."""
RECORD_LINES = 420
"""A longer record is not even tried: it takes four pages and more."""


@dataclass(frozen=True)
class Printed:
    """A PDF and its number of pages."""

    content: bytes
    pages: int


Files = list[tuple[str, bytes]]


@dataclass(frozen=True)
class Draft:
    """Everything that a PDF is made of: the page as HTML, the files in it, its name among files and its only date."""

    text: str
    files: Files
    digest: str
    at: datetime


def printed(debrief: Debrief, language: str, *, full: bool = False, most: int = TEAM_PAGES) -> Printed:
    """A team's report in a language, in the site's own time zone; `full` is the instructor's copy. A record that would
    make it longer than `most` pages is cut to the lines that are cited. Workers only.
    """
    with _printing(language):
        shown = _team_shown(debrief, language, full)
        made = None
        if len(shown["record"].lines) <= RECORD_LINES:
            made = _printed(_team_draft(debrief, shown))
        if made is None or made.pages > most:
            made = _printed(_team_draft(debrief, shortened(shown)))
        return made


def printed_student(debrief: Debrief, user: Any, language: str) -> Printed:
    """A student's report in a language. Workers only."""
    with _printing(language):
        return _printed(student_draft(debrief, user, language))


def printed_class(play_session: Session, language: str, digest: str, *, full: bool = False) -> Printed:
    """A class's report in a language; `full` is the one with names. `digest` is that of what it shows. Workers only."""
    with _printing(language):
        return _printed(class_draft(play_session, language, digest, full=full))


@contextmanager
def _printing(language: str) -> Iterator[None]:
    """In a language, and in the site's own time zone: it is nobody's page."""
    with translation.override(language), timezone.override(settings.TIME_ZONE):
        yield


def team_draft(debrief: Debrief, language: str, *, full: bool = False) -> Draft:
    """A team's report with its whole record."""
    with _printing(language):
        return _team_draft(debrief, _team_shown(debrief, language, full))


def _team_shown(debrief: Debrief, language: str, full: bool) -> dict[str, Any]:
    shown = document(debrief, language, paper=True, full=full)
    title = _("Debrief of %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
    copy = _("Instructor's copy with the plan: not for the team") if full else ""
    return {
        **shown,
        "paper_title": _("%(title)s. %(copy)s") % {"title": title, "copy": copy} if full else title,
        "paper_copy": copy,
        "paper_body": "classrooms/reports/document.html",
    }


def _team_draft(debrief: Debrief, shown: dict[str, Any]) -> Draft:
    files = [*attached(debrief.match), *tidy.files(debrief.match, read(debrief.facts))]
    return _draft(shown, debrief.digest, _ended_at(debrief.match), files)


def student_draft(debrief: Debrief, user: Any, language: str) -> Draft:
    """A student's report."""
    with _printing(language):
        shown = student_document(debrief, user, language, paper=True)
        title = _("Report for %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        body = {"paper_title": title, "paper_body": "classrooms/reports/student.html", "paper_css": "short"}
        files = tidy.files(debrief.match, read(debrief.facts), seats=[part["role"].id for part in shown["parts"]])
        return _draft({**shown, **body}, debrief.digest, _ended_at(debrief.match), files)


def class_draft(play_session: Session, language: str, digest: str, *, full: bool = False) -> Draft:
    """A class's report."""
    with _printing(language):
        shown = class_document(play_session, language, paper=True, full=full)
        title = _("Class report of %(name)s: %(headline)s") % {"name": shown["name"], "headline": shown["headline"]}
        copy = _("Instructor's copy with names: not for the class") if full else ""
        context = {**shown, "paper_title": title, "paper_copy": copy, "paper_body": "classrooms/reports/class.html"}
        at = play_session.finished_at or play_session.started_at or play_session.created_at
        return _draft(context, digest, at, tidy.class_files(play_session, named=full))


def _draft(context: dict[str, Any], digest: str, at: datetime, files: Files) -> Draft:
    drafted = render_to_string("classrooms/reports/paper.html", {**context, "paper_date": at})
    text = str(drafted).replace("\u202f", "\xa0")  # the shipped fonts have no narrow no-break space
    return Draft(text, files, digest, at)


def _printed(draft: Draft) -> Printed:
    """The PDF of a document; all of its dates are the same."""
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
        "pdf_identifier": draft.digest[:32].encode(),
        "attachments": attachments,
        "pdf_tags": True,
    }
    laid_out = HTML(string=draft.text, base_url=STATIC, url_fetcher=fetcher).render(**options)
    return Printed(laid_out.write_pdf(finisher=_say_scopes, **options), len(laid_out.pages))


def _say_scopes(_document: Any, paper: Any) -> None:
    """Say of each heading of a table whether it is that of a column or of a row; the printer only names the cells."""
    found: dict[int, Any] = {each.number: each for each in paper.objects if hasattr(each, "items")}

    def parent(element: Any) -> Any:
        return found.get(int(bytes(element["P"]).split()[0]), {}) if "P" in element else {}

    for element in list(found.values()):
        if element.get("S") == "/TH" and "A" in element:
            heads = parent(parent(element)).get("S") == "/THead"
            element["A"]["Scope"] = "/Column" if heads else "/Row"


def attached(match: Match) -> Files:
    """The exported match, once its seed may be known: the file holds it."""
    if not match.has_begun or not seed_is_public(match):
        return []
    return [(f"match-{match.pk}.json", write(exported(match)))]


def _ended_at(match: Match) -> datetime:
    return match.ended_at or match.created_at


class StaticFetcher:
    """Gives the printer static files from disk and refuses every other address."""

    _fail_on_errors = True
    """Read by the printer: a file that is missing is our mistake and must not be printed around."""

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
    """A font as the printer works with it: unpacking takes longer than the rest of a short report."""
    from fontTools.ttLib import TTFont

    font, plain = TTFont(static_file(name), recalcTimestamp=False), io.BytesIO()
    font.flavor = None
    font.save(plain)
    return plain.getvalue()
