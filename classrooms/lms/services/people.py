"""Who comes: people of platforms and who they are here, their part in our course, and accounts they have already."""

import secrets
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from classrooms.lms.claims import Launch
from classrooms.lms.faults import LmsFault
from classrooms.models import Course, Enrolment, LmsCourse, LmsMember, LmsPerson, LmsPlatform, User
from classrooms.people.services.merge import guest_merge
from classrooms.people.services.people import student_put_back, student_remove
from classrooms.people.services.staff import LastInstructor, course_staff_sync, staff_remove
from games import clock
from games.services.guests import guest_create

Role = Enrolment.Role
SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"


def person_of(*, platform: LmsPlatform, subject: str) -> LmsPerson | None:
    """Whom a platform means, by its own number for them alone."""
    return LmsPerson.objects.select_related("user").filter(platform=platform, subject=subject).first()


def account_check(user: Any) -> None:
    """Raises LmsFault for accounts that no platform opens: those of the site's administration, and closed ones."""
    if user.is_staff or user.is_superuser or not user.is_active:
        raise LmsFault("admin_account")


def pseudonym() -> str:
    """For somebody whose name the platform keeps to itself."""
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
    """Somebody who was never here: a guest, with a personal link of their own as all guests have. Without a name they
    get one that says nothing. Two launches at once make one person.
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
    """ "This is me": the person of the platform is the one who is signed in here. What they did as a guest before comes
    along. Raises what `guest_merge` raises, and LmsFault for accounts that no platform opens.
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
    """What the platform says of somebody in its course, and with it their part in ours, where it is one of ours. Parts
    that our own staff gave stay: only what a platform gave, it changes. Raises LmsFault for somebody whom our staff
    took off the list.
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
    """Everybody who came before the course was one of ours gets their part in it; our staff may have taken some off."""
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
    """Whoever holds a guest's link is that guest, so staff has none: its link ends."""
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
    """Another part: who loses one leaves its seats first. The last instructor stays one."""
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
    """Does somebody who teaches our course come as a student? Moodle's *Switch role to* sends exactly that. Their part
    stays what it is; the list of the platform lowers it where it says so too (`rosters`).
    """
    if launch.role != Role.STUDENT or launch.is_test or lms_course.course_id is None:
        return False
    rows = Enrolment.objects.filter(course=lms_course.course_id, user=person.user_id, left_at__isnull=True)
    return rows.filter(role__in=(Role.INSTRUCTOR, Role.ASSISTANT)).exists()


@transaction.atomic
def launch_note(*, lms_course: LmsCourse, person: LmsPerson, launch: Launch, now: datetime) -> None:
    """Somebody came: their part, their groups, and their name where we had none of them to show. Of somebody who
    teaches and looks as a student only that they were here. Raises LmsFault.
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
    """A guest is called as the platform calls them; an account keeps its own name. True if it is another one now."""
    user = person.user
    if not name or not user.is_guest or user.has_usable_password() or person.is_test:
        return False
    wanted = (name, given_name, family_name)
    if wanted == (user.display_name, user.given_name, user.family_name):
        return False
    user.display_name, user.given_name, user.family_name = wanted
    User.objects.filter(pk=user.pk).update(display_name=name, given_name=given_name, family_name=family_name)
    return True
