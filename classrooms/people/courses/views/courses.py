"""Courses: the list, a new one, the overview, settings, and the join code."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from classrooms import hooks
from classrooms.care.privacy.words import soon_of
from classrooms.drawing.codes import qr_svg
from classrooms.models import Course
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right, may_create_courses
from classrooms.people.class_lists.forms import CourseForm
from classrooms.people.class_lists.queries import people_of
from classrooms.people.class_lists.views.frame import head, join_url
from classrooms.people.courses.queries import course_list
from classrooms.people.courses.services import (
    course_archive,
    course_code_renew,
    course_create,
    course_edit,
    course_restore,
)
from games.public.base import BadRequest, NotAllowed, clock

SESSIONS_SHOWN = 8


@never_cache
@login_required
@require_safe
def courses(request: HttpRequest) -> HttpResponse:
    """The reader's own courses. For signed-in people."""
    context = {"list": course_list(request.user), "may_create": may_create_courses(request.user)}
    return render(request, "classrooms/courses/list.html", context)


@never_cache
@login_required
def course_new(request: HttpRequest) -> HttpResponse:
    """A new course. For people who may create courses, 403 for others."""
    if not may_create_courses(request.user):
        raise PermissionDenied
    form = CourseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            course = course_create(
                by=request.user, name=values["name"], term=values["term"], time_zone=values["time_zone"]
            )
        except NotAllowed:
            raise PermissionDenied from None
        messages.success(request, _("The course is there. Add its people next."))
        return redirect("classrooms:course", course.pk)
    return render(request, "classrooms/courses/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@for_members(Right.LOOK)
def course(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The overview: next steps, sessions, staff. For the course's staff."""
    people = people_of(access.course)
    listing = hooks.sessions_of(access.course, request.user)
    context = head(request, access) | {
        "staff": people.staff,
        "without_team": sum(student.team is None for student in people.students),
        "asks_for_time": [each for each in people.students if each.enrolment.extra_time_asked],
        "sessions": listing.lines[:SESSIONS_SHOWN],
        "sessions_template": listing.template,
        "soon": [each for each in soon_of(request.user, clock.now()) if each.course == access.course],
        "more_sessions": max(0, len(listing.lines) - SESSIONS_SHOWN),
    }
    return render(request, "classrooms/courses/overview.html", context)


@for_members(Right.MANAGE)
def course_settings(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Name, term, time zone; archive. For instructors of the course."""
    form = CourseForm(request.POST if request.method == "POST" else None, instance=access.course)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        course_edit(
            course=Course.objects.get(pk=access.course.pk),
            name=values["name"],
            term=values["term"],
            time_zone=values["time_zone"],
            join_open=access.course.join_open,
        )
        messages.success(request, _("The course is saved."))
        return redirect("classrooms:course-settings", access.course.pk)
    if form.errors:
        access.course.refresh_from_db()
    context = head(request, access) | {"form": form, "may_create": may_create_courses(request.user)}
    return render(request, "classrooms/courses/settings.html", context, status=422 if form.errors else 200)


@require_POST
@for_members(Right.MANAGE)
def course_code(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Open or close the join code, or make a new one (`action`). For instructors of the course."""
    course, action = access.course, request.POST.get("action", "")
    if action == "renew":
        course_code_renew(course=course)
        messages.success(request, _("There is a new code. The old one no longer works."))
    elif action in ("open", "close") and course.archived_at is None:
        course_edit(
            course=course, name=course.name, term=course.term, time_zone=course.time_zone, join_open=action == "open"
        )
        said = (
            _("Students can join with the code now.") if action == "open" else _("Nobody can join with the code now.")
        )
        messages.success(request, said)
    else:
        messages.error(request, str(BadRequest(field="action", reason=action[:40])))
    return redirect(reverse("classrooms:course-people", args=[course.pk]) + "#code")


@require_safe
@for_members(Right.LOOK)
def course_qr(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The join address as a QR code in a file of its own. For the course's staff."""
    return HttpResponse(qr_svg(join_url(request, access.course), scale=4), "image/svg+xml")


@require_POST
@for_members(Right.MANAGE)
def course_put_away(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Archive the course, or with `action` "restore" bring it back. A course in use is archived only with `sure`: a
    page names the effects first. For instructors of the course.
    """
    course = access.course
    if request.POST.get("action") == "restore":
        course_restore(course=course)
        messages.success(request, _("The course is back."))
        return redirect("classrooms:course", course.pk)
    said = hooks.archiving_foretold(course) if course.archived_at is None and not request.POST.get("sure") else []
    if said:
        context = {
            "title": _("Put the course away"),
            "label": course.name,
            "said": [*said, _("Nothing is lost: you can restore the course at any time.")],
            "act_url": reverse("classrooms:course-archive", args=[course.pk]),
            "act_words": _("Archive it"),
            "action": "archive",
            "back_url": reverse("classrooms:course-settings", args=[course.pk]),
        }
        return render(request, "classrooms/courses/consequences.html", context)
    course_archive(course=course)
    messages.success(request, _("The course is archived. You can restore it here."))
    return redirect("classrooms:course-settings", course.pk)
