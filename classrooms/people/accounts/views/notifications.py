"""Notices that it is a person's turn: by mail, on their devices and in their calendar program."""

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_POST, require_safe

from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.people.accounts.calendars import entries_of
from classrooms.people.accounts.forms import MailForm
from classrooms.people.accounts.services import account_edit
from games.public.base import BadRequest, site_url
from games.public.models import CalendarLink, PushSubscription
from games.public.people import (
    calendar_file,
    calendar_link_of,
    calendar_renew,
    calendar_stop,
    calendar_token,
    device_add,
    device_remove,
)
from games.public.work import in_words_of, web_push

READ_AGAIN_AFTER = 15 * 60
"""Seconds for which a calendar program may cache the calendar."""
READS_AN_HOUR = 60
FORGERIES_AN_HOUR = 300
"""Wrong links from one address, behind which a whole class may be."""


@never_cache
@login_required
def notification_settings(request: HttpRequest) -> HttpResponse:
    """All kinds of notices on one page; its form is that of mails. For signed-in people."""
    user: Any = request.user
    form = MailForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        account_edit(user=user, fields=MailForm.Meta.fields)
        messages.success(request, _("Saved."))
        return redirect("classrooms:told")
    link = CalendarLink.objects.filter(user=user).first()
    context: dict[str, Any] = {
        "form": form,
        "calendar": link,
        "calendar_url": _url_of(link) if link is not None else "",
    }
    context |= {"push_key": web_push.public_key(), "devices": PushSubscription.objects.filter(user=user)}
    return render(request, "classrooms/accounts/told.html", context)


def _url_of(link: CalendarLink) -> str:
    return site_url("classrooms:calendar", calendar_token(link))


@never_cache
@require_POST
@login_required
def calendar_link_settings(request: HttpRequest) -> HttpResponse:
    """A link for a calendar program, a new one instead, or none (`stop`). For signed-in people."""
    user: Any = request.user
    if "stop" in request.POST:
        calendar_stop(user=user)
        messages.success(request, _("The link is gone. Remove the calendar from your program too."))
    else:
        calendar_renew(user=user)
        messages.success(request, _("Here is your link. An earlier one does not work any more."))
    return redirect(reverse("classrooms:told") + "#calendar")


@never_cache
@require_POST
@login_required
def device_settings(request: HttpRequest) -> HttpResponse:
    """Send notices to this browser, or no longer to a device of the list (`remove`). For signed-in people."""
    user: Any = request.user
    removed = request.POST.get("remove", "")
    if removed:
        device_remove(user=user, pk=int(removed) if removed.isascii() and removed.isdecimal() else 0)
        messages.success(request, _("This device is not told any more."))
        return redirect(reverse("classrooms:told") + "#devices")
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    agent = request.headers.get("User-Agent", "")
    try:
        device_add(user=user, endpoint=endpoint, p256dh=p256dh, auth=auth, agent=agent)
        messages.success(request, _("This device is told from now on."))
    except BadRequest:
        messages.error(request, _("This browser cannot be told."))
    return redirect(reverse("classrooms:told") + "#devices")


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Due times and planned sessions as an iCalendar file, for the holder of the secret link."""
    link = calendar_link_of(token)
    if link is None:
        if not may_go_on(f"calendar {address_of(request)}", limit=FORGERIES_AN_HOUR, seconds=3600):
            return _later()
        raise Http404
    if not may_go_on(f"calendar {link.nonce}", limit=READS_AN_HOUR, seconds=3600):
        return _later()
    with in_words_of(link.user):
        content = calendar_file(entries_of(link.user))
    return _answer(request, content)


def _answer(request: HttpRequest, content: bytes) -> HttpResponse:
    etag = quote_etag(hashlib.sha256(content).hexdigest()[:32])
    answer = condition(etag_func=lambda _request: etag)(lambda _request: HttpResponse(content))(request)
    answer["Content-Type"] = "text/calendar; charset=utf-8"
    answer["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, private=True, max_age=READ_AGAIN_AFTER)
    return answer


def _later() -> HttpResponse:
    answer = HttpResponse(status=429)
    answer["Retry-After"] = "3600"
    return answer
