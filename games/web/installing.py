"""The site as an app on a phone or desktop: its manifest, its service worker, and the offline page."""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.platform.conf import conf

PAPER: Final = "#fbfaf6"
INK: Final = "#14264a"
WORKER: Final = Path(__file__).with_name("worker.js")
SHELL: Final = ("tokens.css", "base.css", "parts.css", "pages.css", "icon.svg", "js/theme.js", "js/outbox.js")
"""The files of the offline page, below static/shell."""


def root() -> str:
    """The path below which the pages are; the installed app covers only this part of a site."""
    return reverse("games:manifest").rpartition("/")[0] + "/"


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, by which a browser installs the site. Access: all visitors."""
    found: dict[str, Any] = {
        "id": root(),
        "name": conf.SITE_NAME,
        "short_name": conf.SITE_NAME,
        "description": _("Serious games for teaching, turn by turn."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("games:home"),
        "scope": root(),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [_icon(size, purpose) for size in (192, 512) for purpose in ("any", "maskable")],
        "shortcuts": [{"name": _("Your matches"), "url": reverse("games:home")}],
    }
    answer = JsonResponse(found, content_type="application/manifest+json")
    patch_cache_control(answer, private=True, max_age=3600)
    return answer


def _icon(size: int, purpose: str) -> dict[str, str]:
    name = "icon" if purpose == "any" else "maskable"
    url = staticfiles_storage.url(f"shell/icons/{name}-{size}.png")
    return {"src": url, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script. Its first line changes with the language and with each file of the offline page,
    so that browsers update it. Access: all visitors.
    """
    files = [staticfiles_storage.url(f"shell/{name}") for name in SHELL]
    source = WORKER.read_text(encoding="utf-8")
    shell: dict[str, Any] = {
        "page": f"{reverse('games:offline')}?language={get_language()}",
        "files": files,
        "icon": staticfiles_storage.url("shell/icons/icon-192.png"),
        "badge": staticfiles_storage.url("shell/icons/badge-96.png"),
        "title": conf.SITE_NAME,
        "body": _("It is your turn."),
        "home": reverse("games:home"),
    }
    shell["version"] = hashlib.sha256(json.dumps([shell, source]).encode()).hexdigest()[:16]
    answer = HttpResponse(
        f"const shell = {json.dumps(shell)};\n{source}", content_type="text/javascript; charset=utf-8"
    )
    answer["Service-Worker-Allowed"] = root()
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def offline(request: HttpRequest) -> HttpResponse:
    """The page shown while the site cannot be reached. It holds nothing of a match or a person.
    Access: all visitors.
    """
    answer = render(request, "games/offline.html")
    patch_cache_control(answer, private=True, no_cache=True)
    return answer
