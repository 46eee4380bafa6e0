"""French words on pages of other languages are marked as French, so that a screen reader says them as French (WCAG
3.1.2). They stand in texts of many places: rules, news of a table, questions. One pass over the finished page marks
them.
"""

import re
from collections.abc import Callable
from html import escape
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

PHRASES: Final = (
    *("binôme glandeur", "anciens", "ancien", "Les colons de l'UTBohème", "UTBohème"),
    *(
        "bureau de contrôle",
        "corps d'état secondaires",
        "dossier des ouvrages exécutés",
        "garantie de parfait achèvement",
    ),
    *("parfait achèvement", "sécurité et protection de la santé", "synthèse", "Défenseur des droits"),
    "Libre réponse 71120",
)
"""The longer ones first where one begins another. What English has taken over (façade) is none of them."""
VOID: Final = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "track", "wbr"})
"""Elements without an end."""
SILENT: Final = ("script", "style", "textarea", "title", "option", "svg", "select")
"""Elements in which no other element may stand, or which are no text."""


def _pattern() -> re.Pattern[str]:
    said = "|".join(re.escape(escape(each)).replace(r"\&\#x27;", "(?:&#x27;|&#39;|['’])") for each in PHRASES)
    return re.compile(rf"(?<![\w-])(?:{said})(?![\w-])")


FRENCH: Final = _pattern()
PIECES: Final = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
TAG: Final = re.compile(r"<(/?)([a-zA-Z][\w-]*)[^>]*?(/?)>")


class FrenchWordsMiddleware:
    """After LocaleMiddleware. Pages that are streamed, and those in French, stay as they are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        is_french = (get_language() or "").startswith("fr")
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if isinstance(answer, HttpResponse) and is_page and not is_french:
            html = answer.content.decode(answer.charset)
            if FRENCH.search(html):
                answer.content = marked(html).encode(answer.charset)
        return answer


def marked(html: str) -> str:
    """HTML whose French words stand in elements that say so. What is marked already is left alone."""
    parts, silent, french = PIECES.split(html), "", 0
    for at, part in enumerate(parts):
        if not part.startswith("<"):
            if not silent and not french:
                parts[at] = FRENCH.sub(r'<span lang="fr">\g<0></span>', part)
            continue
        found = TAG.match(part)
        if found is None or found[3] or (name := found[2].lower()) in VOID:
            continue
        if silent:
            silent = "" if found[1] and name == silent else silent
        elif french:
            french += -1 if found[1] else 1
        elif not found[1]:
            silent = name if name in SILENT else ""
            french = int('lang="fr"' in part)
    return "".join(parts)
