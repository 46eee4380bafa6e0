"""Coming in by a code, with or without an account."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.drawing.codes import qr_svg
from classrooms.models import Course, Session
from classrooms.models.courses import CODE_LENGTH
from classrooms.people.access.codes import LONGEST_TYPED, code_of
from classrooms.people.access.throttling import address_of, has_room, mail_typed, may_go_on
from classrooms.people.class_lists.views.claims import Claims, claimed
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.forms.join import GuestForm, SeatChoice
from classrooms.play.sessions.queries.joining import asks_identity, has_open_poll, is_open_to, seat_choices
from classrooms.play.sessions.queries.set_up import purposes_of, roles_of, seats_held
from classrooms.play.sessions.services.joining import FreeSeat, guest_turn_away
from games.public.base import ServiceError, full_url
from games.public.pages import return_url
from games.public.people import enter, guest_create

WRONG_CODES, WRONG_CODES_SECONDS = 600, 600
"""Wrong codes from one address in ten minutes: a class behind one address mistypes, a guesser gets nowhere."""
NEW_GUESTS, NEW_GUESTS_SECONDS = 400, 3600


@never_cache
@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Ask for a code; one that is known leads on, a course's own code to the course. Open to everybody."""
    typed = request.GET.get("code", "")
    if not typed:
        return render(request, "classrooms/sessions/join_code.html", {"typed": ""})
    if not may_try(request):
        return render(request, "classrooms/sessions/join_wait.html", status=429)
    code = code_of(typed)
    try:
        play_session = sessions.session_of_code(code)
    except Http404:
        course = Course.objects.filter(join_code=code, join_open=True, archived_at__isnull=True).first()
        if course is not None:
            return redirect("classrooms:course-join", code)
    else:
        page = "join-poll" if has_open_poll(play_session) else "join-session"
        return redirect(f"classrooms:{page}", play_session.join_code)
    note_wrong(request)
    context = {"typed": typed[:LONGEST_TYPED], "error": _("No session is open under this code. Look at it once more.")}
    return render(request, "classrooms/sessions/join_code.html", context, status=422)


def may_try(request: HttpRequest) -> bool:
    """Has this address not yet tried too many wrong codes?"""
    return has_room(f"join:{address_of(request)}", limit=WRONG_CODES)


def note_wrong(request: HttpRequest) -> None:
    """Count a code that leads nowhere."""
    may_go_on(f"join:{address_of(request)}", limit=WRONG_CODES, seconds=WRONG_CODES_SECONDS)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_session(request: HttpRequest, code: str) -> HttpResponse:
    """A name and a seat in the session of a code. Open to everybody with the code; a signed-in person joins as
    themselves, others as a guest with a personal link.
    """
    if not may_try(request):
        return render(request, "classrooms/sessions/join_wait.html", status=429)
    try:
        play_session = sessions.session_of_code(code_of(code))
    except Http404:
        note_wrong(request)
        raise
    if request.user.is_authenticated:
        return _as_member(request, play_session)
    if not is_open_to(play_session):
        if has_open_poll(play_session):
            return redirect("classrooms:join-poll", play_session.join_code)
        return _closed(request, play_session)
    return _as_guest(request, play_session)


def _as_member(request: HttpRequest, play_session: Session) -> HttpResponse:
    user: Any = request.user
    if seats_held(user.pk, play_session):
        return redirect("classrooms:session", play_session.pk)
    if not is_open_to(play_session):
        return _closed(request, play_session)
    data = request.POST if request.method == "POST" else None
    form = SeatChoice(data, seats=seat_choices(play_session, user))
    if data is not None and form.is_valid() and _seated(form, play_session, user) is not None:
        return redirect("classrooms:session", play_session.pk)
    return _page(request, play_session, form)


def _as_guest(request: HttpRequest, play_session: Session) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = GuestForm(data, seats=seat_choices(play_session, request.user))
    if data is None or not form.is_valid():
        return _page(request, play_session, form)
    claims = Claims(
        play_session.course, play_session.title, asks_identity(play_session), play_session.checks_claims is None
    )
    known = claimed(request, claims, form.cleaned_data)
    if isinstance(known, HttpResponse):
        return known
    if not may_go_on(f"guest:{address_of(request)}", limit=NEW_GUESTS, seconds=NEW_GUESTS_SECONDS):
        return render(request, "classrooms/sessions/join_wait.html", status=429)
    given = form.cleaned_data
    user = known or guest_create(display_name=given["name"], email=mail_typed(given["email"]))
    place = _seated(form, play_session, user)
    if place is None:
        if known is None:
            guest_turn_away(user=user)
        return _page(request, play_session, form)
    step = enter(request, user, onward=reverse("classrooms:session", args=[play_session.pk]))
    if step is not None:
        return step
    context = {
        "play_session": play_session,
        "place": place,
        "role": roles_of(play_session)[place.seat],
        "link": return_url(request, user),
    }
    return render(request, "classrooms/sessions/joined.html", context)


def _seated(form: SeatChoice, play_session: Session, user: Any) -> FreeSeat | None:
    """The seat that was found; None with the reason on the form."""
    table, seat = form.place()
    try:
        return sessions.session_join(session_id=play_session.pk, user=user, session_team_id=table, seat=seat)
    except ServiceError as error:
        form.add_error("seat" if "seat" in form.fields else None, str(error))
        return None


def _page(request: HttpRequest, play_session: Session, form: Any) -> HttpResponse:
    context = {
        "play_session": play_session,
        "form": form,
        "code": play_session.join_code,
        "roles": purposes_of(play_session),
        "game": play_session.game,
    }
    return render(request, "classrooms/sessions/join.html", context, status=422 if form.errors else 200)


def _closed(request: HttpRequest, play_session: Session) -> HttpResponse:
    """The page for a valid code while nobody is admitted. Members are led to their session."""
    if request.user.is_authenticated:
        mine = play_session.course.enrolments.filter(user=request.user, left_at__isnull=True)
        if mine.exists():
            messages.info(request, _("This session lets nobody in by its code now."))
            return redirect("classrooms:session", play_session.pk)
    return render(request, "classrooms/sessions/join_closed.html", {"play_session": play_session}, status=409)


@require_safe
def join_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of a code as a drawing. Open to everybody: it reveals nothing besides the code."""
    code = code_of(code)
    if len(code) != CODE_LENGTH:
        raise Http404
    address = full_url(request, "classrooms:join-session", code)
    response = HttpResponse(qr_svg(address, scale=8), "image/svg+xml")
    patch_cache_control(response, private=True, max_age=3600)
    return response
