"""People of platforms: their accounts on this site, and their roles in its courses."""

import secrets
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from classrooms.connect.lms.claims import Launch
from classrooms.connect.lms.faults import LmsFault
from classrooms.models import Course, Enrolment, LmsCourse, LmsMember, LmsPerson, LmsPlatform, User
from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.people.class_lists.services.people import student_put_back, student_remove
from classrooms.people.class_lists.services.staff import LastInstructor, course_staff_sync, staff_remove
from games.public.base import clock
from games.public.people import guest_create

Role = Enrolment.Role
SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"


def person_of(*, platform: LmsPlatform, subject: str) -> LmsPerson | None:
    """The person with this number (`sub` claim) on the platform; None for an unknown one."""
    return LmsPerson.objects.select_related("user").filter(platform=platform, subject=subject).first()


def account_check(user: Any) -> None:
    """Raises LmsFault for accounts that no platform may open: the site's administrators and closed accounts."""
    if user.is_staff or user.is_superuser or not user.is_active:
        raise LmsFault("admin_account")


def pseudonym() -> str:
    """A name for a person whose name the platform withholds."""
    return _("Student %(code)s") % {"code": "".join(secrets.choice(SIGNS) for _sign in range(4))}


@transaction.atomic
def person_create(
    *,
    platform: LmsPlatform,
    subject: str,
    name: str = "",
    given_name: str = "",
    family_name: str = "",
    language: str = "",
    is_test: bool = False,
    now: datetime | None = None,
) -> LmsPerson:
    """Create a guest with a personal link for an unknown person. A person without a name gets a neutral one. Two
    launches at once make one person.
    """
    now = now or clock.now()
    known = person_of(platform=platform, subject=subject)
    if known is not None:
        return known
    called = _("Test student") if is_test else name or " ".join(filter(None, (given_name, family_name))) or pseudonym()
    user = guest_create(display_name=called)
    user.given_name, user.family_name = given_name, family_name
    user.save(update_fields=["given_name", "family_name"])
    try:
        with transaction.atomic():
            return LmsPerson.objects.create(
                platform=platform, subject=subject, user=user, is_test=is_test, created_at=now, seen_at=None
            )
    except IntegrityError:
        user.delete()
        found = person_of(platform=platform, subject=subject)
        assert found is not None  # noqa: S101 - that is what the constraint says
        return found


@transaction.atomic
def person_link(*, platform: LmsPlatform, subject: str, user: Any, now: datetime | None = None) -> LmsPerson:
    """Link a person of the platform to the signed-in account. Data of their guest is merged into the account.
    Raises the errors of `guest_merge`, and LmsFault for accounts that no platform may open.
    """
    now = now or clock.now()
    account_check(user)
    person = person_of(platform=platform, subject=subject)
    if person is None:
        return LmsPerson.objects.create(platform=platform, subject=subject, user=user, created_at=now)
    if person.user_id != user.pk:
        guest_merge(guest=person.user, into=user, now=now)
        person.refresh_from_db()
    return person


@transaction.atomic
def member_note(
    *,
    lms_course: LmsCourse,
    person: LmsPerson,
    role: str,
    name: str = "",
    groups: list[list[str]] | None = None,
    now: datetime,
) -> LmsMember:
    """Note a person's role in the platform's course, and enrol them in the connected course. Roles given by staff
    of this site stay; only roles given by the platform change. Raises LmsFault for a person whom staff of this
    site removed.
    """
    row = LmsMember.objects.select_for_update().filter(lms_course=lms_course, person=person).first()
    before, was_gone = (row.role, row.gone_at is not None) if row is not None else ("", False)
    if lms_course.course is not None and not person.is_test:
        _enrol(lms_course.course, person, role, before, was_gone, now)
    values: dict[str, Any] = {"role": role, "seen_at": now, "gone_at": None}
    if name:
        values["name"] = name
    if groups is not None:
        values["groups"] = groups
    row, _made = LmsMember.objects.update_or_create(lms_course=lms_course, person=person, defaults=values)
    return row


