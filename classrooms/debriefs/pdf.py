"""The debrief on paper: A4, tagged for screen readers (PDF/UA-1), with the match attached as a file that proves itself.

Everything in the file comes from the match, dates included: the same debrief gives the same bytes.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from classrooms.debriefs.document import document
from classrooms.debriefs.look import static_file
from classrooms.models import Debrief
from games.engine.export import write
from games.models import Match
from games.replaying import exported
from games.selectors import seed_is_public

# They warn of media queries that are meant for screens, and tell of each font. What is missing raises.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("weasyprint.progress").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.WARNING)

STATIC = "https://static.invalid/"
"""Under this address, which nobody can own, the static files on disk are found. Nothing else is ever fetched."""
STYLES = ("site/tokens.css", "site/debrief.css")
TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Printed:
    """A PDF and its number of pages."""

    content: bytes
    pages: int


def printed(debrief: Debrief, language: str) -> Printed:
    """The PDF in a language, in the site's own time zone. Workers only."""
    from weasyprint import HTML, Attachment  # takes seconds, and only workers print

    with translation.override(language), timezone.override(settings.TIME_ZONE):
        drafted = render_to_string("classrooms/debrief_paper.html", document(debrief, language, paper=True))
        text = str(drafted).replace("\u202f", "\xa0")  # the shipped fonts have no narrow no-break space
        match, fetcher = debrief.match, StaticFetcher()
        attachments = [
            Attachment(
                string=content,
                url_fetcher=fetcher,
                name=name,
                description=name,
                created=_ended_at(match),
                modified=_ended_at(match),
                relationship="Data",
            )
            for name, content in attached(match)
        ]
        options: dict[str, Any] = {
            "pdf_variant": "pdf/ua-1",
            "pdf_identifier": debrief.digest[:32].encode(),
            "attachments": attachments,
            "pdf_tags": True,
        }
        laid_out = HTML(string=text, base_url=STATIC, url_fetcher=fetcher).render(**options)
        return Printed(laid_out.write_pdf(**options), len(laid_out.pages))


def attached(match: Match) -> list[tuple[str, bytes]]:
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
        return URLFetcherResponse(url, static_file(name).read_bytes(), {"Content-Type": TYPES[suffix]})
