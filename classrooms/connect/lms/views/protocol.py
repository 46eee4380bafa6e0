"""Endpoints for platforms and their browsers: public keys, begin and end of a launch, dynamic registration."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from classrooms.connect.lms import frames, keys
from classrooms.connect.lms.calling import origin_of
from classrooms.connect.lms.claims import Launch
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import launching, registering
from classrooms.connect.lms.services.ways_in import link_of, link_url, mark_read
from classrooms.connect.lms.tickets import ticket_make, ticket_use
from classrooms.connect.lms.views.entering import arrive, speaks, spoken
from classrooms.models import LmsLogin, LmsPlatform
from classrooms.people.access.onward import onward
from classrooms.people.access.throttling import address_of, may_go_on
from games.public.people import enter, session_keep

LOGINS, LOGINS_SECONDS = 3000, 600
"""Launches that one address may begin in ten minutes: a school's whole network may share one address."""
SECRET = "lms-browser-"  # noqa: S105 - the beginning of a cookie's name
PROBE = "lms-probe"
SECRET_SECONDS = 600


def site_of(request: HttpRequest) -> str:
    """Scheme and host of the request, by which platforms know the site."""
    return f"{request.scheme}://{request.get_host()}"


def fault_response(request: HttpRequest, fault: LmsFault, platform: LmsPlatform | None = None) -> HttpResponse:
    """The page for a fault, in a frame of the platform as well as in a tab."""
    context = {"fault": fault, "sentence": str(fault), "platform": platform}
    response = render(request, "classrooms/lms/fault.html", context, status=fault.status)
    return response if platform is None else frames.allow(response, frames.origins_of(platform))


@never_cache
@require_safe
def lms_keys(request: HttpRequest) -> JsonResponse:
    """The tool's public keys. For everybody."""
    return JsonResponse(keys.published())


@require_safe
def lms_canvas(request: HttpRequest) -> JsonResponse:
    """The file from which a Canvas makes its developer key. For everybody."""
    return JsonResponse(registering.canvas_configuration(site=site_of(request)))


@require_safe
def lms_icon(_request: HttpRequest) -> HttpResponseRedirect:
    """The icon of this site. Platforms store this address for years, and the file behind it has another name after each
    change. For everybody.
    """
    return HttpResponseRedirect(static("shell/icons/icon-192.png"))


@require_safe
def lms_start(request: HttpRequest) -> HttpResponse:
    """The address in links of platforms. A visitor without a launch is sent to the platform. For everybody."""
    return render(request, "classrooms/lms/start.html")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def lms_login(request: HttpRequest) -> HttpResponse:
    """The OIDC login of a launch: a platform sends a browser here. For everybody."""
    sent = request.POST if request.method == "POST" else request.GET
    platform = None
    try:
        if not may_go_on(f"lms-login {address_of(request)}", limit=LOGINS, seconds=LOGINS_SECONDS):
            return render(request, "429.html", status=429)
        if not sent.get("iss"):
            raise LmsFault("login_incomplete", field="iss")
        platform = launching.platform_of(issuer=sent["iss"], client_id=sent.get("client_id", ""))
        framed = request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame")
        addresses = registering.addresses(site_of(request))
        begun = launching.login_begin(
            platform=platform,
            login_hint=sent.get("login_hint", ""),
            message_hint=sent.get("lti_message_hint", ""),
            target=sent.get("target_link_uri", ""),
            start=addresses["start"],
            launch_url=addresses["launch"],
            storage=sent.get("lti_storage_target", "") if framed else "",
            framed=framed,
        )
    except LmsFault as fault:
        registering.fault_keep(platform=platform, fault=fault, what="login")
        return fault_response(request, fault, platform)
    response = _checks_cookies(request, begun, sent) if framed else HttpResponseRedirect(begun.url)
    name = SECRET + begun.login.state[:12]
    response.set_cookie(name, begun.secret, max_age=SECRET_SECONDS, httponly=True)
    frames.as_frames_cookie(response, name, reverse("classrooms:lms-launch"))
    return response


def _checks_cookies(request: HttpRequest, begun: launching.Begun, sent: Any) -> HttpResponse:
    """A page in a frame whose script checks whether cookies are kept, before the platform's only answer is used."""
    origins = frames.origins_of(begun.login.platform)
    context = {
        "begun": begun,
        "origin": origin_of(begun.login.platform.auth_url),
        "again": reverse("classrooms:lms-login"),
        "fields": [(name, value) for name, value in sent.items() if name != "lti_storage_target"],
    }
    response = render(request, "classrooms/lms/login.html", context)
    response.set_cookie(PROBE, "1", max_age=60)
    frames.as_frames_cookie(response, PROBE, reverse("classrooms:lms-login"))
    return frames.allow(response, origins)


@csrf_exempt
@never_cache
@require_POST
def lms_launch(request: HttpRequest) -> HttpResponse:
    """The platform's answer, sent by the browser that began the launch. For everybody."""
    platform = None
    try:
        login = launching.login_of(state=request.POST.get("state", ""))
        platform = login.platform
        if request.POST.get("error"):
            raise LmsFault("platform_refused", error=request.POST["error"][:60])
        has_cookie = launching.is_browser_of(login, request.COOKIES.get(SECRET + login.state[:12], ""))
        if not has_cookie and not launching.is_browser_of(login, request.POST.get("proof", "")):
            if login.storage and "proof" not in request.POST:
                return _asks_storage(request, login)
            raise LmsFault("other_browser")
        launch = launching.login_use(login=login, token=request.POST.get("id_token", ""))
        with translation.override(spoken(launch) or translation.get_language()):
            return _arrived(request, login, launch, has_cookie)
    except LmsFault as fault:
        registering.fault_keep(platform=platform, fault=fault, what="launch")
        return fault_response(request, fault, platform)


