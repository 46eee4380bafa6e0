"""One student of a course, for its instructors: data, personal link, leaving and returning."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from classrooms import hooks
from classrooms.models import Enrolment
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.access.throttling import may_go_on
from classrooms.people.class_lists.forms import StudentForm
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.people.class_lists.queries import has_link, people_of, teams_by_member
from classrooms.people.class_lists.services.merge import check_may_erase_guest, guest_merge
from classrooms.people.class_lists.services.people import (
    course_join_as_guest,
    seats_in_play,
    student_edit,
    student_put_back,
    student_remove,
)
from classrooms.people.class_lists.services.replace import student_replace
from classrooms.people.class_lists.twins import brought_by
from classrooms.people.class_lists.views.frame import head
from classrooms.people.class_lists.views.people import return_url
from games.public.base import BadRequest, ServiceError
from games.public.people import return_link_renew, return_token

PREVIEWS = 10
"""The number of erasure previews per person in 15 minutes, since each one carries out the erasure and rolls it back."""
Role = Enrolment.Role


def student_or_404(access: CourseAccess, user_id: int) -> Enrolment:
    """A present or former student of the course. Raises Http404."""
    rows = Enrolment.objects.select_related("user", "course").filter(role=Role.STUDENT, user__erased_at__isnull=True)
    return get_object_or_404(rows, course=access.course, user=user_id)


@for_members(Right.MANAGE)
def person(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """The course's data of a student, with all actions. With `?erase`, the page shows the effects of erasing a guest on
    reports. For instructors of the course.
    """
    enrolment = student_or_404(access, user_id)
    form = StudentForm.of(enrolment, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            student_edit(
                enrolment=enrolment,
                display_name=values["name"],
                email=values["email"],
                student_number=values["student_number"],
                extra_time=values["extra_time"],
                family_name=values["family_name"],
                given_name=values["given_name"],
            )
        except (BadRequest, ValidationError) as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("classrooms:course-person", access.course.pk, user_id)
    context = head(request, access) | _person_context(request, access, enrolment) | {"form": form}
    return render(request, "classrooms/class_lists/person.html", context, status=422 if form.errors else 200)


def _person_context(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> dict[str, Any]:
    user = enrolment.user
    seats = seats_in_play(access.course.pk, user.pk).select_related("seat__match__session_team__session")
    others = [student.enrolment for student in people_of(access.course).students if student.user != user]
    may_erase = user.is_guest and not Enrolment.objects.filter(user=user).exclude(course=access.course).exists()
    foresees = may_erase and "erase" in request.GET
    if foresees and not may_go_on(f"erasure foreseen {request.user.pk}", limit=PREVIEWS, seconds=900):
        messages.error(request, _("You have asked this very often. Try again in a quarter of an hour."))
        foresees = False
    return {
        "enrolment": enrolment,
        "person": user,
        "team": teams_by_member(access.course).get(user.pk),
        "seats": list(seats.order_by("seat__match", "seat__index")),
        "others": others,
        "link": return_url(request, return_token(user)) if has_link(user) else "",
        "may_erase": may_erase,
        "foretold": hooks.ERASURES.all(user, request.user) if foresees else [],
    }


Doing = Callable[[HttpRequest, CourseAccess, Enrolment], str]


def student_action(do: Doing, *, to_list: bool = False) -> Callable[..., HttpResponse]:
    """A view that does one action on a student, reports it, then shows the student or the list again."""

    @require_POST
    @for_members(Right.MANAGE)
    def view(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
        enrolment = student_or_404(access, user_id)
        try:
            messages.success(request, do(request, access, enrolment))
        except ServiceError as refused:
            messages.error(request, str(refused))
            return redirect("classrooms:course-person", access.course.pk, user_id)
        if to_list:
            return redirect("classrooms:course-people", access.course.pk)
        return redirect("classrooms:course-person", access.course.pk, user_id)

    view.__doc__ = f"{do.__doc__} For instructors of the course."
    return view


def _remove(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """End a student's part in the course; bots take the seats."""
    student_remove(enrolment=enrolment, by=request.user)
    return _("%(name)s has left the course. Bots play on any seats.") % {"name": enrolment.user.get_full_name()}


