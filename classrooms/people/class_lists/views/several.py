"""Something done to several students of a course at once."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.access.posted import number_in
from classrooms.people.class_lists.services import several as services
from games.public.base import BadRequest, ServiceError


@require_POST
@for_members(Right.MANAGE)
def several(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Take out, put into a team, give extra time or send personal links to the students that are ticked, as
    `act` says. For instructors of the course.
    """
    try:
        messages.success(request, _done(request, access))
    except ServiceError as refused:
        messages.error(request, str(refused))
    query = request.POST.get("q", "")
    address = reverse("classrooms:course-people", args=[access.course.pk])
    return redirect(f"{address}?{urlencode({'q': query})}#students" if query else f"{address}#students")


def _done(request: HttpRequest, access: CourseAccess) -> str:
    """Do it and say so."""
    course, ids = access.course, _ticked(request)
    match request.POST.get("act", ""):
        case "remove":
            number = services.students_remove(course=course, user_ids=ids, by=request.user)
            said = ngettext("%(n)d student was taken out.", "%(n)d students were taken out.", number)
            undo = _("They stand below and can be put back.")
            return " ".join((said % {"n": number}, undo))
        case "team":
            team = number_in(request, "team")
            number = services.students_to_team(course=course, user_ids=ids, team_id=team)
            return ngettext("%(n)d student changed teams.", "%(n)d students changed teams.", number) % {"n": number}
        case "extra_time":
            percent = number_in(request, "extra_time", most=10**4)
            number = services.extra_time_set(course=course, user_ids=ids, percent=percent or 0)
            said = ngettext(
                "%(n)d student has %(percent)d\xa0%% more.", "%(n)d students have %(percent)d\xa0%% more.", number
            )
            return said % {"n": number, "percent": percent or 0}
        case "links":
            return _sent(services.links_send(course=course, user_ids=ids))
        case other:
            raise BadRequest(field="act", reason=other[:40])


def _ticked(request: HttpRequest) -> list[int]:
    sent = request.POST.getlist("student")
    if not sent:
        raise services.NobodyChosen
    if any(not (text.isascii() and text.isdecimal() and len(text) < 10) for text in sent):
        raise BadRequest(field="student", reason=len(sent))
    return [int(text) for text in sent]


def _sent(sent: Any) -> str:
    said = [ngettext("%(n)d link is on its way.", "%(n)d links are on their way.", sent.sent) % {"n": sent.sent}]
    if sent.without_address:
        words = ngettext("%(n)d has no address.", "%(n)d have no address.", sent.without_address)
        said.append(words % {"n": sent.without_address})
    if sent.with_account:
        words = ngettext(
            "%(n)d has an account and needs none.", "%(n)d have an account and need none.", sent.with_account
        )
        said.append(words % {"n": sent.with_account})
    return " ".join(said)
