"""Repair of links with stray characters at their end: brackets, full stops and spaces that mail programs add."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, get_script_prefix, resolve

from games.platform.persons import is_ours

BEHIND: Final = " \t\r\n\u00a0\u200b\ufeff()<>[]{}.,;:!?'\"`*|\u00ab\u00bb\u2018\u2019\u201c\u201d\u2026"


class TidyLinksMiddleware:
    """Redirects a GET request of such a link to the URL without these characters, if it exists. It runs before the
    view, to which a personal link with a bracket is invalid.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meant = _meant(request.path_info) if request.method in ("GET", "HEAD") else ""
        if not meant:
            return self.get_response(request)
        query = request.META.get("QUERY_STRING", "")
        return redirect(get_script_prefix() + meant.lstrip("/") + (f"?{query}" if query else ""))


def _meant(path: str) -> str:
    """The URL's path without stray characters; empty if there are none, or nothing is left."""
    bare = path.rstrip(BEHIND + "/")
    if not path.rstrip("/")[len(bare) :] or not bare:
        return ""
    return next((each for each in (bare + "/", bare) if _is_there(each)), "")


def _is_there(path: str) -> bool:
    """Is it a URL of these apps? A host site may use such characters in its own URLs."""
    try:
        return is_ours(resolve(path))
    except Resolver404:
        return False
