"""Invitations: of a course, of the site, and the page that a recipient opens."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from classrooms.models import Course, Enrolment, Invitation
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.people.class_lists.forms import InvitationForm, SignUpForm
from classrooms.people.class_lists.services.invitations import (
    AlreadyMember,
    InvitationClosed,
    NeedsAccount,
    invitation_accept,
    invitation_create,
    invitation_find,
    invitation_revoke,
    invitation_sign_up,
    invitation_token,
    open_invitations,
)
from classrooms.people.class_lists.views.frame import head
from games.public.base import BadRequest, full_url
from games.public.models import people_are_users
from games.public.people import enter

SIGN_UPS = 400
"""New accounts from one address in an hour, each by an invitation of its own."""


@for_members(Right.MANAGE)
def invitations(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Open invitations to the staff, and a new one. For instructors of the course."""
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _created(request, form, access.course, reverse("classrooms:course-invitations", args=[access.course.pk]))
    context = head(request, access) | {"form": form, "rows": _rows(request, access.course)}
    return render(request, "classrooms/class_lists/invitations.html", context, status=422 if form.errors else 200)


def _created(request: HttpRequest, form: InvitationForm, course: Course | None, back: str) -> HttpResponse:
    values = form.cleaned_data
    made = invitation_create(
        by=request.user,
        course=course,
        role=values.get("role") or Enrolment.Role.INSTRUCTOR,
        note=" ".join(values["note"].split()),
        days=values["days"],
    )
    messages.success(request, _("The link is ready: copy it and send it to one person."))
    return redirect(f"{back}#invitation-{made.pk}")


def _rows(request: HttpRequest, course: Course | None) -> list[dict[str, Any]]:
    """Open invitations with their links."""
    return [
        {
            "invitation": row,
            "link": full_url(request, "classrooms:invitation", invitation_token(row)),
        }
        for row in open_invitations(course).select_related("created_by")
    ]


@require_POST
@for_members(Right.MANAGE)
def invitation_withdraw(request: HttpRequest, access: CourseAccess, invitation_id: int) -> HttpResponse:
    """Withdraw an invitation. For instructors of the course."""
    invitation_revoke(invitation=get_object_or_404(Invitation, pk=invitation_id, course=access.course))
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("classrooms:course-invitations", access.course.pk)


def _check_site_staff(request: HttpRequest) -> None:
    if not (request.user.is_staff or request.user.is_superuser):
        raise PermissionDenied


@never_cache
@login_required
def site_invitations(request: HttpRequest) -> HttpResponse:
    """Invitations to create courses. For staff of the site, 403 for others."""
    _check_site_staff(request)
    form = InvitationForm(request.POST if request.method == "POST" else None, for_course=False)
    if request.method == "POST" and form.is_valid():
        return _created(request, form, None, reverse("classrooms:site-invitations"))
    context = {"form": form, "rows": _rows(request, None)}
    return render(request, "classrooms/class_lists/site_invitations.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def site_invitation_withdraw(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Withdraw an invitation of the site. For staff of the site, 403 for others."""
    _check_site_staff(request)
    invitation_revoke(invitation=get_object_or_404(Invitation, pk=invitation_id, course__isnull=True))
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("classrooms:site-invitations")


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation. A post accepts it with the signed-in account or a new one. For everybody with the
    link; 410 once it is closed.
    """
    try:
        found = invitation_find(token)
    except InvitationClosed:
        return _closed(request, token)
    form = SignUpForm(request.POST if "password" in request.POST else None) if people_are_users() else None
    if request.method == "POST":
        if request.user.is_authenticated and not request.user.is_guest:
            return _accepted(request, token, request.user)
        if form is not None and form.is_valid():
            return _signed_up(request, token, found, form)
    return _page(request, found, form)


def _page(request: HttpRequest, found: Invitation, form: SignUpForm | None) -> HttpResponse:
    """The page without a form to sign up, on a site with its own accounts."""
    context = {"invitation": found, "form": form, "role": Enrolment.Role(found.role).label}
    return render(
        request, "classrooms/class_lists/invitation.html", context, status=422 if form and form.errors else 200
    )


def _closed(request: HttpRequest, token: str) -> HttpResponse:
    """A closed invitation: its user is led to the course, others see that it is closed."""
    if request.user.is_authenticated:
        try:
            used = invitation_accept(token=token, user=request.user)
        except InvitationClosed:
            pass
        else:
            return redirect("classrooms:course", used.course_id) if used.course_id else redirect("classrooms:courses")
    return render(request, "games/invite_closed.html", status=410)


def _accepted(request: HttpRequest, token: str, user: Any) -> HttpResponse:
    try:
        return _welcomed(request, invitation_accept(token=token, user=user))
    except (InvitationClosed, NeedsAccount):
        return render(request, "games/invite_closed.html", status=410)
    except AlreadyMember as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:courses")


def _welcomed(request: HttpRequest, taken: Invitation) -> HttpResponse:
    if taken.course is None:
        messages.success(request, _("You may create courses now."))
        return redirect("classrooms:courses")
    messages.success(request, _("You belong to the staff of %(name)s now.") % {"name": taken.course.name})
    return redirect("classrooms:course", taken.course.pk)


def _signed_up(request: HttpRequest, token: str, found: Invitation, form: SignUpForm) -> HttpResponse:
    """Sign up and accept the invitation, both or neither."""
    if not may_go_on(f"sign-up {address_of(request)}", limit=SIGN_UPS, seconds=3600):
        return render(request, "429.html", status=429)
    values = form.cleaned_data
    try:
        user, taken = invitation_sign_up(
            token=token, email=values["email"], display_name=values["name"], password=values["password"]
        )
    except BadRequest:
        form.add_error("email", _("Somebody has an account with this address. Sign in, then open the link again."))
        return _page(request, found, form)
    except InvitationClosed:
        return render(request, "games/invite_closed.html", status=410)
    response = _welcomed(request, taken)
    return enter(request, user, onward=response["Location"]) or response
