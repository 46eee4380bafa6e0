"""A match that has not begun: its seats with people, personal links for the others, and the start."""

from io import BytesIO
from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Match, SeatAsk, SeatInvite
from games.platform import selectors
from games.platform.addresses import full_url
from games.platform.errors import BadRequest, MatchNotRunning, ServiceError
from games.platform.permissions import Opened
from games.platform.selectors.position import scenario_of
from games.platform.selectors.seats import invites_of
from games.platform.services import holders
from games.platform.services.interventions import Actor
from games.platform.services.seat_claims import ask_answer, ask_withdraw, seat_take
from games.platform.services.steering import steer_start
from games.platform.services.steering_seats import steer_seat_to_bot
from games.ui import faces
from games.web.live import stream
from games.web.opening import open_for
from games.web.page import live_url, match_title
from games.web.regions.asks import asks_part
from games.web.table_read import TableRead

LONGEST_NUMBER = 9


def lobby_page(request: HttpRequest, opened: Opened, *, part: bool = False) -> HttpResponse:
    """The page before the start; with `part` its region only."""
    access, match = opened.access, opened.access.match
    read = TableRead(opened, None)
    face = read.face
    context: dict[str, Any] = {
        "match": match,
        "access": access,
        "face": face,
        "match_title": match_title(match),
        "scenario_name": face.words.scenario(read.scenario),
        "rows": seat_rows(request, match),
        "asks": asks_part(read),
        "bots": face.bot_names().items(),
        "live_url": live_url(match.pk, "lobby=1"),
        "etag": "",
    } | stream(request, lambda: [f"match-{match.pk}"], match.pk)
    response = render(request, "games/table/lobby_live.html" if part else "games/table/lobby.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def seat_rows(request: HttpRequest, match: Match) -> list[dict[str, Any]]:
    """Each seat with its people, its bot and its open invitation, as template data."""
    face = faces.get(match.game)
    roles, people = face.words.roles(scenario_of(match)), selectors.holders_of(match)
    links = invite_links(request, match)
    bots = face.bot_names()
    return [
        {
            "seat": seat,
            "role": roles[seat.index],
            "people": people.get(seat.index, []),
            "mine": request.user in people.get(seat.index, []),
            "bot_name": bots.get(seat.bot, seat.bot),
            "link": links.get(seat.pk, ""),
        }
        for seat in match.seats.order_by("index")
    ]


def invite_links(request: HttpRequest, match: Match) -> dict[int, str]:
    """Open personal links by the seat's id."""
    return {invite.seat_id: invite_url(request, invite) for invite in invites_of(match.pk)}


def invite_url(request: HttpRequest, invite: SeatInvite) -> str:
    """The absolute personal link of an invitation."""
    return full_url(request, "games:invite", holders.invite_token(invite))


@require_POST
def begin(request: HttpRequest, match_id: int) -> HttpResponse:
    """Start a match from its lobby."""
    access = open_for(request, match_id).access
    try:
        access.check_steward()
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        steer_start(match_id=match_id, actor=Actor(request.user))
    return redirect("games:match", match_id)


@require_POST
def seat(request: HttpRequest, match_id: int, index: int) -> HttpResponse:
    """A steward's actions on a seat: invite, revoke, choose a bot, take."""
    access = open_for(request, match_id).access
    if not access.match.seats.filter(index=index).exists():
        raise Http404
    try:
        access.check_steward()
        if access.match.is_over:
            raise MatchNotRunning(status=access.match.status)
        _change_seat(request, access.match, index)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect(f"{reverse('games:match', args=[match_id])}#seat-{index}")


def _change_seat(request: HttpRequest, match: Match, index: int) -> None:
    row = match.seats.get(index=index)
    match request.POST.get("action", ""):
        case "invite":
            holders.invite_create(seat=row, by=request.user)
            messages.success(request, _("The link is ready: copy it, or let it be scanned."))
        case "revoke":
            holders.invite_revoke(seat=row)
        case "bot":
            bot = request.POST.get("bot", row.bot)
            if bot not in faces.get(match.game).bot_names():
                raise BadRequest(field="bot", reason=bot[:40])
            steer_seat_to_bot(match_id=match.pk, seat=index, bot=bot, actor=Actor(request.user))
        case "take":
            if seat_take(match_id=match.pk, seat=index, actor=Actor(request.user)) is not None:
                messages.info(request, _("The person in that seat is asked. You sit down when they let you."))
        case other:
            raise BadRequest(field="action", reason=other[:40])


@require_POST
def seat_ask(request: HttpRequest, match_id: int, index: int) -> HttpResponse:
    """A holder answers a request to share the seat; the requester may withdraw it."""
    number = request.POST.get("ask", "")
    known = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
    asks = SeatAsk.objects.filter(pk=int(number) if known else 0, seat__match=match_id, seat__index=index)
    is_asker = asks.filter(user=request.user.pk).exists()
    if not is_asker:
        open_for(request, match_id)
    ask_id = get_object_or_404(asks).pk
    try:
        match request.POST.get("answer", ""):
            case "withdraw" if is_asker:
                ask_withdraw(ask_id=ask_id, actor=Actor(request.user))
            case "accept" | "refuse" as answer if not is_asker:
                ask_answer(ask_id=ask_id, accept=answer == "accept", actor=Actor(request.user))
            case other:
                raise BadRequest(field="answer", reason=other[:40])
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("games:match", match_id) if not is_asker else redirect("games:home")


@require_safe
def seat_qr(request: HttpRequest, match_id: int, index: int) -> HttpResponse:
    """The open invitation of a seat as an SVG file with a QR code."""
    access = open_for(request, match_id).access
    invite = SeatInvite.objects.filter(
        seat__match=access.match, seat__index=index, used_at__isnull=True, revoked_at__isnull=True
    ).first()
    if not access.steward or invite is None:
        raise Http404
    drawing = BytesIO()
    segno.make(invite_url(request, invite), error="m", micro=False).save(
        drawing, kind="svg", scale=4, border=2, light="#fff"
    )
    response = HttpResponse(drawing.getvalue(), "image/svg+xml")
    patch_cache_control(response, private=True, no_store=True)
    return response
