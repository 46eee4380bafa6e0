"""Right-to-left names and texts within left-to-right pages."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from games.platform.persons import is_ours

LETTERS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""The ranges of Hebrew, Arabic and related scripts, with their marks and digits."""
THERE: Final = re.compile(rb"[\xd6-\xdf][\x80-\xbf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
"""Bytes that every UTF-8 text with such a letter has, and hardly any other text."""
WITHOUT: Final = bytes(set(range(256)) - {*range(0xD6, 0xE0), 0xE0, 0xEF})
"""The bytes with which none of these sequences begins. To delete them takes a twentieth of a search."""
NEUTRAL: Final = rf"(?:&\#?\w+;|[^\w<&{LETTERS}]|[0-9_])"
RUN: Final = re.compile(rf"[{LETTERS}](?:(?:{NEUTRAL}|[{LETTERS}])*[{LETTERS}])?(?:\s*\d+\b)?")
"""A run from the first such letter to the last, without letters of other scripts. A following number ("Team 3")
belongs to it."""
TAG: Final = re.compile(r"""<!--.*?-->|<(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""", re.DOTALL)
LEFT: Final = frozenset({"script", "style", "textarea", "bdi"})
"""Elements that are left unchanged. A <bdi> around a person's text already sets its direction."""
PLAIN: Final = frozenset({"title", "option", "svg"})
"""Elements that cannot hold other elements: control characters isolate the text there."""
RIGHT_TO_LEFT: Final = b' dir="rtl"'
HEAD_BYTES: Final = 200
"""The bytes in which a page says the direction of its language."""


class DirectionsMiddleware:
    """Isolates right-to-left text, so that the words, numbers and signs around it keep their places."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = not response.streaming and response.get("Content-Type", "").startswith("text/html")
        is_left = response.has_header("Content-Encoding") or not is_ours(request.resolver_match)
        if is_page and not is_left and is_there(response.content):
            response.content = isolated(response.content.decode()).encode()
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response


def is_there(content: bytes) -> bool:
    """Has this UTF-8 text a right-to-left letter, or, rarely, something like one? A right-to-left page needs none of
    them isolated.
    """
    if RIGHT_TO_LEFT in content[:HEAD_BYTES]:
        return False
    return bool(content.translate(None, WITHOUT)) and THERE.search(content) is not None


def isolated(html: str) -> str:
    """A page with each right-to-left run isolated."""
    made: list[str] = []
    within: list[str] = []
    """The open element that is unchanged or plain, and open elements of its name inside it."""
    at = 0
    for tag in TAG.finditer(html):
        made += [_text(html[at : tag.start()], within), tag[0]]
        at = tag.end()
        name = (tag[2] or "").lower()
        if within:
            if name == within[0]:
                within = within[:-1] if tag[1] else [*within, name]
        elif name in LEFT | PLAIN and not tag[1] and not tag[3].endswith("/"):
            within = [name]
    return "".join([*made, _text(html[at:], within)])


def _text(text: str, within: list[str]) -> str:
    """A text of a page, isolated as the element around it allows."""
    if not text or (within and within[0] not in PLAIN):
        return text
    return RUN.sub("\u2068\\g<0>\u2069" if within else "<bdi>\\g<0></bdi>", text)
