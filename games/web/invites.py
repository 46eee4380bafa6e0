"""Personal links: to a seat, back to one's own matches, and out of the mails."""

from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.models import SeatAsk, SeatInvite
from games.models.people import person_model
from games.platform import hooks
from games.platform.addresses import full_url
from games.platform.errors import BadRequest, SeatTaken, ServiceError
from games.platform.persons import enter
from games.platform.selectors.position import scenario_of
from games.platform.services.guests import guest_by_token, guest_create, return_token
from games.platform.services.holders import invite_find, invite_used
from games.platform.services.interventions import Actor
from games.platform.services.seat_claims import invite_accept
from games.platform.work.mail import unsubscribe_user
from games.ui import faces
from games.web.page import match_title


@never_cache
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation to a seat. POST accepts it; a visitor without an account enters a name and gets a
    personal link to come back.
    """
    try:
        found = invite_find(token)
    except SeatTaken:
        return _closed(request, token)
    context = _context(found)
    if request.method != "POST":
        return render(request, "games/invite.html", context)
    user, is_new = request.user, False
    if not user.is_authenticated:
        try:
            user, is_new = guest_create(display_name=request.POST.get("name", "")), True
        except BadRequest:
            error = _("Write the name that the others will see, at most 80 characters.")
            return render(request, "games/invite.html", context | {"error": error}, status=422)
    try:
        ask = invite_accept(token=token, actor=Actor(user))
    except SeatTaken:
        if is_new:
            user.delete()
        return _closed(request, token)
    except ServiceError as refused:
        return render(request, "games/invite.html", context | {"refused": str(refused)}, status=refused.status)
    if is_new:
        enter(request, user)  # new: nothing is asked
        return render(request, "games/welcome.html", context | {"link": return_url(request, user), "ask": ask})
    if ask is not None:
        return redirect("games:invite", token)
    return redirect(f"{reverse('games:match', args=[found.seat.match_id])}?seat={found.seat.index}")


def _context(found: SeatInvite) -> dict[str, Any]:
    match = found.seat.match
    face = faces.get(match.game)
    scenario = scenario_of(match)
    return {
        "invite": found,
        "match": match,
        "face": face,
        "match_title": match_title(match),
        "is_titled": bool(match.title or match.team_name),
        "scenario_name": face.words.scenario(scenario),
        "role": face.words.roles(scenario)[found.seat.index],
    }


def _closed(request: HttpRequest, token: str) -> HttpResponse:
    """The answer to a used link. Its user is led to the table, or reads that the request is still open. Any other
    visitor reads that the link is used.
    """
    used = invite_used(token=token, user=request.user) if request.user.is_authenticated else None
    ask = used.seat.asks.filter(user=request.user.pk).last() if used is not None else None
    if used is not None and (ask is None or ask.answer == SeatAsk.Answer.ACCEPTED):
        return redirect("games:match", used.seat.match_id)
    if used is not None and ask is not None and not ask.answer:
        return render(request, "games/invite_waiting.html", _context(used) | {"ask": ask})
    return render(request, "games/invite_closed.html", status=410)


def return_url(request: HttpRequest, user: Any) -> str:
    """A guest's absolute personal link."""
    return full_url(request, "games:return", return_token(user))


@never_cache
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    """Sign a guest in by the personal link, after a click on a button: previews of links must not sign in."""
    try:
        guest = guest_by_token(token)
    except SeatTaken:
        return render(request, "games/invite_closed.html", status=410)
    if request.method == "POST":
        entrance = hooks.entrance(guest)
        return enter(request, guest, onward=entrance) or redirect(entrance)
    return render(request, "games/come_back.html", {"guest": guest})


@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails to a person, after a click on a button."""
    try:
        user = person_model().objects.filter(pk=unsubscribe_user(token)).first()
    except (signing.BadSignature, ValueError, TypeError):
        raise Http404 from None
    if user is None:
        raise Http404
    if request.method == "POST":
        user.mail_notifications = False
        user.save(update_fields=["mail_notifications"])
        messages.success(request, _("No more mails. You can turn them on again under Account, Notifications."))
        return redirect("classrooms:landing")
    return render(request, "games/unsubscribe.html", {"person": user})