def members_enrol(*, lms_course: LmsCourse, now: datetime) -> None:
    """Enrol everybody who came before the course was connected, except people removed by staff of this site."""
    assert lms_course.course is not None  # noqa: S101 - the caller connected it
    rows = lms_course.members.filter(gone_at__isnull=True, person__is_test=False).select_related("person__user")
    for row in rows.order_by("pk"):
        try:
            _enrol(lms_course.course, row.person, row.role, row.role, False, now)
        except LmsFault:
            continue


def _enrol(course: Course, person: LmsPerson, role: str, before: str, was_gone: bool, now: datetime) -> None:
    enrolment = (
        Enrolment.objects.select_for_update().select_related("user").filter(course=course, user=person.user).first()
    )
    if role != Role.STUDENT:
        _may_be_staff(person.user)
    if enrolment is None:
        Enrolment.objects.create(course=course, user=person.user, role=role)
        if role != Role.STUDENT:
            course_staff_sync(course_id=course.pk)
        return
    if enrolment.left_at is not None:
        if not was_gone:
            raise LmsFault("removed")
        _put_back(enrolment, role, now)
    elif enrolment.role != role and enrolment.role == before:
        _change(enrolment, role, now)


def _may_be_staff(user: Any) -> None:
    """Staff cannot be guests, since anybody with a guest's link can sign in as the guest. The link ends."""
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])


def _put_back(enrolment: Enrolment, role: str, now: datetime) -> None:
    if enrolment.role == Role.STUDENT == role:
        student_put_back(enrolment=enrolment, now=now)
        return
    Enrolment.objects.filter(pk=enrolment.pk).update(left_at=None, role=role)
    course_staff_sync(course_id=enrolment.course_id)


def _change(enrolment: Enrolment, role: str, now: datetime) -> None:
    """Change a role: seats of the old role are released first. The last instructor keeps their role."""
    try:
        if enrolment.role == Role.STUDENT:
            student_remove(enrolment=enrolment, now=now)
        else:
            staff_remove(enrolment=enrolment, now=now)
    except LastInstructor:
        return
    Enrolment.objects.filter(pk=enrolment.pk).update(left_at=None, role=role)
    course_staff_sync(course_id=enrolment.course_id)


def looks_as_student(*, lms_course: LmsCourse, person: LmsPerson, launch: Launch) -> bool:
    """Does a teacher of the course come as a student, as Moodle's *Switch role to* does? Their role stays; only
    the platform's list can lower it (`rosters`).
    """
    if launch.role != Role.STUDENT or launch.is_test or lms_course.course_id is None:
        return False
    rows = Enrolment.objects.filter(course=lms_course.course_id, user=person.user_id, left_at__isnull=True)
    return rows.filter(role__in=(Role.INSTRUCTOR, Role.ASSISTANT)).exists()


@transaction.atomic
def launch_note(*, lms_course: LmsCourse, person: LmsPerson, launch: Launch, now: datetime) -> None:
    """Note a launch: the person's role, groups, and their name if it was missing. For a teacher in a student view,
    only the visit is noted. Raises LmsFault.
    """
    if looks_as_student(lms_course=lms_course, person=person, launch=launch):
        LmsPerson.objects.filter(pk=person.pk).update(seen_at=now)
        return
    member_note(
        lms_course=lms_course,
        person=person,
        role=launch.role,
        name=launch.name,
        groups=launch.groups or None,
        now=now,
    )
    name_follow(person=person, name=launch.name, given_name=launch.given_name, family_name=launch.family_name)
    LmsPerson.objects.filter(pk=person.pk).update(seen_at=now)


def name_follow(*, person: LmsPerson, name: str, given_name: str, family_name: str) -> bool:
    """Take over a guest's name from the platform; an account keeps its own name. True if the name changed."""
    user = person.user
    if not name or not user.is_guest or user.has_usable_password() or person.is_test:
        return False
    wanted = (name, given_name, family_name)
    if wanted == (user.display_name, user.given_name, user.family_name):
        return False
    user.display_name, user.given_name, user.family_name = wanted
    User.objects.filter(pk=user.pk).update(display_name=name, given_name=given_name, family_name=family_name)
    return True
