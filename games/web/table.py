"""The table of a match: the page, and its regions for open pages that poll."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseGone, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Status
from games.platform import hooks, selectors, undo_window
from games.platform.permissions import Opened
from games.platform.persons import reader_id
from games.platform.selectors.intervention_log import played_now
from games.platform.view_options import view_options
from games.platform.work import expected, news, notices, presence
from games.platform.work.crowding import crowding
from games.ui import faces
from games.ui.faces import DecisionForm
from games.web.asked import Asked
from games.web.live import has_news, renewed, stamped, stream
from games.web.lobby import lobby_page
from games.web.opening import open_for
from games.web.preferences import in_text_mode
from games.web.table_page import TablePage
from games.web.table_read import TableRead
from games.web.tags import page_tag, tag_of

ALONE = "table-alone"
"""Session key: a table for pupils is shown without the surrounding page."""


def requested_seat(request: HttpRequest) -> int | None:
    """The number in `?seat=`; None for anything else."""
    text = request.GET.get("seat", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


@require_safe
@login_required
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole page. A former holder is led to the replay. Players of a match left by a step back are led to its
    fork, unless they ask for this `?branch`. `?alone=1` shows a table for pupils alone, in this browser until the
    whole page is requested. A person for whom a bot stands in gets a page that brings them back; one whose open page
    lost its seat so (`?left`) clicks a button for it.
    """
    left = "left" in request.GET
    opened = open_for(request, match_id, former=True)
    access = opened.access
    if access.stood_in and not access.seats:
        return render(request, "games/table/stood_in.html", {"match": access.match, "left": left})
    if left:
        return redirect("games:match", match_id)
    if access.past:
        return redirect("games:replay", match_id)
    if not access.match.has_begun:
        venue = hooks.venues_of([match_id]).get(match_id) if access.match.status == Status.LOBBY else None
        return redirect(venue.url) if venue is not None else lobby_page(request, opened)
    left_for = played_now(access) if "branch" not in request.GET else None
    if left_for is not None:
        words = _("Your instructor stepped back: “%(reason)s” You play on at this table.")
        if not left_for.has_begun:
            words = _("Your instructor has undone the start. The match begins anew when it is started again.")
        messages.info(request, words % {"reason": left_for.fork_reason})
        return redirect("games:match", left_for.pk)
    if access.seats and in_text_mode(request, opened) and "table" not in request.GET and not access.match.is_lesson:
        return redirect("games:text", match_id)
    if "alone" in request.GET and faces.get(access.match.game).for_pupils:
        request.session[ALONE] = request.GET["alone"] == "1"
        return redirect("games:match", match_id)
    now = timezone.now()
    presence.seen(match_id, access.user.pk, now)
    return table_page(request, opened, requested_seat(request))


def table_read(
    request: HttpRequest,
    opened: Opened,
    seat: int | None,
    *,
    bound: DecisionForm | None = None,
    talk_text: str = "",
    talk_error: str = "",
) -> TableRead:
    """The table as read for the reader of a request: from this seat, if the reader may look from there."""
    asked = Asked(
        bound, talk_text, talk_error, request.session.get(ALONE, False), f"{request.scheme}://{request.get_host()}"
    )
    return TableRead(opened, opened.access.seat_for(seat), asked)


