"""Courses and links of platforms, and the courses and sessions of this site to which they lead."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet

from classrooms.connect.lms.claims import Launch
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services.people import member_note, members_enrol
from classrooms.models import (
    Course,
    Enrolment,
    LmsCourse,
    LmsLink,
    LmsPerson,
    LmsPlatform,
    Session,
    SessionStatus,
    User,
)
from classrooms.people.access.permissions import may_create_courses
from classrooms.people.courses.services import course_create
from classrooms.play.sessions.services import session_clone, session_update
from games.public.base import NotAllowed, clock

SALT: Final = "classrooms.lms-item"
Page = LmsLink.Page
Role = Enrolment.Role


@transaction.atomic
def lms_course_note(*, platform: LmsPlatform, launch: Launch, now: datetime) -> LmsCourse:
    """Note the course of a launch, with the current addresses of its services. Raises LmsFault unless the site's
    staff admitted it.
    """
    deployment = platform.deployments.get(deployment_id=launch.deployment)
    row, _new = LmsCourse.objects.select_related("course").get_or_create(
        deployment=deployment,
        context_id=launch.context_id,
        defaults={
            "created_at": now,
            "title": launch.context_title,
            "is_allowed": True if platform.admits_all else None,
        },
    )
    row.title = launch.context_title or row.title
    row.members_url = launch.members_url or row.members_url
    row.groups_url = launch.groups_url or row.groups_url
    row.line_items_url = launch.line_items_url or row.line_items_url
    row.scopes = launch.scopes or row.scopes
    if row.is_allowed is None and platform.admits_all:
        row.is_allowed = True
    row.save()
    return row


def lms_course_check(lms_course: LmsCourse) -> None:
    """Raises LmsFault unless the site's staff admitted the course."""
    if lms_course.is_allowed is None:
        raise LmsFault("course_waiting")
    if not lms_course.is_allowed:
        raise LmsFault("course_refused")


@transaction.atomic
def course_connect(
    *, lms_course: LmsCourse, course: Course, person: LmsPerson, role: str, now: datetime | None = None
) -> LmsCourse:
    """Connect a platform's course to a course of this site; everybody who came from there before is enrolled.
    Raises NotAllowed unless the person runs the course.
    """
    now = now or clock.now()
    own = Enrolment.objects.filter(course=course, user=person.user, role=Role.INSTRUCTOR, left_at__isnull=True)
    if not own.exists() or course.archived_at is not None:
        raise NotAllowed
    row = LmsCourse.objects.select_for_update().get(pk=lms_course.pk)
    row.course = course
    row.save(update_fields=["course"])
    LmsLink.objects.filter(lms_course=row).exclude(session__course=course).update(session=None)
    member_note(lms_course=row, person=person, role=role, now=now)
    members_enrol(lms_course=row, now=now)
    return row


@transaction.atomic
def course_connect_new(
    *, lms_course: LmsCourse, person: LmsPerson, role: str, name: str, time_zone: str, now: datetime | None = None
) -> LmsCourse:
    """Create a course for a platform's course and connect it. An instructor of the platform's course may do it, since
    the site's staff admitted that course. Raises NotAllowed for others, ValidationError for an invalid name.
    """
    if role != Role.INSTRUCTOR or not lms_course.is_allowed:
        raise NotAllowed
    now = now or clock.now()
    user = User.objects.get(pk=person.user_id)
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])
    if may_create_courses(user):
        course = course_create(by=user, name=name, time_zone=time_zone)
    else:
        course = Course(name=name, time_zone=time_zone, created_by=user)
        course.full_clean()
        course.save()
        Enrolment.objects.create(course=course, user=user, role=Role.INSTRUCTOR)
    person.refresh_from_db()
    return course_connect(lms_course=lms_course, course=course, person=person, role=role, now=now)


def course_disconnect(*, lms_course: LmsCourse) -> None:
    """Disconnect the two courses. People stay enrolled; links lead nowhere."""
    with transaction.atomic():
        LmsCourse.objects.filter(pk=lms_course.pk).update(course=None)
        LmsLink.objects.filter(lms_course=lms_course).update(session=None)


def courses_of(user: Any, *, archived: bool = False) -> Sequence[Course]:
    """Courses that a person runs; with `archived`, archived ones too."""
    rows = Course.objects.filter(
        enrolments__user=user, enrolments__role=Role.INSTRUCTOR, enrolments__left_at__isnull=True
    )
    return list((rows if archived else rows.filter(archived_at__isnull=True)).order_by("-created_at", "-pk"))


def item_sign(*, lms_course: LmsCourse, play_session: Session, page: str) -> str:
    """The signed parameter of a link in the platform: session, page, and the course in which the link was made. A
    copy of the link in another course is recognised by it.
    """
    return signing.dumps([lms_course.pk, play_session.pk, page], salt=SALT)


