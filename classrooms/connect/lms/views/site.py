"""Platforms of the site, for its staff: registering, letting in, testing, keys."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from classrooms.connect.lms import keys
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.forms import PlatformForm
from classrooms.connect.lms.queries.pages import courses_of_platform, fault_words, platforms, rest_of
from classrooms.connect.lms.services import registering
from classrooms.connect.lms.views.protocol import site_of
from classrooms.models import LmsCourse, LmsKey, LmsPlatform
from games.public.base import BadRequest, full_url

View = Callable[..., HttpResponse]


def for_site_staff(view: View) -> View:
    """A view for staff of the site; 403 for other signed-in people."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not (request.user.is_staff or request.user.is_superuser):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@for_site_staff
def lms(request: HttpRequest) -> HttpResponse:
    """All platforms, and the address for registering another one (made by POST; with `lets_in` it is admitted at once
    with all its courses). For the site's staff.
    """
    link = ""
    if request.method == "POST":
        token = registering.registration_token(lets_in="lets_in" in request.POST)
        link = full_url(request, "classrooms:lms-register", token)
    context = {
        "platforms": platforms(),
        "link": link,
        "key": LmsKey.objects.filter(retired_at__isnull=True).first(),
        "addresses": registering.addresses(site_of(request)),
    }
    return render(request, "classrooms/lms/platforms.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_site_staff
def lms_new(request: HttpRequest) -> HttpResponse:
    """Register a platform by hand. For the site's staff."""
    return _form_page(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@for_site_staff
def lms_edit(request: HttpRequest, platform_id: int) -> HttpResponse:
    """Change a registration. For the site's staff."""
    return _form_page(request, get_object_or_404(LmsPlatform, pk=platform_id))


def _form_page(request: HttpRequest, platform: LmsPlatform | None) -> HttpResponse:
    form = PlatformForm(request.POST if request.method == "POST" else None, instance=platform)
    if request.method == "POST" and form.is_valid():
        fresh = None if platform is None else LmsPlatform.objects.get(pk=platform.pk)
        try:
            saved = registering.platform_save(platform=fresh, values=form.values(), deployments=form.deployment_ids())
        except LmsFault as fault:
            form.add_error(None, str(fault))
        else:
            messages.success(request, _("The platform is saved."))
            return redirect("classrooms:lms-platform", saved.pk)
    context = {"form": form, "platform": platform, "addresses": registering.addresses(site_of(request))}
    return render(request, "classrooms/lms/form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD"])
@for_site_staff
def lms_platform(request: HttpRequest, platform_id: int) -> HttpResponse:
    """One platform: its state, its last fault, its courses. For the site's staff."""
    platform = get_object_or_404(LmsPlatform, pk=platform_id)
    context = {
        "platform": platform,
        "fault": fault_words(platform),
        "rest": rest_of(platform, LmsCourse.objects.filter(deployment__platform=platform)),
        "deployments": platform.deployments.all(),
        "courses": courses_of_platform(platform),
        "addresses": registering.addresses(site_of(request)),
        "people": platform.people.count(),
    }
    return render(request, "classrooms/lms/platform.html", context)


@require_POST
@for_site_staff
def lms_decide(request: HttpRequest, platform_id: int) -> HttpResponse:
    """Admit a platform, with all its courses or one by one, or withdraw it (`state`). For the site's staff."""
    platform = get_object_or_404(LmsPlatform, pk=platform_id)
    state = request.POST.get("state", "")
    if state == "withdrawn" and not request.POST.get("sure"):
        messages.error(request, _("Tick the box to withdraw the platform."))
    elif state in ("on", "all", "withdrawn"):
        admits_all = None if state == "withdrawn" else state == "all"
        registering.platform_decide(platform=platform, state="on" if state == "all" else state, admits_all=admits_all)
        said = _("The platform is in use.") if state != "withdrawn" else _("The platform is withdrawn.")
        messages.success(request, said)
    else:
        messages.error(request, str(BadRequest(field="state", reason=state[:20])))
    return redirect("classrooms:lms-platform", platform.pk)


@require_POST
@for_site_staff
def lms_test(request: HttpRequest, platform_id: int) -> HttpResponse:
    """Ask the platform for its keys and for access. For the site's staff."""
    platform = get_object_or_404(LmsPlatform, pk=platform_id)
    try:
        registering.platform_test(platform=platform)
    except LmsFault as fault:
        messages.error(request, str(fault))
    else:
        messages.success(request, _("The platform answers: its keys can be read, and it gives access to its services."))
    return redirect("classrooms:lms-platform", platform.pk)


@require_POST
@for_site_staff
def lms_course_decide(request: HttpRequest, platform_id: int, lms_course_id: int) -> HttpResponse:
    """Admit one course of a platform, or not (`allow`). For the site's staff."""
    row = get_object_or_404(LmsCourse, pk=lms_course_id, deployment__platform=platform_id)
    registering.course_decide(lms_course=row, is_allowed=request.POST.get("allow") == "1")
    messages.success(request, _("Noted for %(course)s.") % {"course": row})
    return redirect(reverse("classrooms:lms-platform", args=[platform_id]) + "#courses")


@require_POST
@for_site_staff
def lms_rotate(request: HttpRequest) -> HttpResponse:
    """Make a new signing key. For the site's staff."""
    keys.key_rotate()
    messages.success(request, _("A new key signs from now on. Platforms fetch it by themselves."))
    return redirect(reverse("classrooms:lms") + "#keys")
