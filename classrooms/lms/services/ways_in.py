"""Addresses that a platform shows to its students, and that let them in without a password: through a link there."""

from typing import Final

from django.core import signing

from classrooms.models import LmsCourse, LmsLink, LmsPlatform, Session
from games.addresses import site_url

SALT: Final = "classrooms.lms-mark"
_signer: Final = signing.Signer(salt=SALT, sep=".")
Page = LmsLink.Page
ORDER: Final = (Page.GRADE, Page.SESSION)
"""Which links lead to a mark, the best one first."""


def mark_url(*, lms_course: LmsCourse, play_session: Session) -> str:
    """Where the platform says that more about a mark is. It is the same every time and opens nothing by itself."""
    return site_url("classrooms:lms-mark", _signer.sign(f"{lms_course.pk}-{play_session.pk}"))


def mark_read(token: str) -> tuple[LmsCourse, Session] | None:
    """What an address is about; None for one that is not ours, or whose session is gone."""
    try:
        lms_course_id, _sep, session_id = _signer.unsign(token).partition("-")
    except signing.BadSignature:
        return None
    course = LmsCourse.objects.select_related("deployment__platform").filter(pk=int(lms_course_id)).first()
    play_session = Session.objects.filter(pk=int(session_id)).first()
    return None if course is None or play_session is None else (course, play_session)


def link_of(lms_course: LmsCourse, play_session: Session) -> LmsLink | None:
    """The link of a platform by which a student comes to their mark; one that was made later counts before others."""
    rows = list(play_session.lms_links.filter(lms_course=lms_course, page__in=ORDER).order_by("-pk"))
    return min(rows, key=lambda row: ORDER.index(Page(row.page)), default=None)


def link_url(platform: LmsPlatform, link: LmsLink | None) -> str:
    """Where the platform itself opens a link; empty where it does not say. Moodle's has its activity's number."""
    if platform.product != LmsPlatform.Product.MOODLE or link is None:
        return ""
    if not (link.link_id.isascii() and link.link_id.isdecimal()):
        return ""
    return f"{platform.issuer.rstrip('/')}/mod/lti/view.php?l={link.link_id}"
