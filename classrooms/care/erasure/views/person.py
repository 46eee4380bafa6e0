"""A student's data as a file, and the erasure of a guest, for people who run the course."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from classrooms.care.erasure.queries import person_data
from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Enrolment, User
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.services.merge import check_may_erase_guest
from classrooms.people.class_lists.views.person import student_action, student_or_404
from games.public.base import BadRequest

JSON = {"indent": 1, "ensure_ascii": False}


def _erase(request: HttpRequest, access: CourseAccess, enrolment: Enrolment) -> str:
    """Erase a guest of this course only, for good."""
    if not request.POST.get("sure"):
        raise BadRequest(field=_("Erase"), reason=_("tick the box to erase this person for good"))
    check_may_erase_guest(course_id=access.course.pk, user=enrolment.user)
    person_erase(user=User.objects.get(pk=enrolment.user_id), by=request.user)
    return _("The person is erased. Their matches stay, without a name.")


erase = student_action(_erase, to_list=True)


@require_safe
@for_members(Right.GRADE)
def data_file(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """All data that this course keeps of a student, as JSON. For graders of the course."""
    enrolment = student_or_404(access, user_id)
    return json_file(person_data(user=enrolment.user, course=access.course), enrolment.user)


def json_file(data: dict[str, Any], user: User) -> HttpResponse:
    """A person's data as a download."""
    name = slugify(user.get_full_name()) or "person"
    response = JsonResponse(data, json_dumps_params=JSON)
    response["Content-Disposition"] = f'attachment; filename="{name}-data.json"'
    return response
