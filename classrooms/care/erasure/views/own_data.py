"""A person's own data: the page, the file, and the erasure."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from classrooms.assess.grading.appeal import held_of
from classrooms.assess.reports.renewal import Renewed
from classrooms.care.erasure.queries import person_data
from classrooms.care.erasure.services.people import erasure_foreseen, person_erase
from classrooms.care.erasure.views.person import json_file
from classrooms.models import Enrolment, User
from classrooms.people.access.throttling import may_go_on
from classrooms.people.class_lists.services.staff import LastInstructor
from games.public.base import clock

TRIES = 10
TOO_OFTEN = gettext_lazy("You have asked this very often. Try again in a quarter of an hour.")
LAST = gettext_lazy("You are the only instructor of a course. Invite another one, or archive the course, first.")


def _reader(request: HttpRequest) -> User:
    """The signed-in person, read again from the database."""
    pk: Any = request.user.pk
    return User.objects.get(pk=pk)


@never_cache
@login_required
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """The reader's stored data, with a download and the erasure form. With `?erase`, the page shows the effects of
    erasure on reports. For signed-in people.
    """
    if "erase" not in request.GET:
        return _page(request)
    if not may_go_on(f"erasure foreseen {request.user.pk}", limit=TRIES, seconds=900):
        return _page(request, str(TOO_OFTEN))
    try:
        return _page(request, renewed=erasure_foreseen(user=_reader(request)))
    except LastInstructor:
        return _page(request, str(LAST))


def _page(request: HttpRequest, error: str = "", renewed: Renewed | None = None) -> HttpResponse:
    user: Any = request.user
    rows = Enrolment.objects.filter(user=user, left_at__isnull=True).select_related("course").order_by("course__name")
    context: dict[str, Any] = {"enrolments": rows, "error": error, "needs_password": user.has_usable_password()}
    context |= {"renewed": renewed, "held": held_of(user, clock.now())}
    return render(request, "classrooms/erasure/my_data.html", context, status=422 if error else 200)


@never_cache
@login_required
@require_safe
def my_data_file(request: HttpRequest) -> HttpResponse:
    """All stored data of the reader, as JSON. For signed-in people."""
    user = _reader(request)
    return json_file(person_data(user=user), user)


@never_cache
@require_POST
@login_required
def my_erasure(request: HttpRequest) -> HttpResponse:
    """Erase the reader permanently: by their password, or for guests by a tick box. For signed-in people."""
    user = _reader(request)
    error = _refusal(request, user)
    if not error:
        try:
            person_erase(user=user, by=None)
        except LastInstructor:
            error = str(LAST)
    if error:
        return _page(request, error)
    logout(request)
    messages.success(request, _("Your data are erased."))
    return redirect("classrooms:landing")


def _refusal(request: HttpRequest, user: User) -> str:
    """The reason for refusing an erasure; empty if there is none. Password attempts are limited."""
    if not request.POST.get("sure"):
        return _("Tick the box to say that you are sure.")
    if not user.has_usable_password():
        return ""
    if not may_go_on(f"erase {user.pk}", limit=TRIES, seconds=900):
        return _("Too many wrong passwords. Try again in a quarter of an hour.")
    return "" if user.check_password(request.POST.get("password", "")) else _("This is not your password.")
