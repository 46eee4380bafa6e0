"""The table of a match: the page, and its regions for open pages that poll."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseGone, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import structs

from games.models import Status
from games.platform import hooks, selectors, undo_window
from games.platform.permissions import Access
from games.platform.persons import reader_id
from games.platform.selectors.away import away_lines
from games.platform.selectors.position import options_of
from games.platform.selectors.seats import asks_for
from games.platform.services.again import may_play_again
from games.platform.view_options import view_options
from games.platform.work import expected, notices, presence
from games.ui import faces, languages
from games.ui.expected import changed_by, lines_of
from games.ui.faces import DecisionForm
from games.ui.role_benchmarks import usual_words
from games.web.announcements import announcements_of
from games.web.briefing import briefing_of
from games.web.first_game import lesson_card
from games.web.live import has_news, renewed, stamped, stream
from games.web.lobby import invite_links, lobby_page
from games.web.notices import notices_for, played_now
from games.web.page import TablePage, match_title
from games.web.preferences import in_text_mode
from games.web.recap import recap_context
from games.web.undo_line import undo_line
from games.web.voice import access_back, access_to

ALONE = "table-alone"
"""Session key: a table for pupils is shown without the surrounding page."""


def requested_seat(request: HttpRequest) -> int | None:
    """The number in `?seat=`; None for anything else."""
    text = request.GET.get("seat", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def etag_for(revision: int, user_id: object, seat: int | None, *more: str) -> str:
    """A tag of a reader's page: the revision grows with every change of the page, except for `more`. This holds the
    stamp of the expected end and whether the reader's last decision can be undone.
    """
    place = "o" if seat is None else str(seat)
    return f'"{"-".join([str(revision), str(user_id), place, languages.offered(), *filter(None, more)])}"'


@require_safe
@login_required
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole page. A former holder is led to the replay. Players of a match left by a step back are led to its
    fork, unless they ask for this `?branch`. `?alone=1` shows a table for pupils alone, in this browser until the
    whole page is requested. A page that lost its seat to a stand-in asks with `?left`: its reader clicks a button
    to come back.
    """
    left = "left" in request.GET
    access = access_back(match_id, request.user, in_person=not left)
    if left and access.stood_in and not access.seats:
        return render(request, "games/table/stood_in.html", {"match": access.match})
    if left:
        return redirect("games:match", match_id)
    if access.past:
        return redirect("games:replay", match_id)
    if not access.match.has_begun:
        venue = hooks.venues_of([match_id]).get(match_id) if access.match.status == Status.LOBBY else None
        return redirect(venue.url) if venue is not None else lobby_page(request, access)
    left_for = played_now(access) if "branch" not in request.GET else None
    if left_for is not None:
        words = _("Your instructor stepped back: “%(reason)s” You play on at this table.")
        if not left_for.has_begun:
            words = _("Your instructor has undone the start. The match begins anew when it is started again.")
        messages.info(request, words % {"reason": left_for.fork_reason})
        return redirect("games:match", left_for.pk)
    if access.seats and in_text_mode(request, access) and "table" not in request.GET and not access.match.is_lesson:
        return redirect("games:text", match_id)
    if "alone" in request.GET and faces.get(access.match.game).for_pupils:
        request.session[ALONE] = request.GET["alone"] == "1"
        return redirect("games:match", match_id)
    now = timezone.now()
    presence.seen(match_id, access.user.pk, now)
    if "unread" in access.has:
        notices.mark_read(match_id=match_id, user_id=access.user.pk, now=now)
    return table_page(request, access, requested_seat(request))


