"""Preparing a session: five steps and a review. Each step is saved before the next one opens, so that no input is
lost.
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from classrooms import hooks
from classrooms.models import Deal, SeatPlan, Session, SessionStatus
from classrooms.people.access.guards import UPLOAD_LIMIT, for_members
from classrooms.people.access.permissions import CourseAccess, Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.forms.pace import PaceStep
from classrooms.play.sessions.forms.seats import BOTS, PLAN, SHARE, THEMSELVES, TablesStep
from classrooms.play.sessions.forms.steps import GameStep, LateStep, LuckStep
from classrooms.play.sessions.queries.end_words import end_words
from classrooms.play.sessions.queries.pace_words import pace_examples
from classrooms.play.sessions.queries.sessions import reusable_sessions
from classrooms.play.sessions.queries.set_up import own_scenario_words, pace_of, roles_of, scenario_of
from classrooms.play.sessions.queries.tables import extra_times_of, table_lines
from classrooms.play.sessions.services.drafts import LAST_STEP
from classrooms.play.sessions.services.proposing import deal_default
from classrooms.play.sessions.views.review import review_context
from games.engine.errors import RulesError
from games.public.base import ServiceError, clock, view_options
from games.ui import faces
from games.ui.faces import Face, all_faces
from games.ui.help import has_lesson_plan

EARLIER_SHOWN = 12
STEP_NAMES = {
    1: gettext_lazy("Game and options"),
    2: gettext_lazy("Teams and seats"),
    3: gettext_lazy("Time"),
    4: gettext_lazy("Late answers"),
    5: gettext_lazy("Luck, bots, joining"),
    6: gettext_lazy("Review"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@for_members(Right.MANAGE)
def session_new(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Choose a game (`?game=`) and name the session, which creates the draft. Instructors of the course may."""
    games = all_faces()
    key = request.POST.get("game") or request.GET.get("game") or (games[0].game.key if len(games) == 1 else "")
    context: dict[str, Any] = {
        "access": access,
        "games": games,
        "earlier": reusable_sessions(request.user, access.course, EARLIER_SHOWN),
    }
    if not key:
        context["cards"] = [(face, face.players(), has_lesson_plan(face.game.key)) for face in games]
        return render(request, "classrooms/sessions/choose_game.html", context)
    face = _face_or_404(key)
    number = access.course.sessions.count() + 1
    initial = {"title": _("Session %(number)d") % {"number": number}, "options": dict(face.graded_options)}
    own = hooks.own_scenarios(request.user, face.game.key)
    form = GameStep(_data(request), face=face, initial=initial, own=own)
    if request.method == "POST" and form.is_valid():
        try:
            made = sessions.session_create(
                course=access.course, by=request.user, game=face.game.key, step=2, **_game_changes(request, face, form)
            )
        except (ServiceError, RulesError) as error:
            _refuse(form, face, error)
        else:
            return redirect("classrooms:session-step", made.pk, 2)
    context |= {
        "form": form,
        "face": face,
        "steps": _steps(None, 1),
        "number": 1,
        "advice_url": _advice_url(face),
    }
    return render(request, "classrooms/sessions/step_game.html", context, status=422 if form.errors else 200)


@view_options(body_limit=UPLOAD_LIMIT)
@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.MANAGE)
def session_step(request: HttpRequest, access: SessionAccess, number: int) -> HttpResponse:
    """One step of a draft. POST saves it and goes to the step named by `to`, or the next. Instructors of the course
    may.
    """
    play_session = access.play_session
    if number not in STEP_NAMES:
        raise Http404
    if play_session.status != SessionStatus.DRAFT:
        return redirect("classrooms:session-edit", play_session.pk)
    if number == LAST_STEP:
        return _review(request, access)
    face = _face_for(request, play_session, number)
    make, save, more = STEPS[number]
    form = make(request, play_session, face)
    refused = request.method == "POST" and not form.is_valid()
    for note in getattr(form, "calendar_notes", ()):
        messages.warning(request, note)
    if number == PACE_STEP and "preview" in request.POST and not refused:
        form = form.as_preview()
    elif request.method == "POST" and form.is_valid():
        try:
            save(request, play_session, face, form)
        except (ServiceError, RulesError) as error:
            _refuse(form, face, error)
            refused = True
        else:
            return _onward(request, play_session, number)
    context = {
        "access": access,
        "face": face,
        "form": form,
        "steps": _steps(play_session, number),
        "number": number,
        "advice_url": _advice_url(face),
        **more(play_session, form),
    }
    template = f"classrooms/sessions/step_{TEMPLATES[number]}.html"
    return render(request, template, context, status=422 if refused else 200)