def _item_read(text: str) -> tuple[int, int, str]:
    try:
        course, play_session, page = signing.loads(text, salt=SALT)
        return int(course), int(play_session), str(page)
    except (signing.BadSignature, ValueError, TypeError):
        return 0, 0, ""


@transaction.atomic
def link_note(*, lms_course: LmsCourse, launch: Launch, now: datetime | None = None) -> LmsLink:
    """Note the link of a launch, with its present title and column. It leads to a session only if that was chosen in
    this very course; any other link waits for an instructor's choice. Copied links of one session follow the first of
    them.
    """
    row, new = LmsLink.objects.select_related("session").get_or_create(
        lms_course=lms_course,
        link_id=launch.link_id,
        defaults={"title": launch.link_title, "created_at": now or clock.now()},
    )
    chosen_in, play_session, page = _item_read(launch.custom.get("item", ""))
    if row.session is None and chosen_in == lms_course.pk and lms_course.course_id is not None:
        found = Session.objects.filter(pk=play_session, course=lms_course.course_id).first()
        if found is not None and page in Page.values:
            row.session, row.page = found, page
            row.save(update_fields=["session", "page"])
    if row.session is None:
        copy, copied_page = _settled(lms_course, launch)
        if copy is not None:
            row.session, row.page = copy, copied_page
            row.save(update_fields=["session", "page"])
    title = launch.link_title or row.title
    if new or (title, launch.line_item_url) != (row.title, row.line_item_url):
        row.title, row.line_item_url = title, launch.line_item_url
        row.save(update_fields=["title", "line_item_url"])
    return row


def _source_of(launch: Launch, lms_course: LmsCourse) -> tuple[Session | None, str]:
    """The session and page of the original of a copied link; None for a link that is no copy."""
    chosen_in, play_session, page = _item_read(launch.custom.get("item", ""))
    if chosen_in in (0, lms_course.pk) or page not in Page.values:
        return None, ""
    return Session.objects.select_related("course").filter(pk=play_session).first(), page


def _copies_here(source: Session, course_id: int) -> QuerySet[Session]:
    """Copies of a session in a course of this site, newest first."""
    rows = Session.objects.filter(course=course_id, cloned_from=source)
    return rows.exclude(status=SessionStatus.ARCHIVED).order_by("-pk")


def _settled(lms_course: LmsCourse, launch: Launch) -> tuple[Session | None, str]:
    """The copy to which another copied link of the course was assigned."""
    source, page = _source_of(launch, lms_course)
    if source is None or lms_course.course_id is None:
        return None, ""
    return _copies_here(source, lms_course.course_id).filter(lms_links__lms_course=lms_course).first(), page


def link_source(*, lms_course: LmsCourse, launch: Launch, user: Any) -> Session | None:
    """The session of a copied link's original, for people who also run its course; others do not learn of it."""
    source, _page = _source_of(launch, lms_course)
    if source is None or source.course_id == lms_course.course_id:
        return None
    return source if source.course in courses_of(user, archived=True) else None


@transaction.atomic
def link_reuse(*, link: LmsLink, launch: Launch, by: Any, now: datetime | None = None) -> Session:
    """Let a copied link lead to a copy of its session: one that this course has already, else a new draft. The draft
    has the same game, options, questions and rubric, without people, teams and dates. It opens automatically if the
    original did. Safe to repeat. Raises NotAllowed for people who do not run the original's course, or for a link that
    is no copy.
    """
    lms_course = LmsCourse.objects.select_for_update(of=("self",)).select_related("course").get(pk=link.lms_course_id)
    source = link_source(lms_course=lms_course, launch=launch, user=by)
    if source is None or lms_course.course is None:
        raise NotAllowed
    copy = _copies_here(source, lms_course.course.pk).first()
    if copy is None:
        copy = session_clone(session_id=source.pk, by=by, course=lms_course.course, now=now)
        copy = session_update(session_id=copy.pk, opens_itself=source.opens_itself)
    _found, page = _source_of(launch, lms_course)
    link_choose(link=link, play_session=copy, page=page)
    return copy


def is_copy(lms_course: LmsCourse, launch: Launch) -> bool:
    """Was the target of the link chosen in another course?"""
    chosen_in, _session, _page = _item_read(launch.custom.get("item", ""))
    return chosen_in not in (0, lms_course.pk)


@transaction.atomic
def link_choose(*, link: LmsLink, play_session: Session, page: str) -> LmsLink:
    """Choose the target of a link. Raises NotAllowed for a session of another course."""
    if play_session.course_id != link.lms_course.course_id or page not in Page.values:
        raise NotAllowed
    row = LmsLink.objects.select_for_update().get(pk=link.pk)
    row.session, row.page = play_session, page
    row.save(update_fields=["session", "page"])
    return row