def table_page(
    request: HttpRequest,
    access: Access,
    asked: int | None,
    *,
    bound: DecisionForm | None = None,
    note: str = "",
    status: int = 200,
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    """The page as a seat sees it. `bound` is a refused form, `note` the result of a submission, `typed` are refused
    texts for their regions. A page that submitted by script gets its regions alone.
    """
    table = TablePage(access, access.seat_for(asked))
    context = table_context(request, table, bound) | {"note": note, "is_error": status >= 400} | dict(typed or {})
    if takes_regions(request):
        return regions_answer(request, table, context, status=status)
    context |= stream(request, lambda: [f"match-{table.match.pk}"], table.match.pk)
    response = render(request, "games/table/match.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def takes_regions(request: HttpRequest) -> bool:
    """Does an open page ask (answers.js), which exchanges changed regions?"""
    return request.headers.get("X-Answer") == "regions"


def regions_answer(
    request: HttpRequest, table: TablePage, context: Mapping[str, Any], *, place: str = "", status: int = 200
) -> HttpResponse:
    """All regions, with the tag of their content and the `place` to look at next."""
    response = render(request, "games/table/live.html", {**context, "answers": True}, status=status)
    response["X-Pending"] = str(table.inbox_count)
    if place:
        response["X-Place"] = place
    return stamped(response, context["etag"], again=_until_it_stands(table.kept))


@view_options(reads_person_late=True)
@require_safe
def live(request: HttpRequest, match_id: int) -> HttpResponse:
    """The regions of the page, or 304 after one query if nothing changed. The person is read only if there is a
    change.
    """
    user_id = reader_id(request)
    news = selectors.news_for(match_id, user_id) if user_id else None
    if news is None:
        raise Http404
    revision, pending, seen = news
    now = timezone.now()
    # The page asks with the seat that it shows, so that the tag is known without reading the holders.
    seat = requested_seat(request)
    here, undo, place = presence.key(match_id), undo_window.key(match_id), expected.place_key(match_id, seat)
    found = cache.get_many([here, undo, place])
    presence.note(match_id, user_id, now, found.get(here))
    kept: undo_window.Kept | None = found.get(undo)
    can_undo = kept is not None and kept.is_open(user_id, revision, now)
    stamps = (expected.stamp_of(match_id, found.get(place)), "undo" if can_undo else "", _held(kept), str(seen))
    etag = etag_for(revision, user_id, seat, *stamps)
    response: HttpResponse
    if not has_news(request, etag):
        response = HttpResponseNotModified()
    else:
        access = access_to(match_id, request.user, in_person=False)
        with timezone.override(getattr(request.user, "time_zone", "") or settings.TIME_ZONE):
            response = _fresh(request, access)
    response["X-Pending"] = str(pending)
    fresh = renewed(request, lambda: [f"match-{match_id}"], match_id)
    return stamped(response, response.get("ETag", etag), fresh, _until_it_stands(kept))


def _held(kept: undo_window.Kept | None) -> str:
    """The part of the tag that changes when the last decision can no longer be undone: its effect may be shown then."""
    return "held" if undo_window.can_be_reversed(kept) else ""


def _until_it_stands(kept: undo_window.Kept | None) -> float | None:
    """Seconds until the last decision can no longer be undone; pages then reload without news."""
    left = (kept.until - timezone.now()).total_seconds() if kept is not None else -1
    return left + 0.05 if left >= 0 else None


def _fresh(request: HttpRequest, access: Access) -> HttpResponse:
    if not access.match.has_begun:
        return lobby_page(request, access, part=True)
    if "lobby" in request.GET:
        return HttpResponseGone()  # the page that asks is the lobby's: it loads itself anew
    if played_now(access) is not None:
        return HttpResponseGone()  # the page loads itself anew and is led to the table that is played now
    asked = requested_seat(request)
    if asked is not None and asked != access.seat_for(asked):
        raise Http404  # another holds this seat now: the page itself says it best
    table = TablePage(access, access.seat_for(asked))
    context = table_context(request, table)
    response = render(request, "games/table/live.html", context)
    if context["awaits"]:
        response["ETag"] = context["etag"]  # which names more than is looked up for a page that asks: it gets it anew
    return response


def table_context(request: HttpRequest, table: TablePage, bound: DecisionForm | None = None) -> dict[str, Any]:
    """The context of match.html and its regions."""
    match, seat, now = table.match, table.seat, timezone.now()
    held = _held(table.kept)
    has = table.access.has
    if table.access.steward and not match.is_over and "invites" in has:
        table.links = invite_links(request, match)
    page = table.newest
    seat_query = "" if seat is None else f"seat={seat}"
    card, undo, lesson = table.card(bound), undo_line(table), lesson_card(table)
    talk = selectors.talk(match, table.access.seats, steward=table.access.steward) if "talk" in has else []
    context: dict[str, Any] = {
        "table": table,
        "match": match,
        "access": table.access,
        "face": table.face,
        "match_title": match_title(match),
        "scenario_name": table.face.words.scenario(table.scenario),
        "heading": table.heading,
        "page_title": page_title(table),
        "option_notes": table.face.options_notes(table.scenario, options_of(match)),
        "roles": table.roles,
        "seats": table.seats,
        "seat": seat,
        "seat_query": seat_query,
        "me": table.roles[seat] if seat is not None else None,
        "card": card,
        "lesson": lesson,
        "brief": briefing_of(table),
        "marked": lesson.guidance.marks if lesson is not None else (),
        "history": table.history(page.events, table.beside(page)),
        "asks": asks_for(table.access, table.asks),
        "history_more": page.older is not None,
        "talk": talk,
        "talk_text": "",
        "switch_path": "",
        "switch_more": "",
        "away": away_lines(match, request.user, now) if "plans" in has else [],
        "away_now": now,
        "notices": notices_for(table, talk),
        "panels": hooks.table_panels(match, request.user),
        "sequels": hooks.sequels(table.access),
        "play_url": reverse("games:play", args=[match.pk]),
        "explain_url": reverse("games:explain", args=[match.pk]),
        "inbox_count": table.inbox_count,
        "live_url": reverse("games:live", args=[match.pk]) + (f"?{seat_query}" if seat_query else ""),
        "undo": undo,
        "debrief_url": hooks.debrief_url(match) if match.is_over else "",
        "seed_is_public": match.is_over and selectors.seed_is_public(match),
        "result_rows": result_rows(table),
        "ending": ending_of(table),
        "may_play_again": may_play_again(table.access),
        "target_lines": table.face.words.targets(table.scenario, table.result) if table.result else (),
        "left_out": (),
        "alone": table.face.for_pupils and request.session.get(ALONE, False),
    }
    context |= recap_context(table)
    awaits = "awaits" if any(panel.awaited for panel in context["sequels"]) else ""
    stamps = (table.expected_stamp(), "undo" if undo else "", held, str(context["seen_stamp"]), awaits)
    context |= {"awaits": awaits}
    context["etag"] = etag_for(match.revision, request.user.pk, seat, *stamps)
    context |= expected_context(table)
    context["tells"] = announcements_of(table, talk, context["expected_changed"], reminded=context["notices"].reminded)
    context["scene"] = table.scene
    context |= table.face.table.context(table.scene)
    return context | (dict(card.context) if card else {})


def page_title(table: TablePage) -> str:
    """The title for the browser's tab: first the reader's turn, then the match's progress, then its name."""
    match = table.match
    if match.is_over:
        state = capfirst(match.get_status_display())
    elif match.status == Status.PAUSED:
        state = _("Paused")
    elif table.seat in table.awaited and not table.over_a_shoulder:
        state = _("Your decision")
    else:
        state = _("Waiting")
    named = match_title(match) if match.title or match.team_name else table.face.words.scenario(table.scenario)
    return f"{state}. {table.heading.title}. {named}"


def expected_context(table: TablePage) -> dict[str, Any]:
    """The expected end for templates."""
    outlook, figures = table.outlook, table.face.table.expected_figures(table.scene)
    effect = outlook.effect if outlook is not None else None
    return {
        "expected_lines": lines_of(figures, outlook),
        "expected_pending": outlook is not None and outlook.found is None,
        "expected_effect": effect,
        "expected_changed": changed_by(figures, outlook),
        "expected_against": table.face.table.expected_against(effect.option) if effect is not None else "",
    }


def result_rows(table: TablePage) -> list[dict[str, Any]]:
    """Scores with ranks, best first. For unlike seats they are in the order of seats, with the usual points. `why` is
    the key of a score's explanation, empty in a game without one.
    """
    if table.result is None:
        return []
    beside = {} if table.face.reach is None else {"reach": table.face.reach(table.scenario)}
    rows = [
        {
            "seat": line,
            "place": place,
            "score": score,
            "why": _explained(table, f"points-{line.index}"),
            **{name: usual_words(reach, line.index) for name, reach in beside.items()},
        }
        for line, place, score in zip(table.seats, table.result.places, table.result.scores, strict=True)
    ]
    return rows if beside else sorted(rows, key=lambda row: row["place"])


def ending_of(table: TablePage) -> str:
    """The reason for a finished match's result, in a sentence."""
    if table.result is None:
        return ""
    rows = selectors.record(table.match, table.eyes, table.face.words.ending_kinds)
    record = tuple(table.value(row) for row in rows)
    return table.face.words.ending(structs.replace(table.bare_scene, record=record), table.result)


def _explained(table: TablePage, what: str) -> str:
    return what if table.face.explain.kinds(what) else ""
