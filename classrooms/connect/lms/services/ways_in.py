"""Addresses that a platform shows to students, who enter without a password through a link there."""

from typing import Final

from django.core import signing

from classrooms.models import LmsCourse, LmsLink, LmsPlatform, Session
from games.public.base import site_url

SALT: Final = "classrooms.lms-mark"
_signer: Final = signing.Signer(salt=SALT, sep=".")
Page = LmsLink.Page
ORDER: Final = (Page.GRADE, Page.SESSION)
"""Pages of links that lead to a mark, the best one first."""


def mark_url(*, lms_course: LmsCourse, play_session: Session) -> str:
    """The address that the platform shows for details of a mark. It never changes, and gives no access by itself."""
    return site_url("classrooms:lms-mark", _signer.sign(f"{lms_course.pk}-{play_session.pk}"))


def mark_read(token: str) -> tuple[LmsCourse, Session] | None:
    """The course and session of an address; None for a forged address or a deleted session."""
    try:
        lms_course_id, _sep, session_id = _signer.unsign(token).partition("-")
    except signing.BadSignature:
        return None
    course = LmsCourse.objects.select_related("deployment__platform").filter(pk=int(lms_course_id)).first()
    play_session = Session.objects.filter(pk=int(session_id)).first()
    return None if course is None or play_session is None else (course, play_session)


def link_of(lms_course: LmsCourse, play_session: Session) -> LmsLink | None:
    """The platform's link by which a student reaches their mark; the newest of equal ones."""
    rows = list(play_session.lms_links.filter(lms_course=lms_course, page__in=ORDER).order_by("-pk"))
    return min(rows, key=lambda row: ORDER.index(Page(row.page)), default=None)


def link_url(platform: LmsPlatform, link: LmsLink | None) -> str:
    """The address of a link on the platform itself; empty if it is unknown. Moodle's has the number of its
    activity.
    """
    if platform.product != LmsPlatform.Product.MOODLE or link is None:
        return ""
    if not (link.link_id.isascii() and link.link_id.isdecimal()):
        return ""
    return f"{platform.issuer.rstrip('/')}/mod/lti/view.php?l={link.link_id}"
