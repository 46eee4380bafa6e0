"""Polls of the room: the page of staff, and the page on the phones."""

import secrets
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.drawing.codes import qr_svg
from classrooms.models import PollVote, Session, SessionStatus
from classrooms.people.access.codes import code_of
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.play.questions.queries.polls import PollResult, displayed_poll, results_of
from classrooms.play.questions.queries.predictions import offers_of, outcome_of, told_of
from classrooms.play.questions.services import polls
from classrooms.play.questions.services.refusals import BadQuestion
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.joining import is_open_to
from classrooms.play.sessions.services.projecting import projector_token
from classrooms.play.sessions.views.join import may_try, note_wrong
from games.public.base import ServiceError, full_url
from games.public.pages import has_news, renewed, stamped, stream

BALLOT: Final = "ballot"
"""The cookie by which a browser can change its vote."""
BALLOT_LENGTH: Final = len(secrets.token_urlsafe(16))
A_DAY: Final = 24 * 3600
VOTES, VOTES_SECONDS = 2400, 600
"""Votes from one address in ten minutes: a hall of 600 changes its mind three times."""
POLL_SECONDS = 5
_DIGITS: Final = frozenset("0123456789")


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.LOOK)
def session_polls(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The polls of a session with their votes, and a form for a new one, prefilled by `?text=`. For all staff of the
    course; changes (posted, `action`) for people who run sessions. 404 for a draft.
    """
    if access.play_session.status == SessionStatus.DRAFT:
        raise Http404
    if request.method != "POST":
        return _staff_page(request, access, request.GET)
    if not access.may(Right.RUN):
        raise PermissionDenied
    try:
        messages.success(request, _changed(access.play_session.pk, request.POST))
    except BadQuestion as refused:
        return _staff_page(request, access, request.POST, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:session-polls", access.play_session.pk)


def _changed(session_id: int, data: QueryDict) -> str:
    action, poll_id = data.get("action", ""), _number(data.get("poll", ""))
    if action == "open":
        options = [option.replace("\0", "") for option in data.getlist("option")]
        polls.poll_open(session_id=session_id, text=data.get("text", "").replace("\0", ""), options=options)
        return _("The room can answer now.")
    if action == "predict":
        match, _dash, key = data.get("event", "").partition("-")
        polls.prediction_open(session_id=session_id, match_id=_number(match), key=key)
        return _("The class can predict now.")
    if action == "close":
        polls.poll_close(session_id=session_id, poll_id=poll_id)
        return _("The poll is closed. Its result is in the debrief.")
    if action in ("show", "hide"):
        polls.poll_show(session_id=session_id, poll_id=poll_id, is_shown=action == "show")
        return _("The projector shows the poll.") if action == "show" else _("The projector shows the teams.")
    if action == "delete":
        polls.poll_delete(session_id=session_id, poll_id=poll_id)
        return _("The poll is deleted.")
    raise BadQuestion(reason=_("This page has no such button."))


def _number(text: str) -> int:
    """The number in a text; -1 for another text."""
    return int(text) if text and set(text) <= _DIGITS and len(text) < 10 else -1


def _staff_page(request: HttpRequest, access: SessionAccess, typed: QueryDict, *, refused: str = "") -> HttpResponse:
    options = [*typed.getlist("option")[: polls.MOST_OPTIONS], *[""] * polls.MOST_OPTIONS][: polls.MOST_OPTIONS]
    context = {
        "access": access,
        "results": [(result, told_of(result)) for result in results_of(access.play_session)[::-1]],
        "offers": offers_of(access.play_session) if access.may(Right.RUN) else [],
        "text": typed.get("text", "")[: polls.LONGEST_TEXT],
        "options": options,
        "fewest": polls.FEWEST_OPTIONS,
        "longest_text": polls.LONGEST_TEXT,
        "longest_option": polls.LONGEST_OPTION,
        "refused": refused,
        "may_run": access.may(Right.RUN) and access.play_session.status != SessionStatus.ARCHIVED,
        "room": projector_token(access.play_session),
    }
    return render(request, "classrooms/questions/polls.html", context, status=422 if refused else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_poll(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the open poll in the session of a code; a closed one shows its result. Open to everybody with the code:
    one vote for each browser, which can be changed.
    """
    if not may_try(request):
        return render(request, "classrooms/sessions/join_wait.html", status=429)
    play_session = _session_of(request, code)
    if request.method != "POST":
        return _phone_page(request, play_session)
    if not may_go_on(f"poll:{address_of(request)}", limit=VOTES, seconds=VOTES_SECONDS):
        return render(request, "429.html", status=429)
    ballot = _ballot_of(request) or secrets.token_urlsafe(16)
    poll_id, choice = (_number(request.POST.get(name, "")) for name in ("poll", "choice"))
    try:
        polls.poll_vote(session_id=play_session.pk, poll_id=poll_id, ballot=ballot, choice=choice)
    except BadQuestion as refused:
        return _phone_page(request, play_session, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    response = redirect("classrooms:join-poll", play_session.join_code)
    response.set_cookie(
        BALLOT,
        ballot,
        max_age=A_DAY,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _session_of(request: HttpRequest, code: str) -> Session:
    try:
        return sessions.session_of_code(code_of(code))
    except Http404:
        note_wrong(request)
        raise


def _ballot_of(request: HttpRequest) -> str:
    kept = request.COOKIES.get(BALLOT, "")
    return kept if len(kept) == BALLOT_LENGTH and kept.isascii() else ""


@require_safe
def join_poll_live(request: HttpRequest, code: str) -> HttpResponse:
    """The regions of the page on the phones, 304 if nothing changed. As the page itself."""
    if not may_try(request):
        return HttpResponse(status=429)
    play_session = _session_of(request, code)
    shown = displayed_poll(play_session)
    etag, fresh = _tag(shown, _own_choice(request, shown)), renewed(request, lambda: [f"session-{play_session.pk}"])
    again = POLL_SECONDS if _awaits_match(shown) else None
    if not has_news(request, etag):
        return stamped(HttpResponseNotModified(), etag, fresh, again)
    response = render(request, "classrooms/questions/poll_live.html", _phone_context(request, play_session))
    return stamped(response, etag, fresh, again)


def _awaits_match(shown: PollResult | None) -> bool:
    """Does the question end with a move of a match? The stream of the session does not tell of moves."""
    return shown is not None and shown.is_open and bool(shown.poll.predicts) and outcome_of(shown.poll) is None


def _tag(shown: PollResult | None, own: int | None) -> str:
    """Votes of others are not shown while it is open."""
    parts = (shown and (shown.poll.pk, shown.is_open, outcome_of(shown.poll)), own, get_language())
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _own_choice(request: HttpRequest, shown: PollResult | None) -> int | None:
    ballot = _ballot_of(request)
    if shown is None or not shown.is_open or not ballot:
        return None
    rows = PollVote.objects.filter(poll=shown.poll, voter=polls.voter_of(shown.poll, ballot))
    return rows.values_list("choice", flat=True).first()


def _phone_page(request: HttpRequest, play_session: Session, *, refused: str = "") -> HttpResponse:
    context = _phone_context(request, play_session) | {"refused": refused}
    return render(request, "classrooms/questions/poll_phone.html", context, status=422 if refused else 200)


def _phone_context(request: HttpRequest, play_session: Session) -> dict[str, Any]:
    shown = displayed_poll(play_session)
    own = _own_choice(request, shown)
    return {
        "play_session": play_session,
        "result": shown,
        "told": told_of(shown) if shown is not None else None,
        "own": own,
        "own_text": shown.poll.answers[own] if shown is not None and own is not None else "",
        "is_open_to": is_open_to(play_session),
        "live_url": reverse("classrooms:join-poll-live", args=[play_session.join_code]),
        "poll_seconds": POLL_SECONDS,
        "awaits_match": _awaits_match(shown),
        "etag": _tag(shown, own),
    } | stream(request, lambda: [f"session-{play_session.pk}"])


@require_safe
def join_poll_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of the page on the phones as a drawing. As the drawing of a code: open to everybody."""
    play_session = _session_of(request, code)
    return HttpResponse(
        qr_svg(full_url(request, "classrooms:join-poll", play_session.join_code), scale=8), "image/svg+xml"
    )
