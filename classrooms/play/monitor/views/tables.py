"""One table of a session, for people who run it: its interventions, and the link to the match."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SessionStatus, SessionTeam
from classrooms.people.access.onward import onward
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.posted import number_in
from classrooms.people.access.session_guards import for_session
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.monitor.queries.monitor import monitor_row
from classrooms.play.monitor.queries.reminded import reminded_words
from classrooms.play.monitor.queries.seating import candidates_for, seat_lines, students_of, whose_lines
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services.counts import reason_in
from classrooms.play.monitor.views.monitor import GIVEN, seats_words, time_words, why_words
from classrooms.play.monitor.views.monitor_cells import cells
from classrooms.play.monitor.views.presses import actor_of, minutes_in, table_or_404
from classrooms.play.sessions.queries.absence import Place, held_of
from classrooms.play.sessions.queries.hand_overs import handed_over
from classrooms.play.sessions.services import bots
from classrooms.play.sessions.services.together import table_credit, table_together
from classrooms.play.sessions.views.to_bots import asking, counting, is_until_back, missed_in, named_in
from games.public.base import BadRequest, ServiceError, clock
from games.public.matches import pace
from games.public.models import MESSAGE_LENGTH, person_model
from games.public.steering import Actor
from games.ui import faces

User = person_model()


@require_safe
@for_session(Right.LOOK)
def table(request: HttpRequest, access: SessionAccess, table_id: int) -> HttpResponse:
    """The page of a team: progress, people on its seats, interventions. Staff and observers of the course may
    look; people who run the session have the controls.
    """
    return _page(request, access, table_or_404(access, table_id))


def _page(
    request: HttpRequest, access: SessionAccess, table: SessionTeam, error: str = "", status: int = 200
) -> HttpResponse:
    if table.match is None:
        raise Http404
    now, match = clock.now(), table.match
    row = monitor_row(table, access.play_session, now)
    may_run = access.may(Right.RUN) and not match.is_over
    columns = row.progress.gauges if row.progress else ()
    whose = whose_lines(match, row.roles) if match.has_begun else []
    offered = GIVEN[pace.parse_pace(match.pace).mode]
    lines = seat_lines(row, now)
    holders = list({user.pk: user for line in whose for user in line.given}.values())
    named = [user for line in lines for user in (*(who for who, _seen, _here in line.people), *line.before, *line.kept)]
    tell_apart(access.play_session.course_id, [*holders, *named])
    held = Counter(user.pk for line in lines for user, _seen, _here in line.people)
    context: dict[str, Any] = {
        "access": access,
        "play_session": access.play_session,
        "table": table,
        "match": match,
        "row": row,
        "now": now,
        "gauges": list(zip(columns, cells(row, columns), strict=True)),
        "seats": lines,
        "several": {user for user, number in held.items() if number > 1},
        "candidates": candidates_for(access.play_session, table) if may_run else (),
        "bots": faces.get(match.game).bot_names().items(),
        "may_run": may_run,
        "may_write": access.may(Right.RUN) and access.play_session.status != SessionStatus.ARCHIVED,
        "offered": [(minutes, time_words(minutes)) for minutes in offered],
        "whose": whose,
        "names_absent": access.may(Right.RUN),
        "holders": holders,
        "students": students_of(access.play_session) if access.may(Right.RUN) else (),
        "handed_over": handed_over(access.play_session, table),
        "error": error,
        "typed": request.POST if error else {},
    }
    return render(request, "classrooms/monitor/table.html", context, status=status)


@require_safe
@for_session(Right.LOOK)
def table_look(request: HttpRequest, access: SessionAccess, table_id: int) -> HttpResponse:
    """Redirect to the table itself: from `?seat=` for people who run the session, the public view for observers."""
    match = table_or_404(access, table_id).match
    if match is None:
        raise Http404
    seat = request.GET.get("seat", "")
    query = f"?seat={seat}" if seat.isascii() and seat.isdecimal() and access.may(Right.RUN) else ""
    return redirect(reverse("games:match", args=[match.pk]) + query)


@require_POST
@for_session(Right.RUN)
def table_act(request: HttpRequest, access: SessionAccess, table_id: int, act: str) -> HttpResponse:
    """Do one of ACTS to a team. For people who run sessions. A refused message stays in its field."""
    table = table_or_404(access, table_id)
    if act not in ACTS:
        raise Http404
    try:
        held = _unasked(request, table, act)
        if held:
            return _asking(request, access, table, act, held)
        said = ACTS[act](request, table, actor_of(request))
    except BadRequest as error:
        if act != "message":
            messages.error(request, str(error))
            return onward(request, reverse("classrooms:monitor", args=[access.play_session.pk]))
        words = _("Write something of at most %(most)d characters, without special ones.") % {"most": MESSAGE_LENGTH}
        return _page(request, access, table, words, status=422)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said or _("%(team)s: nothing had to be done.") % {"team": table.name})
        if said and act in ASKED_WHY and not request.POST.get("reason", "").strip():
            messages.info(request, why_words())
    return onward(request, reverse("classrooms:monitor", args=[access.play_session.pk]))


def _unasked(request: HttpRequest, table: SessionTeam, act: str) -> list[Place]:
    """Seats with people that would go to bots and have not been confirmed yet."""
    if act not in ("bot", "bots") or request.POST.get("sure") or table.match is None or table.match.is_over:
        return []
    if act == "bot":
        _bot_in(request, table)
    held = held_of(table)
    return held if act == "bots" else [place for place in held if place[1] == _seat(request)]


def _asking(
    request: HttpRequest, access: SessionAccess, table: SessionTeam, act: str, held: list[Place]
) -> HttpResponse:
    back_url = reverse("classrooms:session-table", args=[access.play_session.pk, table.pk])
    fields = {name: request.POST.get(name, "") for name in ("seat", "bot")} if act == "bot" else {}
    return asking(
        request,
        access,
        held,
        act_url=request.path,
        back_url=back_url,
        whole_team=act == "bots",
        until=True,
        fields=fields,
    )


ASKED_WHY: Final = ("default", "bot", "bots", "person")
"""Actions that change a result and may be urgent: the reason is asked for afterwards."""
Act = Callable[[HttpRequest, SessionTeam, Actor], str]
"""An action that returns its result in words; empty if it changed nothing."""


def _pause(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    done = cockpit.table_pause(session_team_id=table.pk, actor=actor)
    return _("%(team)s is paused: its clocks stand still.") % {"team": table.name} if done else ""


def _resume(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    done = cockpit.table_resume(session_team_id=table.pk, actor=actor)
    return _("%(team)s goes on.") % {"team": table.name} if done else ""


def _extend(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    minutes = minutes_in(request)
    done = cockpit.table_extend(session_team_id=table.pk, minutes=minutes, actor=actor)
    words = {"team": table.name, "time": time_words(minutes)}
    return _("%(team)s was given %(time)s more.") % words if done else ""


def _remind(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    done = cockpit.table_remind(session_team_id=table.pk, seat=number_in(request, "seat", most=62), actor=actor)
    return reminded_words([done]) if done else ""


def _default(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    seat = number_in(request, "seat", most=62)
    places = [place for place in held_of(table) if seat in (None, place[1])]
    missed = missed_in(request, table.session, places, f"excused-{table.pk}-{seat}" if seat is not None else "excused")
    seats = [index for _match, index in missed]
    done = cockpit.table_default(session_team_id=table.pk, seat=seat, actor=actor, missed=seats)
    if any(note.counts for note in done):
        messages.info(request, _("It counts as missed in taking part. Interventions can excuse it."))
    words = ngettext(
        "%(n)d default move was played for %(team)s.", "%(n)d default moves were played for %(team)s.", len(done)
    )
    return words % {"n": len(done), "team": table.name} if done else ""


def _message(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    seat = number_in(request, "seat", most=62)
    text = request.POST.get("text", "")
    done = cockpit.table_message(session_team_id=table.pk, text=text, to_seat=seat, actor=actor)
    if not done:
        return ""
    if seat is None:
        return _("%(team)s can read it.") % {"team": table.name}
    return _("Only the person who holds this seat in %(team)s can read it.") % {"team": table.name}


def _bot(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    seat, bot = _seat(request), _bot_in(request, table)
    back = is_until_back(request) and bool(request.POST.get("sure"))
    actor = _counting(request, table, seat, actor)
    done = cockpit.table_seat_to_bot(session_team_id=table.pk, seat=seat, bot=bot, actor=actor, until_back=back)
    return _("A bot plays this seat in %(team)s now.") % {"team": table.name} if done else ""


def _counting(request: HttpRequest, table: SessionTeam, seat: int, actor: Actor) -> Actor:
    return counting(request, table.session, [place for place in held_of(table) if place[1] == seat], actor)


def _bot_in(request: HttpRequest, table: SessionTeam) -> str:
    """The strength that was chosen; empty for the seat's own. Raises BadRequest for one that the game does not have."""
    bot = request.POST.get("bot", "")
    if bot and table.match is not None and bot not in faces.get(table.match.game).bot_names():
        raise BadRequest(field="bot", reason=bot[:40])
    return bot


