"""The first page of people who run sessions."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from classrooms.care.privacy.words import soon_of
from classrooms.models import Course, Enrolment
from classrooms.people.access.first_page import starts_at_home
from classrooms.people.access.permissions import may_create_courses
from classrooms.play.home.drawing import dots_of, way_of
from classrooms.play.home.first_path import lesson_plans, put_away, steps_left
from classrooms.play.home.queries import LIST_LENGTH, home_of
from classrooms.play.home.words import marks_words, ready_words, run_words, todo_of
from games.public.base import clock
from games.public.matches import undo_window
from games.public.pages import own_matches


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today: running sessions with their needs, drafts, marks to publish, debriefs to read; own matches last. People
    who run no sessions are sent to their games.
    """
    if not starts_at_home(request.user):
        return redirect("games:home")
    now = clock.now()
    found = undo_window.read_for(
        request.user.pk,
        lambda: home_of(request.user, now),
        lambda read: [row.match for each in read.running for row in each.rows],
    )
    own = own_matches(request.user)
    context: dict[str, Any] = {
        "now": now,
        "home": found,
        "running": [(each, way_of(each.rows), run_words(each)) for each in found.running],
        "preparing": [(each, todo_of(each)) for each in found.preparing[:LIST_LENGTH]],
        "ready": [(each, ready_words(each)) for each in found.ready[:LIST_LENGTH]],
        "soon": soon_of(request.user, now),
        "dots": dots_of(found.sheet) if found.sheet is not None else None,
        "marks_words": marks_words(found.sheet) if found.sheet is not None else "",
        "own": [*own["your_turn"], *own["waiting"]],
        "courses": _courses(request.user) if found.is_first_day else [],
        "may_create": may_create_courses(request.user),
        "steps": steps_left(request) if found.is_first_day else [],
        "plans": lesson_plans() if found.is_first_day else [],
    }
    response = render(request, "classrooms/home/page.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@login_required
@require_POST
def first_step(request: HttpRequest) -> HttpResponse:
    """Hide a first step, or all (`step`), in this browser. Everybody who is signed in."""
    put_away(request, request.POST.get("step", ""))
    return redirect("classrooms:home")


def _courses(user: Any) -> list[Course]:
    """Courses in which a first session could be set up."""
    rows = Enrolment.objects.filter(user=user, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    return [row.course for row in rows.filter(course__archived_at__isnull=True).select_related("course")]
