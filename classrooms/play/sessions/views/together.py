"""Several students at one screen: the holder of a seat names the people beside them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.people.access.throttling import may_go_on
from classrooms.play.sessions.queries.joining import is_open_to
from classrooms.play.sessions.queries.set_up import roles_of, seats_held
from classrooms.play.sessions.services.together import may_join_seats, partners_for, play_together, play_together_new
from games.public.base import ServiceError
from games.public.pages import return_url
from games.public.people import NAME_LENGTH
from games.public.steering import Actor
from games.ui.names import NameField

TRIES = 10
TRIES_SECONDS = 600


class PartnerForm(forms.Form):
    """The person at the same screen, and the proof of their presence."""

    partner = forms.ChoiceField(label=gettext_lazy("Who plays with you?"), required=False)
    proof = forms.CharField(
        label=gettext_lazy("Their password, student number or e-mail address"),
        help_text=gettext_lazy("They type it themselves. Leave it empty only if they have none of these here."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        required=False,
        max_length=200,
        strip=False,
    )

    new_name = NameField(label=gettext_lazy("Or somebody new, with this name"), required=False, max_length=NAME_LENGTH)

    def __init__(self, data: Any = None, *, may_bring: bool, people: list[Any]) -> None:
        super().__init__(data)
        choices = [("", _("choose")), *((str(user.pk), user.called) for user in people)]
        self.fields["partner"].choices = choices  # type: ignore[attr-defined]
        if not may_bring:
            del self.fields["new_name"]

    def clean(self) -> dict[str, Any]:
        """Either a partner or a new name must be given."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not given.get("partner") and not given.get("new_name"):
            self.add_error("partner", _("Choose who plays with you."))
        return given


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.PLAY)
def session_together(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Name a person at this screen. For students who hold a seat while the session is open or runs."""
    play_session = access.play_session
    held = seats_held(access.user.pk, play_session)
    if not held:
        messages.error(request, _("Take a seat first: then others can play at your screen."))
        return redirect("classrooms:session", play_session.pk)
    people = partners_for(play_session, access.user)
    data = request.POST if request.method == "POST" else None
    form = PartnerForm(data, people=people, may_bring=is_open_to(play_session))
    if request.method == "POST" and form.is_valid():
        if not may_go_on(f"together:{access.user.pk}", limit=TRIES, seconds=TRIES_SECONDS):
            form.add_error(None, _("Too many tries. Wait ten minutes, or ask your instructor."))
        elif (said := _seated(request, access, form, people)) is not None:
            messages.success(request, said)
            return redirect("classrooms:session-together", play_session.pk)
    roles = roles_of(play_session)
    context = {
        "access": access,
        "play_session": play_session,
        "form": form,
        "people": people,
        "joins_seats": any(may_join_seats(row.seat.match) for row in held),
        "mine": [roles[row.seat.index] for row in held],
        "beside": sorted(
            {
                each.user.get_full_name()
                for row in held
                for each in row.seat.holders.filter(released_at__isnull=True).select_related("user")
                if each.user_id != access.user.pk and access.user.pk in (each.together_with_id, row.together_with_id)
            }
        ),
    }
    return render(request, "classrooms/sessions/together.html", context, status=422 if form.errors else 200)


def _seated(request: HttpRequest, access: SessionAccess, form: PartnerForm, people: list[Any]) -> str | None:
    """Seat the chosen or named person and report it; None with the reason on the form."""
    given, actor = form.cleaned_data, Actor(access.user)
    partner = next((user for user in people if str(user.pk) == given["partner"]), None)
    try:
        if partner is None:
            guest = play_together_new(
                session_id=access.play_session.pk, owner=access.user, display_name=given["new_name"], actor=actor
            )
            words = {"name": guest.get_full_name(), "link": return_url(request, guest)}
            return _("%(name)s plays with you. Their personal link, for them alone: %(link)s") % words
        play_together(
            session_id=access.play_session.pk, owner=access.user, partner=partner, proof=given["proof"], actor=actor
        )
    except ServiceError as error:
        form.add_error("proof" if partner is not None else "new_name", str(error))
        return None
    return _("%(name)s plays with you.") % {"name": partner.called}