def _bots(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    seats = bots.team_to_bots(
        session_id=table.session_id,
        session_team_id=table.pk,
        named=(named := named_in(request)),
        actor=counting(request, table.session, named, actor),
        until_back=is_until_back(request),
    )
    return seats_words(seats) if seats else ""


def _person(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    seat, user = _seat(request), _person_in(request, "user")
    beside = bool(request.POST.get("beside"))
    actor = actor if beside else _counting(request, table, seat, actor)
    done = cockpit.table_seat_to_person(session_team_id=table.pk, seat=seat, user=user, beside=beside, actor=actor)
    words = {"name": user.get_full_name(), "team": table.name}
    return _("%(name)s holds this seat in %(team)s now.") % words if done else ""


def _together(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    user, owner = _person_in(request, "user"), _person_in(request, "with")
    done = table_together(
        session_team_id=table.pk,
        seat=_seat(request),
        user=user,
        owner=owner,
        actor=actor,
        from_start=bool(request.POST.get("from_start")),
    )
    words = {"name": user.get_full_name(), "owner": owner.get_full_name()}
    return _("The moves of %(owner)s in this seat count for %(name)s too.") % words if done else ""


def _credit(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    user, first, last = _person_in(request, "user"), number_in(request, "first"), number_in(request, "last")
    if first is None or last is None or last < first:
        raise BadRequest(field="first", reason=_("give the first and the last number"))
    done = table_credit(session_team_id=table.pk, seat=_seat(request), first=first, last=last, user=user, actor=actor)
    if done is None:
        return ""
    number = len(done.params["moves"])
    words = ngettext("%(n)d move is %(name)s's now.", "%(n)d moves are %(name)s's now.", number)
    return words % {"n": number, "name": user.get_full_name()}


def _person_in(request: HttpRequest, name: str) -> Any:
    user_id = number_in(request, name, most=2**31)
    user = User.objects.filter(pk=user_id).first() if user_id is not None else None
    if user is None:
        raise BadRequest(field=name, reason=_("choose somebody"))
    return user


def _end(request: HttpRequest, table: SessionTeam, actor: Actor) -> str:
    if not request.POST.get("sure"):
        raise BadRequest(field="sure", reason=_("tick the box to end the match"))
    reason_in(actor.reason)
    done = cockpit.table_end(session_team_id=table.pk, actor=actor)
    return (
        _("The match of %(team)s is ended without a result. Its record stays.") % {"team": table.name} if done else ""
    )


def _seat(request: HttpRequest) -> int:
    seat = number_in(request, "seat", most=62)
    if seat is None:
        raise BadRequest(field="seat", reason="")
    return seat


ACTS: Final[dict[str, Act]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "remind": _remind,
    "default": _default,
    "message": _message,
    "bot": _bot,
    "bots": _bots,
    "person": _person,
    "together": _together,
    "credit": _credit,
    "end": _end,
}