def _advice_url(face: Face) -> str:
    """The address of the game's help on its choices; empty if it has none."""
    page, _hash, anchor = face.advice.partition("#")
    return f"{reverse('games:rules-page', args=[face.game.key, page])}#{anchor}" if page else ""


def _onward(request: HttpRequest, play_session: Session, number: int) -> HttpResponse:
    """Store the progress of the draft, and redirect to the target of the pressed button."""
    wanted = request.POST.get("to", "")
    to = int(wanted) if wanted in map(str, STEP_NAMES) else number + 1
    if "propose" in request.POST:
        to = number
    reached = max(play_session.step, number + 1, to)
    if reached != play_session.step:
        sessions.session_update(session_id=play_session.pk, step=min(reached, LAST_STEP))
    if to == LAST_STEP:
        hooks.REVIEWED.all(Session.objects.get(pk=play_session.pk))
    return redirect(
        reverse("classrooms:session-step", args=[play_session.pk, to]) + ("#tables" if to == number else "")
    )


def _review(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    context = {
        "access": access,
        "steps": _steps(access.play_session, LAST_STEP),
        "number": LAST_STEP,
        "panels": hooks.REVIEW_PANELS.all(access.play_session),
        **review_context(access.play_session, now=clock.now()),
    }
    return render(request, "classrooms/sessions/step_review.html", context)


def _steps(play_session: Session | None, current: int) -> list[dict[str, Any]]:
    """The list of steps; visited steps are links."""
    reached = play_session.step if play_session is not None else 1
    return [
        {"number": number, "name": name, "current": number == current, "open": number <= max(reached, current)}
        for number, name in STEP_NAMES.items()
    ]


def _face_or_404(key: str) -> Face:
    try:
        return faces.get(key)
    except LookupError:
        raise Http404 from None


def _face_for(request: HttpRequest, play_session: Session, number: int) -> Face:
    """The game of the draft; in the first step the game being chosen."""
    chosen = (request.POST.get("game") or request.GET.get("game")) if number == 1 else ""
    return _face_or_404(chosen or play_session.game)


def _refuse(form: forms.Form, face: Face, error: ServiceError | RulesError) -> None:
    """Show an error of the services or rules above the form."""
    form.add_error(None, str(face.refusal(None, error)) if isinstance(error, RulesError) else str(error))


def _data(request: HttpRequest) -> Any:
    """The posted form; None for a page that is only read."""
    return request.POST if request.method == "POST" else None


def _game_form(request: HttpRequest, play_session: Session, face: Face) -> GameStep:
    data = _data(request)
    same = face.game.key == play_session.game
    initial: dict[str, Any] = {"title": play_session.title}
    if same:
        initial |= {"scenario": play_session.scenario_key, "options": play_session.options}
    kept = own_scenario_words(play_session) if same and play_session.scenario else ""
    own = hooks.own_scenarios(request.user, face.game.key)
    return GameStep(data, face=face, initial=initial, own_scenario=kept, own=own)


def _save_game(request: HttpRequest, play_session: Session, face: Face, form: GameStep) -> None:
    changes = _game_changes(request, face, form)
    sessions.session_update(session_id=play_session.pk, game=face.game.key, **changes)


def _game_changes(request: HttpRequest, face: Face, form: GameStep) -> dict[str, Any]:
    """The changes of the first step, with the scenario of the person's own if one is chosen."""
    own = hooks.own_scenario(request.user, face.game.key, form.chosen_own) if form.chosen_own else {}
    return form.changes() | dict(own)


def _tables_form(request: HttpRequest, play_session: Session, face: Face) -> TablesStep:
    """The initial tables: all teams, or, in a course without teams, enough tables for its students."""
    data = _data(request)
    tables = list(play_session.session_teams.all())
    teams = list(play_session.course.teams.order_by("name"))
    planned = SeatPlan.objects.filter(session_team__in=tables).exists()
    initial: dict[str, Any] = {
        "spare": SHARE if play_session.shares_roles else BOTS,
        "deal": play_session.deal or deal_default(play_session),
        "seed": play_session.deal_seed,
    }
    if tables:
        initial["teams"] = [table.team_id for table in tables if table.team_id]
        initial["others"] = sum(1 for table in tables if table.team_id is None)
    else:
        initial["teams"] = [team.pk for team in teams]
        initial["others"] = 0 if teams else _tables_to_fill(play_session)
    initial["seating"] = PLAN if planned or (teams and not tables) else THEMSELVES
    return TablesStep(data, teams=play_session.course.teams.order_by("name"), initial=initial)


def _tables_to_fill(play_session: Session) -> int:
    students = play_session.course.enrolments.filter(role="student", left_at__isnull=True).count()
    return max(1, -(-students // len(roles_of(play_session))))


def _save_tables(request: HttpRequest, play_session: Session, face: Face, form: TablesStep) -> None:
    """Save the tables, then the plans: new ones for tables without any; for all tables if requested or if the
    assignment changed.
    """
    given = form.cleaned_data
    deal = Deal(given["deal"] or form.initial["deal"])
    seed = given["seed"].strip() if given["seed"].strip() != play_session.deal_seed else ""
    otherwise = (deal, given["spare"]) != (form.initial["deal"], form.initial["spare"]) or bool(seed)
    sessions.tables_choose(session_id=play_session.pk, teams=list(given["teams"]), others=given["others"])
    if given["seating"] == THEMSELVES:
        sessions.plans_clear(session_id=play_session.pk)
        return
    anew = "propose" in request.POST or otherwise
    share = given["spare"] == SHARE
    sessions.plans_propose(session_id=play_session.pk, share=share, deal=deal, seed=seed, only_empty=not anew)
    if anew:
        messages.success(request, _("The roles are dealt anew."))


def _save(request: HttpRequest, play_session: Session, face: Face, form: Any) -> None:
    sessions.session_update(session_id=play_session.pk, **form.changes())


def _luck_form(request: HttpRequest, play_session: Session, face: Face) -> LuckStep:
    data = _data(request)
    can_forecast = bool(face.progress.forecastables(scenario_of(play_session)))
    return LuckStep(data, play_session=play_session, face=face, can_forecast=can_forecast)


def _nothing(play_session: Session, form: Any) -> dict[str, Any]:
    return {}


def _tables_more(play_session: Session, form: Any) -> dict[str, Any]:
    return {"lines": table_lines(play_session), "seats": len(roles_of(play_session))}


def _pace_form(request: HttpRequest, play_session: Session, face: Face) -> PaceStep:
    data = _data(request)
    return PaceStep(data, request.FILES, play_session=play_session)


def _pace_more(play_session: Session, form: PaceStep) -> dict[str, Any]:
    """The meaning of the chosen pace, saved or not; empty while the form is invalid."""
    extras = extra_times_of(play_session)
    context = {"extras": extras, "zone": form.zone.key}
    if form.is_bound and not form.is_valid():
        return context
    given = form.cleaned_data if form.is_bound else None
    limits = form.pace() if form.is_bound else pace_of(play_session)
    told = end_words(
        play_session,
        limits,
        starts_at=given["starts_at"] if given else play_session.starts_at,
        debrief_at=given["debrief_at"] if given else play_session.debrief_at,
        now=clock.now(),
        extra=form.extra,
        ends_by=given["ends_by"] if given and given["mode"] == "async" else None,
    )
    return context | {"examples": pace_examples(limits, clock.now(), extras[:5]), "ends": told}


@require_safe
@for_session(Right.MANAGE)
def pace_example(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The meaning of the pace being chosen and, with `?fields=1`, its fields; nothing is saved. Instructors of the
    course may.
    """
    form = PaceStep(request.GET, play_session=access.play_session)
    context = {"access": access, "form": form, "previews": True, **_pace_more(access.play_session, form)}
    part = "pace_fields_live" if request.GET.get("fields") else "pace_example"
    return render(request, f"classrooms/sessions/{part}.html", context)


Make = Callable[[HttpRequest, Session, Face], Any]
"""A function of the request, the draft and the game."""
Save = Callable[[HttpRequest, Session, Face, Any], None]
More = Callable[[Session, Any], dict[str, Any]]

STEPS: dict[int, tuple[Make, Save, More]] = {
    1: (_game_form, _save_game, lambda play_session, form: {"games": all_faces()}),
    2: (_tables_form, _save_tables, _tables_more),
    3: (_pace_form, _save, _pace_more),
    4: (
        lambda request, play_session, face: LateStep(
            _data(request), initial={"late_policy": play_session.late_policy, "unfinished": play_session.unfinished}
        ),
        _save,
        _nothing,
    ),
    5: (_luck_form, _save, _nothing),
}
PACE_STEP = 3
TEMPLATES = {1: "game", 2: "tables", 3: "pace", 4: "late", 5: "luck"}