def _put_back(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Take a student back, into the seats that are still free."""
    seats = student_put_back(enrolment=enrolment, by=request.user)
    name = enrolment.user.get_full_name()
    if seats:
        return _("%(name)s is back in the course and at the table.") % {"name": name}
    return _("%(name)s is back in the course.") % {"name": name}


def _replace(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Give a student's seats and team to another student, or to a new one."""
    also_remove = bool(request.POST.get("also_remove"))
    with transaction.atomic():
        coming = _coming(request, access)
        student_replace(leaving=enrolment, coming=coming, by=request.user, also_remove=also_remove)
    names = {"coming": coming.user.get_full_name(), "leaving": enrolment.user.get_full_name()}
    return _("%(coming)s plays in the place of %(leaving)s now.") % names


def _coming(request: HttpRequest, access: CourseAccess) -> Enrolment:
    """The chosen student, or a new guest with the typed name."""
    chosen, name = request.POST.get("coming", ""), request.POST.get("new_name", "")
    if chosen.isascii() and chosen.isdecimal():
        return student_or_404(access, int(chosen[:12]))
    if not " ".join(name.split()):
        raise BadRequest(field=_("Replacement"), reason=_("choose somebody, or write the name of somebody new"))
    return course_join_as_guest(course=access.course, display_name=name, even_closed=True)


def _new_link(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Withdraw a guest's personal link and make a new one."""
    return_link_renew(user=enrolment.user)
    return _("There is a new link. The old one no longer works, and all devices are signed out.")


def _merge(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Make a guest of this course only and another student one person."""
    into = _into(access, request.POST.get("into", "")).user
    check_may_erase_guest(course_id=access.course.pk, user=enrolment.user)
    guest_merge(guest=enrolment.user, into=into, by_staff=True)
    return _("%(name)s is one person now.") % {"name": into.get_full_name()}


def _into(access: CourseAccess, chosen: str) -> Enrolment:
    if not (chosen.isascii() and chosen.isdecimal()):
        raise BadRequest(field=_("Same person as"), reason=_("choose somebody"))
    return student_or_404(access, int(chosen[:12]))


@for_members(Right.MANAGE)
def merge(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """Preview the merge of a student with the person `?into=`; a post merges them. For instructors of the course."""
    if request.method == "POST":
        return _merged(request, access.course.pk, user_id)
    enrolment = student_or_404(access, user_id)
    try:
        into = _into(access, request.GET.get("into", ""))
        check_may_erase_guest(course_id=access.course.pk, user=enrolment.user)
    except BadRequest as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:course-person", access.course.pk, user_id)
    tell_apart(access.course.pk, [enrolment.user, into.user])
    teams = teams_by_member(access.course)
    context = head(request, access) | {
        "guest": enrolment.user,
        "into": into.user,
        "brought": _facts(enrolment, teams.get(enrolment.user_id)),
        "kept": _facts(into, teams.get(into.user_id)),
    }
    return render(request, "classrooms/class_lists/same.html", context)


def _facts(enrolment: Enrolment, team: Any) -> list[str]:
    """All data and activities of a student in the course, in words; one sentence if there are none."""
    did = brought_by(enrolment)
    counted = (
        (did.seats, ngettext("%(n)d seat in matches", "%(n)d seats in matches", did.seats)),
        (did.moves, ngettext("%(n)d move", "%(n)d moves", did.moves)),
        (did.messages, ngettext("%(n)d message", "%(n)d messages", did.messages)),
        (did.answers, ngettext("%(n)d answer to questions", "%(n)d answers to questions", did.answers)),
        (did.marks, ngettext("%(n)d published mark", "%(n)d published marks", did.marks)),
    )
    said = [words % {"n": number} for number, words in counted if number]
    if team is not None:
        said.append(_("the team: %(name)s") % {"name": team.name})
    if enrolment.student_number:
        said.append(_("the student number: %(number)s") % {"number": enrolment.student_number})
    if enrolment.user.email:
        said.append(_("the address: %(address)s") % {"address": enrolment.user.email})
    if enrolment.extra_time:
        said.append(_("extra time: %(percent)d\xa0%%") % {"percent": enrolment.extra_time})
    return said or [_("nothing but the name")]


remove = student_action(_remove)
put_back = student_action(_put_back)
replace = student_action(_replace)
new_link = student_action(_new_link)
_merged = student_action(_merge, to_list=True)
