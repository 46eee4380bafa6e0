"""Several students at one screen: who holds a seat says who plays beside them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from classrooms.access.permissions import Right, SessionAccess
from classrooms.access.session_guards import for_session
from classrooms.access.throttling import may_go_on
from classrooms.sessions.queries.set_up import roles_of, seats_held
from classrooms.sessions.services.together import partners_for, play_together
from games.errors import ServiceError
from games.services.interventions import Press

TRIES = 10
TRIES_SECONDS = 600


class PartnerForm(forms.Form):
    """Who sits beside, and what shows that they do."""

    partner = forms.ChoiceField(label=gettext_lazy("Who plays with you?"))
    proof = forms.CharField(
        label=gettext_lazy("Their password, student number or e-mail address"),
        help_text=gettext_lazy("They type it themselves. Leave it empty only if they have none of these here."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        required=False,
        max_length=200,
        strip=False,
    )

    def __init__(self, data: Any = None, *, people: list[Any]) -> None:
        super().__init__(data)
        choices = [("", _("choose")), *((str(user.pk), user.get_full_name()) for user in people)]
        self.fields["partner"].choices = choices  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.PLAY)
def session_together(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Say who plays at this screen too. For students who hold a seat while the session is open or runs."""
    play_session = access.play_session
    held = seats_held(access.user.pk, play_session)
    if not held:
        messages.error(request, _("Take a seat first: then others can play at your screen."))
        return redirect("classrooms:session", play_session.pk)
    people = partners_for(play_session, access.user)
    form = PartnerForm(request.POST if request.method == "POST" else None, people=people)
    if request.method == "POST" and form.is_valid():
        partner = next(user for user in people if str(user.pk) == form.cleaned_data["partner"])
        try:
            if not may_go_on(f"together:{access.user.pk}", limit=TRIES, seconds=TRIES_SECONDS):
                form.add_error(None, _("Too many tries. Wait ten minutes, or ask your instructor."))
            else:
                play_together(
                    session_id=play_session.pk,
                    owner=access.user,
                    partner=partner,
                    proof=form.cleaned_data["proof"],
                    press=Press(access.user),
                )
        except ServiceError as error:
            form.add_error("proof", str(error))
        if not form.errors:
            messages.success(request, _("%(name)s plays with you.") % {"name": partner.get_full_name()})
            return redirect("classrooms:session-together", play_session.pk)
    roles = roles_of(play_session)
    context = {
        "access": access,
        "play_session": play_session,
        "form": form,
        "people": people,
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