def _asks_storage(request: HttpRequest, login: LmsLogin) -> HttpResponse:
    """Ask the platform's page for the secret: the browser keeps no cookies in the frame, so the platform stored it."""
    context = {
        "login": login,
        "origin": origin_of(login.platform.auth_url),
        "token": request.POST.get("id_token", ""),
        "action": reverse("classrooms:lms-launch"),
    }
    response = render(request, "classrooms/lms/storage.html", context)
    return frames.allow(response, frames.origins_of(login.platform))


def _arrived(request: HttpRequest, login: LmsLogin, launch: Launch, has_cookie: bool) -> HttpResponse:
    """Continue in a frame that keeps cookies, else in a tab."""
    if login.framed and has_cookie and frames.are_on():
        place = frames.begin(request, login)
        return arrive(request, login, launch, place)
    if not login.framed:
        return arrive(request, login, launch, "/")
    return arrive(request, login, launch, "")


@never_cache
@require_safe
def lms_enter(request: HttpRequest, token: str) -> HttpResponse:
    """Enter a tab from a frame with a fresh ticket. For holders of the ticket. The code of a second factor is asked for
    here, since a frame without cookies cannot ask.
    """
    try:
        ticket = ticket_use(token)
    except LmsFault as fault:
        registering.fault_keep(platform=None, fault=fault, what="ticket")
        return fault_response(request, fault)
    page = onward(request, reverse("games:home"))
    keep = {"lms": ticket.login_id}
    step = None
    if request.user.pk == ticket.user.pk:
        session_keep(request, keep)
    else:
        step = enter(request, ticket.user, onward=page.url, keep=keep, is_proven=ticket.is_proven)
    try:
        _login, launch = launching.launched(login_id=ticket.login_id)
    except LmsFault:
        return step or page  # a launch of long ago: in the browser's language
    return speaks(step or page, launch, ticket.user)


@never_cache
@require_safe
def lms_mark(request: HttpRequest, token: str) -> HttpResponse:
    """The page that a platform links beside a mark. Signed-in people see their own mark; others are sent through the
    platform's link, which signs them in. For everybody.
    """
    found = mark_read(token)
    if found is None:
        raise Http404
    lms_course, play_session = found
    mine = reverse("classrooms:my-grade", args=[play_session.pk])
    if request.user.is_authenticated:
        return HttpResponseRedirect(mine)
    platform, link = lms_course.deployment.platform, link_of(lms_course, play_session)
    url = link_url(platform, link) if platform.state == LmsPlatform.State.ON else ""
    if url:
        return HttpResponseRedirect(url)
    sign_in = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': mine})}"
    return render(request, "classrooms/lms/mark.html", {"platform": platform, "link": link, "sign_in": sign_in})


def way_out(request: HttpRequest, page: str, *, unhurried: bool = False) -> str:
    """The address with which a new tab shows a page of a frame. It must be made inside the frame, since a tab has none
    of its cookies.
    """
    ticket = ticket_make(request.user, int(request.session.get("lms") or 0), unhurried=unhurried, is_proven=True)
    url = frames.plain(reverse("classrooms:lms-enter", args=[ticket]))
    return f"{url}?{urlencode({'next': frames.plain(page)})}"


@never_cache
@require_POST
def lms_out(request: HttpRequest) -> HttpResponse:
    """The address of "Open in a new tab" with a fresh ticket, for the page (`next`) of a reader in a frame."""
    if not request.user.is_authenticated or frames.frame_of(request) is None:
        return HttpResponse(status=403)
    return JsonResponse({"url": way_out(request, request.POST.get("next", ""))})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def lms_register(request: HttpRequest, token: str) -> HttpResponse:
    """The registration address that an administrator pastes into a platform. The platform opens it in a frame, which
    keeps no cookie, with the address of its configuration. A button completes the registration. For holders of the
    address, once.
    """
    sent = request.POST if request.method == "POST" else request.GET
    asked = sent.get("openid_configuration", "")
    origins = (origin_of(asked),) if origin_of(asked) else ()
    try:
        registering.registration_check(token=token)
        if not asked:
            raise LmsFault("registration_incomplete")
        if request.method == "GET":
            context = {
                "asked": asked,
                "platform_token": sent.get("registration_token", ""),
                "host": origins[0] if origins else asked,
            }
            return frames.allow(render(request, "classrooms/lms/register.html", context), origins)
        platform = registering.platform_register(
            token=token,
            configuration_url=asked,
            platform_token=sent.get("registration_token", ""),
            site=site_of(request),
        )
    except LmsFault as fault:
        registering.fault_keep(platform=None, fault=fault, what="registration")
        page = {"fault": fault, "sentence": str(fault)}
        return frames.allow(render(request, "classrooms/lms/fault.html", page, status=fault.status), origins)
    response = render(request, "classrooms/lms/registered.html", {"platform": platform})
    return frames.allow(response, (*origins, *frames.origins_of(platform)))
