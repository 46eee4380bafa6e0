"""Teams of a course: by hand, and by lot with a preview."""

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import Course, Team, User
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.forms import LotForm
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.people.class_lists.queries import teams_of
from classrooms.people.class_lists.services.teams import students_move, team_create, team_delete, team_rename
from classrooms.people.class_lists.services.teams_lot import Lot, LotChanged, Wish, lot_apply, lot_draw, new_seed
from classrooms.people.class_lists.services.teams_rules import BadRule
from classrooms.people.class_lists.views.frame import head
from games.public.base import BadRequest, ServiceError
from games.ui.sentences import listed_with_and

PER_PAGE: Final = 24
"""The greatest number of teams on a page: each member can be put into any team, which is a long list."""


@require_safe
@for_members(Right.LOOK)
def teams(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Teams with their members, page by page, and students without a team. Staff of the course may look; instructors
    may change them.
    """
    lines, rest = teams_of(access.course)
    sizes = sorted({len(line.members) for line in lines if line.members})
    # Once for the whole page: 300 lists of 50 teams would take longer than all the rest.
    options = format_html_join("", '<option value="{}">{}</option>', ((line.team.pk, line.team.name) for line in lines))
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    context = head(request, access) | {"lines": lines, "page": page, "rest": rest, "sizes": sizes, "options": options}
    return render(request, "classrooms/class_lists/teams.html", context)


def _back(access: CourseAccess, anchor: str) -> HttpResponse:
    """To the part `anchor` of the teams, on the page of a team."""
    anchors = [f"team-{line.team.pk}" for line in teams_of(access.course)[0]]
    number = anchors.index(anchor) // PER_PAGE + 1 if anchor in anchors else 1
    page = f"?page={number}" if number > 1 else ""
    return redirect(f"{reverse('classrooms:course-teams', args=[access.course.pk])}{page}#{anchor}")


@require_POST
@for_members(Right.MANAGE)
def team_new(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """An empty team, by its name or the next number. For instructors of the course."""
    try:
        team = team_create(course=access.course, name=request.POST.get("name", ""))
    except ServiceError as refused:
        messages.error(request, str(refused))
        return _back(access, "new-team")
    messages.success(request, _("%(name)s is there.") % {"name": team.name})
    return _back(access, f"team-{team.pk}")


@require_POST
@for_members(Right.MANAGE)
def team_change(request: HttpRequest, access: CourseAccess, team_id: int) -> HttpResponse:
    """Rename or delete a team (`action`). For instructors of the course."""
    team = get_object_or_404(Team, pk=team_id, course=access.course)
    action = request.POST.get("action", "")
    try:
        if action == "rename":
            team_rename(team=team, name=request.POST.get("name", ""))
        elif action == "delete":
            team_delete(team=team)
            messages.success(request, _("%(name)s is gone. Its members have no team now.") % {"name": team.name})
        else:
            raise Http404
    except ServiceError as refused:
        messages.error(request, str(refused))
    return _back(access, f"team-{team_id}" if action == "rename" else "teams")


@require_POST
@for_members(Right.MANAGE)
def team_moves(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Put students into other teams: `to-<person>` names the team, or "none" for no team; an empty value changes
    nothing. For instructors of the course.
    """
    moved, last = 0, ""
    try:
        for target, people in _wanted(request.POST).items():
            team = None if target == "none" else get_object_or_404(Team, pk=int(target), course=access.course)
            moved += students_move(course=access.course, team=team, user_ids=people)
            last = "rest" if team is None else f"team-{team.pk}"
    except ServiceError as refused:
        messages.error(request, str(refused))
    if moved:
        said = ngettext("%(number)d student was moved.", "%(number)d students were moved.", moved)
        messages.success(request, said % {"number": moved})
    anchor = request.POST.get("from", "")
    return _back(access, anchor if anchor.replace("-", "").isalnum() else last or "teams")


def _wanted(post: QueryDict) -> dict[str, list[int]]:
    """People by their new team. Raises BadRequest for a value that is neither a team nor "none"."""
    found: dict[str, list[int]] = {}
    for name, value in post.items():
        person = name.removeprefix("to-")
        if person == name or not value:
            continue
        if not _is_number(person) or (value != "none" and not _is_number(value)):
            raise BadRequest(field="team", reason=str(value)[:40])
        found.setdefault(str(value), []).append(int(person))
    return found


def _is_number(text: Any) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= 12


@for_members(Right.MANAGE)
def lot(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Teams by lot and criteria: a preview of the wish, then the teams exactly as shown (POST with `digest`). A wish
    with names is posted too, so that no address has names. For instructors of the course.
    """
    data = (request.POST if request.method == "POST" else request.GET).copy()
    if request.method == "POST" and not data.get("seed", "").strip():
        data["seed"] = new_seed()
    form = LotForm(data or None)
    context = head(request, access) | {"lot_form": form}
    if not form.is_valid():
        return render(request, "classrooms/class_lists/lot.html", context, status=422 if form.errors else 200)
    if not form.cleaned_data["seed"].strip():
        data["seed"] = new_seed()
        return redirect(f"{request.path}?{data.urlencode()}")
    try:
        wish = _wish(form.cleaned_data)
        if request.method == "POST" and "digest" in data:
            try:
                return _make(request, access, wish)
            except LotChanged as refused:
                messages.warning(request, str(refused))
        drawn = lot_draw(course=access.course, wish=wish)
    except (BadRequest, BadRule) as refused:
        form.add_error("rules" if isinstance(refused, BadRule) else None, str(refused))
        return render(request, "classrooms/class_lists/lot.html", context, status=422)
    context |= {"lot": drawn, "lot_teams": _named(access.course, drawn), "broken": _pairs_named(access.course, drawn)}
    return render(request, "classrooms/class_lists/lot.html", context)


def _wish(values: dict[str, Any]) -> Wish:
    return Wish(
        by=values["by"],
        number=values["number"],
        seed=values["seed"].strip(),
        everyone=values["who"] == "everyone",
        apart=values["apart"],
        by_level=values["by_level"],
        by_language=values["by_language"],
        rules=values["rules"],
    )


def _make(request: HttpRequest, access: CourseAccess, wish: Wish) -> HttpResponse:
    made = lot_apply(course=access.course, wish=wish, digest=request.POST.get("digest", ""))
    said = ngettext("%(number)d team was made.", "%(number)d teams were made.", len(made)) % {"number": len(made)}
    messages.success(request, said)
    return _back(access, "teams")


def _pairs_named(course: Course, drawn: Lot) -> list[str]:
    """The pairs whose rule could not be kept, by name."""
    people = User.objects.in_bulk({person for pair in drawn.broken for person in pair})
    return [listed_with_and([people[person].get_full_name() for person in pair]) for pair in drawn.broken]


def _named(course: Course, drawn: Lot) -> list[tuple[str, list[str]]]:
    """The teams with the names of their members, in one query, or three."""
    found = list(User.objects.filter(pk__in=[person for team in drawn.teams for person in team]))
    tell_apart(course.pk, found)
    people = {user.pk: user.called for user in found}
    return [
        (name, [people[person] for person in team if person in people])
        for name, team in zip(drawn.names, drawn.teams, strict=True)
    ]
