"""Students join a course by its code, and guests become one with an account."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from classrooms.models import Course, Enrolment
from classrooms.people.access.codes import code_of
from classrooms.people.access.throttling import address_of, mail_typed, may_go_on
from classrooms.people.class_lists.claims import checks_always, course_asks_identity
from classrooms.people.class_lists.forms import JoinForm
from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.people.class_lists.services.people import course_join, course_join_as_guest
from classrooms.people.class_lists.views.claims import Claims, claimed
from classrooms.people.class_lists.views.people import return_url
from games.public import hooks
from games.public.base import NotAllowed, SeatTaken, ServiceError
from games.public.people import enter, guest_by_token, return_token

AN_HOUR = 3600
JOINS = 400
"""New guests from one address in an hour: a whole year may sit in one hall."""
WRONG_CODES = 600
"""Codes that lead nowhere, from one address in an hour: a hall of 300 mistypes; there are 480 million codes."""


@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Enrol as a student: with the signed-in account, or as a guest with a name. For everybody with the code, while it
    is open; 404 for unknown codes, 410 for closed ones, 429 for too many attempts.
    """
    course = Course.objects.filter(join_code=code_of(code)).first()
    if course is None:
        if not may_go_on(f"course-code {address_of(request)}", limit=WRONG_CODES, seconds=AN_HOUR):
            return render(request, "429.html", status=429)
        raise Http404
    if request.user.is_authenticated and _is_member(course, request.user):
        return _onward(course, request.user)
    if not course.join_open or course.archived_at is not None:
        return render(request, "classrooms/class_lists/join_closed.html", {"course": course}, status=410)
    if request.method == "POST":
        return _joined(request, course)
    return render(request, "classrooms/class_lists/join.html", {"course": course, "form": JoinForm()})


def _is_member(course: Course, user: Any) -> bool:
    return Enrolment.objects.filter(course=course, user=user, left_at__isnull=True).exists()


def _onward(course: Course, user: Any) -> HttpResponse:
    """The next page: staff go to the course, students to an open or running session, else to their games."""
    row = Enrolment.objects.filter(course=course, user=user, left_at__isnull=True).first()
    if row is not None and row.role != Enrolment.Role.STUDENT:
        return redirect("classrooms:course", course.pk)
    return redirect(hooks.entrance(user))


def _joined(request: HttpRequest, course: Course) -> HttpResponse:
    if request.user.is_authenticated and "as_guest" not in request.POST:
        return _joined_with_account(request, course)
    form = JoinForm(request.POST)
    if not form.is_valid():
        context = {"course": course, "form": form}
        return render(request, "classrooms/class_lists/join.html", context, status=422)
    claims = Claims(course, course.name, course_asks_identity(course), not checks_always(course))
    known = claimed(request, claims, form.cleaned_data)
    if isinstance(known, HttpResponse):
        return known
    if not may_go_on(f"course-join {address_of(request)}", limit=JOINS, seconds=AN_HOUR):
        return render(request, "429.html", status=429)
    values = form.cleaned_data
    try:
        if known is not None:
            row = course_join(course=course, user=known)
        else:
            row = course_join_as_guest(course=course, display_name=values["name"], email=mail_typed(values["email"]))
    except NotAllowed:
        return render(request, "classrooms/class_lists/join_closed.html", {"course": course}, status=410)
    step = enter(request, row.user, onward=hooks.entrance(row.user))
    if step is not None:
        return step
    link = return_url(request, return_token(row.user))
    context = {"course": course, "link": link, "onward": hooks.entrance(row.user)}
    return render(request, "classrooms/class_lists/joined.html", context)


def _joined_with_account(request: HttpRequest, course: Course) -> HttpResponse:
    try:
        course_join(course=course, user=request.user)
    except NotAllowed:
        return render(request, "classrooms/class_lists/join_closed.html", {"course": course}, status=410)
    messages.success(request, _("You are in the course %(name)s.") % {"name": course.name})
    return redirect(hooks.entrance(request.user))


@never_cache
@login_required
def this_is_me(request: HttpRequest, token: str) -> HttpResponse:
    """Merge the guest of a personal link into the signed-in person. A post from the page of the link, by a person with
    the link and an account (or another guest's link).
    """
    if request.method != "POST":
        return redirect("games:return", token)
    try:
        guest = guest_by_token(token)
        if guest.pk != request.user.pk:
            guest_merge(guest=guest, into=request.user)
    except SeatTaken:
        return render(request, "games/invite_closed.html", status=410)
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("games:home")
    messages.success(request, _("Everything of %(name)s is yours now.") % {"name": guest.get_full_name()})
    return redirect(hooks.entrance(request.user))
