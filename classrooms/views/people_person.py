"""One student of a course, for its instructors: what is known, the personal link, going and coming back, data."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.forms_people import StudentForm
from classrooms.models import Enrolment, User
from classrooms.permissions import CourseAccess, Right
from classrooms.privacy.appeal import held_of
from classrooms.selectors.people import has_link, people_of, teams_by_member
from classrooms.services.people import (
    course_join_as_guest,
    seats_in_play,
    student_edit,
    student_put_back,
    student_remove,
)
from classrooms.services.people_data import person_data
from classrooms.services.people_erasure import check_may_erase_guest, erasure_foreseen, person_erase
from classrooms.services.people_merge import guest_merge
from classrooms.services.people_replace import student_replace
from classrooms.throttling import may_go_on
from classrooms.views.courses import head
from classrooms.views.guards import for_members
from classrooms.views.people import return_url
from games import clock
from games.errors import BadRequest, ServiceError
from games.services.guests import return_link_renew, return_token

PREVIEWS = 10
"""How often in a quarter of an hour somebody may ask what an erasure would do: it is tried out each time."""
Role = Enrolment.Role
JSON = {"indent": 1, "ensure_ascii": False}


def _student(access: CourseAccess, user_id: int) -> Enrolment:
    """A student of the course, also one who left. Raises Http404."""
    rows = Enrolment.objects.select_related("user", "course").filter(role=Role.STUDENT, user__erased_at__isnull=True)
    return get_object_or_404(rows, course=access.course, user=user_id)


@for_members(Right.MANAGE)
def person(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """What the course knows of a student, and all that can be done. With `?erase`, what erasing a guest would do to
    reports. For instructors of the course.
    """
    enrolment = _student(access, user_id)
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
            return redirect("course-person", access.course.pk, user_id)
    context = head(request, access) | _person_context(request, access, enrolment) | {"form": form}
    return render(request, "classrooms/courses/person.html", context, status=422 if form.errors else 200)


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
        "held": held_of(user, clock.now()) if foresees else [],
        "renewed": erasure_foreseen(user=user, by=request.user) if foresees else None,
    }


Doing = Callable[[HttpRequest, CourseAccess, Enrolment], str]


def _action(do: Doing, *, to_list: bool = False) -> Callable[..., HttpResponse]:
    """A view that does one thing with a student and says so, then shows the student or the list again."""

    @require_POST
    @for_members(Right.MANAGE)
    def view(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
        enrolment = _student(access, user_id)
        try:
            messages.success(request, do(request, access, enrolment))
        except ServiceError as refused:
            messages.error(request, str(refused))
            return redirect("course-person", access.course.pk, user_id)
        if to_list:
            return redirect("course-people", access.course.pk)
        return redirect("course-person", access.course.pk, user_id)

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
    """Give a student's seats and team to another one, or to somebody new."""
    also_remove = bool(request.POST.get("also_remove"))
    with transaction.atomic():
        coming = _coming(request, access)
        student_replace(leaving=enrolment, coming=coming, by=request.user, also_remove=also_remove)
    names = {"coming": coming.user.get_full_name(), "leaving": enrolment.user.get_full_name()}
    return _("%(coming)s plays in the place of %(leaving)s now.") % names


def _coming(request: HttpRequest, access: CourseAccess) -> Enrolment:
    """The student who is chosen, or a new guest of the typed name."""
    chosen, name = request.POST.get("coming", ""), request.POST.get("new_name", "")
    if chosen.isascii() and chosen.isdecimal():
        return _student(access, int(chosen[:12]))
    if not " ".join(name.split()):
        raise BadRequest(field=_("Replacement"), reason=_("choose somebody, or write the name of somebody new"))
    return course_join_as_guest(course=access.course, display_name=name, even_closed=True)


def _new_link(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Withdraw a guest's personal link and make a new one."""
    return_link_renew(user=enrolment.user)
    return _("There is a new link. The old one no longer works, and all devices are signed out.")


def _merge(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Make a guest of this course only and another student one person."""
    chosen = request.POST.get("into", "")
    if not (chosen.isascii() and chosen.isdecimal()):
        raise BadRequest(field=_("Same person as"), reason=_("choose somebody"))
    into = _student(access, int(chosen[:12])).user
    check_may_erase_guest(course_id=access.course.pk, user=enrolment.user)
    guest_merge(guest=enrolment.user, into=into, by_staff=True)
    return _("%(name)s is one person now.") % {"name": into.get_full_name()}


def _erase(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Erase a guest of this course only, for good."""
    if not request.POST.get("sure"):
        raise BadRequest(field=_("Erase"), reason=_("tick the box to erase this person for good"))
    check_may_erase_guest(course_id=access.course.pk, user=enrolment.user)
    person_erase(user=User.objects.get(pk=enrolment.user_id), by=request.user)
    return _("The person is erased. Their games stay, without a name.")


remove = _action(_remove)
put_back = _action(_put_back)
replace = _action(_replace)
new_link = _action(_new_link)
merge = _action(_merge, to_list=True)
erase = _action(_erase, to_list=True)


@require_safe
@for_members(Right.GRADE)
def data_file(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """What this course keeps of a student, as JSON. For those who grade in the course."""
    enrolment = _student(access, user_id)
    return json_file(person_data(user=enrolment.user, course=access.course), enrolment.user)


def json_file(data: dict[str, Any], user: User) -> HttpResponse:
    """A person's data to keep."""
    name = slugify(user.get_full_name()) or "person"
    response = JsonResponse(data, json_dumps_params=JSON)
    response["Content-Disposition"] = f'attachment; filename="{name}-data.json"'
    return response
