"""Pages of this site inside a page of a platform. A launch into a frame has an address of its own,
/lms/in/<frame>/, with cookies of its own. These cookies reach no other page, and the site's cookies do not
reach the frame. Launches side by side and an ordinary sign-in therefore never mix. Only pages below such an
address can be shown in a frame, and only by the launching platform.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import Morsel
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import get_script_prefix, set_script_prefix

from classrooms.connect.lms.calling import origin_of
from classrooms.models import LmsLogin, LmsPlatform
from games.public.base import inside_a_frame

# Known to browsers for years and to Python since 3.14: a cookie that only counts inside the platform's own pages.
Morsel._reserved.setdefault("partitioned", "Partitioned")  # type: ignore[attr-defined]
Morsel._flags.add("partitioned")  # type: ignore[attr-defined]

PLACE: Final = re.compile(r"/lms/in/([A-Za-z0-9_-]{20,64})/")
OWN: Final = "lms-"
"""The prefix of this site's cookies in frames."""
BAR: Final = "classrooms/lms/bar.html"
"""The template of the bar above every page in a frame."""
KEPT_SECONDS: Final = 3600
MIDDLEWARE: Final = "classrooms.connect.lms.frames.FrameMiddleware"


@dataclass(frozen=True)
class Frame:
    """A launch in a frame: its address below the site's, and the origins that may show it."""

    key: str
    place: str
    origins: tuple[str, ...]


def are_on() -> bool:
    """Can pages be shown in frames? A site without the middleware opens everything in separate tabs."""
    return MIDDLEWARE in settings.MIDDLEWARE


def origins_of(platform: LmsPlatform) -> tuple[str, ...]:
    """The origins that may show pages launched from a platform: only the platform's own."""
    named = (platform.issuer, platform.auth_url, *platform.frames.split())
    return tuple(dict.fromkeys(origin for address in named if (origin := origin_of(address))))


def allow(response: HttpResponse, origins: tuple[str, ...]) -> HttpResponse:
    """Allow these origins to show the answer in a frame."""
    response.xframe_options_exempt = True
    response.headers.pop("X-Frame-Options", None)
    known = getattr(response, "_csp_replace", None) or {}
    response._csp_replace = {**known, "frame-ancestors": list(origins) or ["'none'"]}  # type: ignore[attr-defined]
    return response


def forms_may_go(response: HttpResponse, origin: str) -> HttpResponse:
    """Allow the forms of this page to post to this origin, besides this site."""
    response._csp_replace = {"form-action": ["'self'", *filter(None, [origin])]}  # type: ignore[attr-defined]
    return response


def begin(request: HttpRequest, login: LmsLogin) -> str:
    """Begin the frame of a launch: the person signs in to the frame, not to the site. Returns the frame's address."""
    frame = Frame(login.state, f"{get_script_prefix()}lms/in/{login.state}/", origins_of(login.platform))
    request.session = _new_session()
    request.lms_frame = frame  # type: ignore[attr-defined]
    request.bar_above = BAR  # type: ignore[attr-defined]
    return frame.place


def _new_session() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()


def frame_of(request: HttpRequest) -> Frame | None:
    """The frame of this page; None for a page in a tab."""
    return getattr(request, "lms_frame", None)


def plain(url: str) -> str:
    """The address of a page outside frames."""
    return PLACE.sub("/", url, count=1)


class FrameMiddleware:
    """Middleware for pages in frames. It comes after the middleware for the content security policy, and before
    the one for sessions.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = get_script_prefix()
        found = PLACE.match(request.path_info)
        try:
            with inside_a_frame(before):
                answer = None if found is None else self._step_in(request, found, before)
                response = answer or self.get_response(request)
        finally:
            set_script_prefix(before)
        frame = frame_of(request)
        return response if frame is None else self._dressed(response, frame)

    def _step_in(self, request: HttpRequest, found: re.Match[str], before: str) -> HttpResponse | None:
        """Enter the frame of an address. The answer is a page of its own if there is no such frame, or nobody in
        it.
        """
        frame = self._known(found, before)
        if frame is None:
            return HttpResponseRedirect(before + request.path_info[found.end() :].lstrip("/\\"))
        self._move(request, frame, found)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            return None
        return self._without_cookie(request, frame, before)

    @staticmethod
    def _known(found: re.Match[str], before: str) -> Frame | None:
        key = found[1]
        origins = cache.get(f"lms-frame:{key}")
        if origins is None:
            login = LmsLogin.objects.select_related("platform").filter(state=key, used_at__isnull=False).first()
            if login is None:
                return None
            origins = origins_of(login.platform)
            cache.set(f"lms-frame:{key}", origins, KEPT_SECONDS)
        return Frame(key, f"{before}lms/in/{key}/", tuple(origins))

    @staticmethod
    def _move(request: HttpRequest, frame: Frame, found: re.Match[str]) -> None:
        """The rest of the site sees its own addresses and cookies, and makes addresses of the frame; those that are
        passed on to others are made by `games.platform.addresses`, and are plain.
        """
        request.lms_frame = frame  # type: ignore[attr-defined]
        request.bar_above = BAR  # type: ignore[attr-defined]
        request.path_info = "/" + request.path_info[found.end() :]
        request.path = frame.place + request.path_info[1:]
        request.META["SCRIPT_NAME"], request.META["PATH_INFO"] = frame.place.rstrip("/"), request.path_info
        set_script_prefix(frame.place)
        own = {name.removeprefix(OWN): value for name, value in request.COOKIES.items() if name.startswith(OWN)}
        request.COOKIES = own

    def _without_cookie(self, request: HttpRequest, frame: Frame, before: str) -> HttpResponse:
        """A request with the address of a frame but without its cookie. In a tab, the person continues with the
        site's own session. In a frame, the browser keeps no cookies, or the launch is over.
        """
        outside = before + request.get_full_path()[len(frame.place) :].lstrip("/\\")
        if request.headers.get("Sec-Fetch-Dest") not in ("iframe", "frame"):
            return HttpResponseRedirect(outside)
        request.session, request.user = _new_session(), AnonymousUser()
        return render(request, "classrooms/lms/alone.html", {"outside": outside}, status=403)

    @staticmethod
    def _dressed(response: HttpResponse, frame: Frame) -> HttpResponse:
        for name in list(response.cookies):
            cookie = response.cookies.pop(name)
            own = OWN + name
            response.cookies[own] = cookie.value
            for key in ("expires", "max-age", "httponly"):
                response.cookies[own][key] = cookie[key]
            as_frames_cookie(response, own, frame.place)
        return allow(response, frame.origins)


def as_frames_cookie(response: HttpResponse, name: str, path: str) -> None:
    """A partitioned cookie, which browsers accept inside pages of another site."""
    cookie: Any = response.cookies[name]
    cookie["path"], cookie["samesite"], cookie["secure"], cookie["partitioned"] = path, "None", True, True
