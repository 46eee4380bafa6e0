"""Start of a match: game, scenario, seats, options, pace and luck."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.engine.errors import RulesError
from games.models import Match
from games.platform.errors import ServiceError
from games.platform.pace import Pace
from games.platform.services.again import match_again
from games.platform.services.holders import invite_create, seat_set_bot
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_create, match_start
from games.platform.services.seat_claims import seat_take
from games.ui import faces
from games.ui.faces import Face, all_faces
from games.ui.names import NameField
from games.ui.option_forms import options_form
from games.web.help import face_or_404
from games.web.opening import open_for

ME, INVITE, BOT = "me", "invite", "bot:"


class StartForm(forms.Form):
    """The questions of every game before a match. The seats' fields are made from the scenario's roles."""

    scenario = forms.ChoiceField(label=_("Scenario"))
    title = NameField(label=_("Name of this match"), max_length=120, required=False)
    mode = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            ("free", _("Without deadlines")),
            ("live", _("Live: minutes for each decision")),
            ("async", _("Over several days: hours for each decision")),
        ],
        initial="free",
        widget=forms.RadioSelect,
    )
    minutes = forms.IntegerField(label=_("Minutes, if live"), min_value=1, max_value=120, initial=3, required=False)
    hours = forms.IntegerField(
        label=_("Hours, over several days"), min_value=1, max_value=720, initial=24, required=False
    )
    quiet = forms.BooleanField(label=_("No clock from 22:00 to 8:00 and at weekends"), required=False, initial=True)
    undo = forms.BooleanField(
        label=_("Decisions can be taken back"),
        help_text=_("For 10 seconds, as long as nobody else has seen them and they uncovered nothing."),
        required=False,
        initial=True,
    )
    seed_text = forms.CharField(
        label=_("A word for the luck"),
        help_text=_(
            "Empty: chance decides. A word of yours is mixed with a secret of the site, so nobody can guess the cards."
        ),
        max_length=120,
        required=False,
    )

    def __init__(self, data: Any, *, face: Face, scenario_key: str) -> None:
        super().__init__(data)
        self.face = face
        self.fields["scenario"].choices = list(face.scenario_names().items())  # type: ignore[attr-defined]
        self.fields["scenario"].initial = scenario_key
        self.roles = face.words.roles(face.game.rules.load_scenario(face.game.scenarios[scenario_key]))
        bots = [(f"{BOT}{key}", _("Bot, %(name)s") % {"name": name}) for key, name in face.bot_names().items()]
        choices = [(ME, _("I play")), *bots, (INVITE, _("I invite somebody"))]
        for index, role in enumerate(self.roles):
            self.fields[f"seat-{index}"] = forms.ChoiceField(
                label=role.name, choices=choices, initial=ME if index == 0 else f"{BOT}{face.game.usual_bot}"
            )

    def seat_fields(self) -> list[tuple[Any, forms.BoundField]]:
        return [(role, self[f"seat-{index}"]) for index, role in enumerate(self.roles)]

    def seats(self) -> list[str]:
        return [self.cleaned_data[f"seat-{index}"] for index in range(len(self.roles))]

    def pace(self) -> Pace:
        given = self.cleaned_data
        quiet = (22, 8) if given["quiet"] else (0, 0)
        return Pace(
            mode=given["mode"],
            minutes=given["minutes"] or 3,
            hours=given["hours"] or 24,
            quiet_from=quiet[0],
            quiet_to=quiet[1],
            weekends=given["quiet"],
        )

    def clean_seed_text(self) -> str:
        return _printable(self.cleaned_data["seed_text"])


def _printable(text: str) -> str:
    if not text.isprintable():
        raise forms.ValidationError(_("Write one line without special characters."))
    return text


@login_required
def start(request: HttpRequest, game: str = "") -> HttpResponse:
    """Choose a game, or go straight to the form if there is one game only. POST makes the match."""
    games = all_faces()
    if not game and len(games) != 1:
        return render(request, "games/start_games.html", {"games": [(face, face.players()) for face in games]})
    face = face_or_404(game) if game else games[0]
    keys = list(face.game.scenarios)
    if not keys:
        raise Http404
    data = request.POST if request.method == "POST" else None
    wanted = (request.POST if data is not None else request.GET).get("scenario", "")
    scenario_key = wanted if wanted in keys else keys[0]
    form = StartForm(data, face=face, scenario_key=scenario_key)
    options = options_form(face, data)
    if data is not None and form.is_valid() and options.is_valid():
        match = _made(request, face, form, options)
        if match is not None:
            return redirect("games:match", match.pk)
    context = {"face": face, "form": form, "options": options, "several_scenarios": len(keys) > 1}
    refused = bool(form.errors or options.errors)
    return render(request, "games/start.html", context, status=422 if refused else 200)


def _made(request: HttpRequest, face: Face, form: StartForm, options: Any) -> Match | None:
    """The match, started unless somebody is invited. None if the rules refuse; the form then shows the reason."""
    try:
        return _make(request.user, face, form, options)
    except RulesError as error:
        form.add_error(None, face.refusal(None, error))
    except ServiceError as error:
        form.add_error(None, str(error))
    return None


@transaction.atomic
def _make(user: Any, face: Face, form: StartForm, options: Any) -> Match:
    given = form.cleaned_data
    match = match_create(
        game=face.game.key,
        roles=[role.id for role in form.roles],
        by=user,
        scenario_key=given["scenario"],
        options=options.to_options(),
        title=given["title"],
        pace_of_match=form.pace(),
        undo=given["undo"],
        seed_text=given["seed_text"],
    )
    for index, choice in enumerate(form.seats()):
        if choice == ME:
            seat_take(match_id=match.pk, seat=index, actor=Actor(user))
        elif choice == INVITE:
            invite_create(seat=match.seats.get(index=index), by=user)
        else:
            seat_set_bot(match_id=match.pk, seat=index, bot=choice.removeprefix(BOT))
    if INVITE not in form.seats():
        match_start(match_id=match.pk)
    return match


@require_POST
def again(request: HttpRequest, match_id: int) -> HttpResponse:
    """The same table once more, with new luck or with `luck=same`."""
    access = open_for(request, match_id).access
    try:
        access.check_steward()
        new = match_again(match_id=match_id, by=request.user, same_luck=request.POST.get("luck") == "same")
    except (ServiceError, RulesError) as error:
        face = faces.get(access.match.game)
        messages.error(request, str(error) if isinstance(error, ServiceError) else face.refusal(None, error))
        return redirect("games:match", match_id)
    return redirect("games:match", new.pk)
