"""Links that make colleagues members of a course's staff, or people who may create courses."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, Invitation, User
from classrooms.people.class_lists.services.staff import STAFF, course_staff_sync
from games.public.base import BadRequest, NotAllowed, clock, refusal

SALT = "classrooms.invitation"
Role = Enrolment.Role
RANK = {Role.OBSERVER: 1, Role.ASSISTANT: 2, Role.INSTRUCTOR: 3}


InvitationClosed = refusal(
    "invitation_closed", _("This invitation was used or withdrawn, or it is too old."), status=410
)
"""Used, withdrawn, too old or forged."""

NeedsAccount = refusal("needs_account", _("An invitation like this needs an account with a password."), status=403)
"""A guest cannot be staff, since everybody with a guest's link can sign in as the guest."""

AlreadyMember = refusal("already_member", _("You belong to this course already, so the invitation was not used."))
"""The invitation would change nothing, or take a student's seat behind the others' cards."""


@transaction.atomic
def invitation_create(
    *,
    by: Any,
    course: Course | None = None,
    role: str = Role.INSTRUCTOR,
    note: str = "",
    days: int | None = None,
    now: datetime | None = None,
) -> Invitation:
    """An invitation that works once, for `days` or for good. Without a course it lets its holder create courses, and
    only staff of the site give it (NotAllowed). Raises BadRequest for a role that is not invited.
    """
    if course is None and not (by.is_staff or by.is_superuser):
        raise NotAllowed
    if role not in STAFF:
        raise BadRequest(field="role", reason=role)
    now = now or clock.now()
    return Invitation.objects.create(
        course=course,
        role=role,
        note=note,
        nonce=secrets.token_hex(16),
        created_by=by,
        created_at=now,
        expires_at=None if days is None else now + timedelta(days=days),
    )


def invitation_revoke(*, invitation: Invitation, now: datetime | None = None) -> None:
    """The link stops working, unless it was used. Safe to repeat."""
    open_one = Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True, revoked_at__isnull=True)
    open_one.update(revoked_at=now or clock.now())


def open_invitations(course: Course | None, now: datetime | None = None) -> QuerySet[Invitation]:
    """The invitations that can still be used."""
    now = now or clock.now()
    rows = Invitation.objects.filter(course=course, used_at__isnull=True, revoked_at__isnull=True)
    return rows.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))


def invitation_token(invitation: Invitation) -> str:
    """The secret part of the link. The stored nonce alone does not open it."""
    return signing.Signer(salt=SALT).sign(invitation.nonce)


def invitation_find(token: str, *, now: datetime | None = None) -> Invitation:
    """The invitation of a link. Raises InvitationClosed for one that does not work (any more)."""
    invitation = _by_token(token)
    _check_open(invitation, now or clock.now())
    return invitation


def _by_token(token: str) -> Invitation:
    try:
        nonce = signing.Signer(salt=SALT).unsign(token)
        return Invitation.objects.select_related("course", "created_by").get(nonce=nonce)
    except (signing.BadSignature, Invitation.DoesNotExist):
        raise InvitationClosed from None


def _check_open(invitation: Invitation, now: datetime) -> None:
    is_old = invitation.expires_at is not None and invitation.expires_at <= now
    if invitation.used_at or invitation.revoked_at or is_old:
        raise InvitationClosed


@transaction.atomic
def invitation_accept(*, token: str, user: Any, now: datetime | None = None) -> Invitation:
    """Give a person the role of the invitation; the course's matches are updated. The same person may repeat it. Raises
    InvitationClosed, and NeedsAccount for a guest. Raises AlreadyMember for a student of the course or a person with an
    equal or greater role: then the link stays open.
    """
    now = now or clock.now()
    invitation = Invitation.objects.select_for_update(of=("self",)).select_related("course").get(pk=_by_token(token).pk)
    if invitation.used_by_id == user.pk:
        return invitation
    _check_open(invitation, now)
    if user.is_guest:
        raise NeedsAccount
    if invitation.course is None:
        user.can_create_courses = True
        user.save(update_fields=["can_create_courses"])
    else:
        _join_staff(invitation.course, invitation.role, user)
    invitation.used_by, invitation.used_at = user, now
    invitation.save(update_fields=["used_by", "used_at"])
    return invitation


def _join_staff(course: Course, role: str, user: Any) -> None:
    row, created = Enrolment.objects.get_or_create(course=course, user=user, defaults={"role": role})
    if not created:
        if row.left_at is None and RANK.get(Role(row.role), 9) >= RANK[Role(role)]:
            raise AlreadyMember
        row.role, row.left_at = role, None
        row.save(update_fields=["role", "left_at"])
    course_staff_sync(course_id=course.pk)


@transaction.atomic
def account_create(*, email: str, display_name: str, password: str) -> User:
    """An account for an invited person, who signs in with the address. The form has checked the password. Raises
    BadRequest for an invalid address, or one with which another person signs in.
    """
    email = User.objects.normalize_email(email.strip())
    try:
        validate_email(email)
    except ValidationError:
        raise BadRequest(field="email", reason=email[:80]) from None
    taken = User.objects.filter(Q(username__iexact=email) | Q(email__iexact=email, is_guest=False))
    if taken.exists():
        raise BadRequest(field="email", reason=email[:80])
    return User.objects.create_user(username=email, email=email, display_name=display_name, password=password)


@transaction.atomic
def invitation_sign_up(*, token: str, email: str, display_name: str, password: str) -> tuple[User, Invitation]:
    """A new account that takes the invitation, or neither. Raises BadRequest as `account_create`, InvitationClosed."""
    user = account_create(email=email, display_name=display_name, password=password)
    return user, invitation_accept(token=token, user=user)
