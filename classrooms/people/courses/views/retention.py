"""The retention of a course: planned deletions, past deletions, and the form to keep data longer."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classrooms.care.privacy.changing import retention_change
from classrooms.care.privacy.clock import clock_of
from classrooms.care.privacy.words import deeds_of
from classrooms.models import Course
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.views.frame import head
from classrooms.people.courses.forms import RetentionForm
from games.public.base import clock


@for_members(Right.LOOK)
def course_retention(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The clock and the history, for the course's staff; to change it, for its instructors."""
    is_post = request.method == "POST"
    if is_post and not access.may(Right.MANAGE):
        raise PermissionDenied
    form = RetentionForm(request.POST if is_post else None, instance=Course.objects.get(pk=access.course.pk))
    if is_post and form.is_valid():
        try:
            retention_change(
                course_id=access.course.pk,
                by=request.user,
                ends_on=form.cleaned_data["ends_on"],
                months=form.months(),
                reason=form.cleaned_data["reason"],
            )
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("The course is saved."))
            return redirect("classrooms:course-retention", access.course.pk)
    context = head(request, access) | {
        "form": form,
        "clock": clock_of(access.course, clock.now()),
        "deeds": deeds_of(access.course),
    }
    return render(request, "classrooms/courses/retention.html", context, status=422 if form.errors else 200)
