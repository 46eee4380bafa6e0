"""Copies of a session and of a course: a page on the copied parts, and the copy."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classrooms.models import Course
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right, SessionAccess, course_access, may_create_courses
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.forms.copying import CourseCopyForm, SessionCopyForm
from classrooms.play.sessions.queries.sessions import managed_courses
from games.public.base import NotAllowed


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.MANAGE)
def session_copy(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """A new draft from this session, in the course named by `course` (this one if empty). For instructors of both
    courses; GET lists the copied parts.
    """
    is_post = request.method == "POST"
    target = _target(request, access) if is_post else access.course
    others = [course for course in managed_courses(request.user) if course != access.course]
    form = SessionCopyForm(request.POST if is_post else None, here=access.course, others=others)
    if not is_post or not form.is_valid():
        context = {"access": access, "form": form, "others": others}
        return render(request, "classrooms/sessions/copy.html", context, status=422 if is_post else 200)
    draft = sessions.session_clone(
        session_id=access.play_session.pk, by=request.user, course=target, weeks=form.cleaned_data["weeks"]
    )
    tables = draft.session_teams.count()
    messages.success(
        request,
        ngettext(
            "A new draft with %(number)d table. Look it over and open it.",
            "A new draft with %(number)d tables. Look it over and open it.",
            tables,
        )
        % {"number": tables},
    )
    return redirect("classrooms:session-edit", draft.pk)


def _target(request: HttpRequest, access: SessionAccess) -> Course:
    """The course that a form names. 404 for one of others, 403 for one that the reader does not manage."""
    wanted = request.POST.get("course", "")
    if not (wanted.isascii() and wanted.isdecimal()) or int(wanted[:9]) == access.course.pk:
        return access.course
    try:
        return course_access(int(wanted[:9]), request.user, Right.MANAGE).course
    except NotAllowed:
        raise PermissionDenied from None


@require_http_methods(["GET", "HEAD", "POST"])
@for_members(Right.MANAGE)
def course_copy(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """A course for the next year from this one. For its instructors who may create courses; GET lists the copied
    parts.
    """
    if not may_create_courses(request.user):
        raise PermissionDenied
    rows = list(access.course.sessions.filter(is_rehearsal=False).order_by("created_at", "pk"))
    form = CourseCopyForm(request.POST if request.method == "POST" else None, course=access.course, rows=rows)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            made = sessions.course_copy(
                course_id=access.course.pk,
                by=request.user,
                name=values["name"],
                term=values["term"],
                sessions=[int(each) for each in values.get("sessions", ())],
                weeks=values["weeks"],
            )
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("The new course is there. Add its people next."))
            return redirect("classrooms:course", made.pk)
    context = {"access": access, "form": form}
    return render(request, "classrooms/sessions/copy_course.html", context, status=422 if form.errors else 200)