@require_POST
def arrive(request: HttpRequest, match_id: int) -> HttpResponse:
    """The reader's page is open: a match that waits begins, stand-ins leave, and no mail about these notices follows.
    Open pages send it by themselves; with `go`, the page is loaded again.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:match", args=[match_id]))
    access = open_for(request, match_id).access
    notices.mark_read(match_id=match_id, user_id=access.user.pk, now=timezone.now())
    page = "games:text" if request.POST.get("go") == "text" else "games:match"
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(page, match_id)
    response = HttpResponse(status=204)
    if "go" in request.POST:
        response["HX-Redirect"] = reverse(page, args=[match_id])
    return response


def table_page(
    request: HttpRequest, opened: Opened, seat: int | None, *, note: str = "", status: int = 200, **refused: Any
) -> HttpResponse:
    """The page as a seat sees it. `note` is the result of a submission, `refused` its form or text (`table_read`). A
    page that submitted by script gets its regions alone.
    """
    page = TablePage(request, table_read(request, opened, seat, **refused))
    if takes_regions(request):
        return regions_answer(request, page, note=note, status=status)
    match_id = opened.access.match.pk
    more = {"note": note, **stream(request, lambda: [f"match-{match_id}"], match_id)}
    response = _rendered(request, page, "games/table/match.html", more, status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def takes_regions(request: HttpRequest) -> bool:
    """Does an open page ask (answers.js), which exchanges changed regions?"""
    return request.headers.get("X-Answer") == "regions"


def regions_answer(
    request: HttpRequest, page: TablePage, *, note: str = "", place: str = "", status: int = 200
) -> HttpResponse:
    """All regions, with the tag of their content and the `place` to look at next."""
    response = _regions(request, page, {"note": note, "answers": True}, status)
    response["X-Pending"] = str(page.read.inbox_count)
    if place:
        response["X-Place"] = place
    return stamped(response, tag_of(page.read), again=_until_it_stands(page.read.kept))


def _rendered(
    request: HttpRequest, page: TablePage, template: str, more: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """A page of the table; its regions are drawn by `page`."""
    context = {
        "page": page,
        "frame": page.part("frame"),
        "face": page.read.face,
        "inbox_count": page.read.inbox_count,
        "etag": tag_of(page.read),
        "is_error": status >= 400,
        **more,
    }
    with crowding.page():
        return render(request, template, context, status=status)


def _regions(request: HttpRequest, page: TablePage, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """The regions for an open page, and the digests by which it knows news that concern its reader."""
    response = _rendered(request, page, "games/table/live.html", more, status)
    response["X-Prompts"] = _prompt_digests(page.read)
    return response


def _prompt_digests(read: TableRead) -> str:
    """The open prompts of the reader's seats, as news carry them; "seat:-" for a seat without any."""
    own = ((each.seat, each.key) for each in read.prompts if each.seat in read.access.seats and not each.optional)
    digests = dict(each.split(":") for each in news.prompt_digests(read.match.pk, own).split() if ":" in each)
    return " ".join(f"{seat}:{digests.get(str(seat), '-')}" for seat in read.access.seats)


@view_options(reads_person_late=True)
@require_safe
def live(request: HttpRequest, match_id: int) -> HttpResponse:
    """The regions of the page, or 304 after one query if nothing changed. The person is read only if there is a
    change.
    """
    user_id = reader_id(request)
    current = selectors.news_for(match_id, user_id) if user_id else None
    if current is None:
        raise Http404
    revision, pending, seen = current
    now = timezone.now()
    # The page asks with the seat that it shows, so that the tag is known without reading the holders.
    seat = requested_seat(request)
    here, undo, place = presence.key(match_id), undo_window.key(match_id), expected.place_key(match_id, seat)
    requested = expected.request_key(match_id)
    found = cache.get_many([here, undo, place, requested])
    presence.note(match_id, user_id, now, found.get(here))
    kept: undo_window.Kept | None = found.get(undo)
    stamp = expected.stamp_of(match_id, found.get(place), is_requested=requested in found)
    etag = page_tag(revision, user_id, seat, stamp=stamp, kept=kept, seen=seen, now=now)
    response: HttpResponse
    if not has_news(request, etag):
        response = HttpResponseNotModified()
    else:
        opened = open_for(request, match_id)
        with timezone.override(getattr(request.user, "time_zone", "") or settings.TIME_ZONE):
            response = _fresh(request, opened)
    response["X-Pending"] = str(pending)
    fresh = renewed(request, lambda: [f"match-{match_id}"], match_id)
    return stamped(response, response.get("ETag", etag), fresh, _until_it_stands(kept))


def _until_it_stands(kept: undo_window.Kept | None) -> float | None:
    """Seconds until the last decision can no longer be undone; pages then reload without news."""
    left = (kept.until - timezone.now()).total_seconds() if kept is not None else -1
    return left + 0.05 if left >= 0 else None


def _fresh(request: HttpRequest, opened: Opened) -> HttpResponse:
    access = opened.access
    if not access.match.has_begun:
        return lobby_page(request, opened, part=True)
    if "lobby" in request.GET:
        return HttpResponseGone()  # the page that asks is the lobby's: it loads itself anew
    if played_now(access) is not None:
        return HttpResponseGone()  # the page loads itself anew and is led to the table that is played now
    asked = requested_seat(request)
    if asked is not None and asked != access.seat_for(asked):
        raise Http404  # another holds this seat now: the page itself says it best
    read = table_read(request, opened, asked)
    page = TablePage(request, read)
    response = _regions(request, page, {})
    if page.part("frame").awaits:
        response["ETag"] = tag_of(read)  # which names more than is looked up for a page that asks: it gets it anew
    return response
