"""Mail to teams: written, shown as its first reader gets it, sent; and the mails that were sent."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classrooms.models import SessionStatus, TeamMail
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.forms import TeamMailForm
from classrooms.play.monitor.mail_words import filled
from classrooms.play.monitor.queries.mails import (
    MailReach,
    awaited_people,
    mail_lines,
    mail_reach,
    quiet_until,
    values_for,
)
from classrooms.play.monitor.services.mails import NoReceivers, team_mail_send
from classrooms.play.monitor.views.presses import actor_of
from games.public.base import ServiceError, clock
from games.public.pages import when
from games.ui.one_line import one_line


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_mails(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The form and the mails so far. POST shows a preview; with `send` it sends a mail that was shown like this. For
    people who run sessions. A draft has no teams yet.
    """
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session", play_session.pk)
    if request.method != "POST":
        return _page(request, access, TeamMailForm(play_session))
    form = TeamMailForm(play_session, request.POST)
    if not form.is_valid():
        return _page(request, access, form)
    if "send" not in request.POST or request.POST.get("seen") != form.digest:
        return _preview(request, access, form)
    try:
        mail = team_mail_send(session_id=play_session.pk, actor=actor_of(request), **form.values())
    except ServiceError as refused:
        form.add_error(None, str(refused))
        return _page(request, access, form)
    messages.success(request, _sent_words(mail) if mail else _("This mail was sent before. It is not sent twice."))
    return redirect("classrooms:session-mails", play_session.pk)


def _sent_words(mail: TeamMail) -> str:
    number, until = mail.copies.count(), quiet_until(mail.session, mail.created_at)
    if until is None:
        return ngettext("The mail goes to %(n)d person.", "The mail goes to %(n)d people.", number) % {"n": number}
    words = ngettext(
        "The mail goes to %(n)d person after the quiet hours: %(at)s.",
        "The mail goes to %(n)d people after the quiet hours: %(at)s.",
        number,
    )
    return words % {"n": number, "at": when(until)}


def _preview(request: HttpRequest, access: SessionAccess, form: TeamMailForm) -> HttpResponse:
    """The page with the mail as its first reader gets it, or with the reason why nobody gets it."""
    mail = form.values()
    reach = mail_reach(access.play_session, mail["to"], mail["tables"], clock.now())
    if not reach.reached:
        form.add_error(None, str(NoReceivers()))
        return _page(request, access, form, reach=reach)
    first = reach.reached[0]
    values = values_for(access.play_session, first)
    preview = {
        "first": first,
        "subject": one_line(filled(mail["subject"], values)),
        "text": filled(mail["text"], values),
        "is_changed": "send" in request.POST and "seen" in request.POST,
    }
    return _page(request, access, form, reach=reach, preview=preview)


def _page(
    request: HttpRequest,
    access: SessionAccess,
    form: TeamMailForm,
    reach: MailReach | None = None,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    play_session, now = access.play_session, clock.now()
    context = {
        "access": access,
        "play_session": play_session,
        "form": form,
        "reach": reach,
        "preview": preview,
        "awaited": awaited_people(play_session),
        "until": quiet_until(play_session, now),
        "lines": mail_lines(play_session, now),
        "may_send": play_session.status != SessionStatus.ARCHIVED,
    }
    return render(request, "classrooms/monitor/mails.html", context, status=422 if form.errors else 200)
