"""The first student who follows the link of a session that opens automatically."""

from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import rosters
from classrooms.models import LmsCourse, LmsLink, OpensItself, Session, SessionStatus, Team
from classrooms.people.access.throttling import may_go_on
from classrooms.play.sessions import services as sessions
from games.public.base import ServiceError, clock

SECONDS: Final = 20
"""Seconds in which only one request asks the platform; others wait on a page that reloads."""


def first_came(*, link: LmsLink, now: datetime | None = None) -> Session:
    """Open the link's session if it opens automatically, with the platform's present list and groups. A platform that
    does not answer costs the groups, not the session. Returns the session in its new state.
    """
    play_session = link.session
    assert play_session is not None  # noqa: S101 - the caller looked
    waits = play_session.status == SessionStatus.DRAFT and play_session.opens_itself
    if not waits or not may_go_on(f"lms-opens {play_session.pk}", limit=1, seconds=SECONDS):
        return play_session
    now = now or clock.now()
    teams = _teams(link, play_session, now)
    with suppress(ServiceError):  # its page tells staff what is missing
        sessions.session_open_itself(session_id=play_session.pk, teams=teams, now=now)
        if _knows_list(link.lms_course):
            sessions.session_start_full(session_id=play_session.pk, now=now)
    return Session.objects.get(pk=play_session.pk)


def _teams(link: LmsLink, play_session: Session, now: datetime) -> list[Team] | None:
    """The teams that begin; None if the whole class is known, and then everybody gets a team."""
    lms_course = link.lms_course
    by_groups = play_session.opens_itself == OpensItself.GROUPS
    with suppress(LmsFault):  # kept with the platform, where staff reads it
        if lms_course.roster_at is None:
            found = rosters.roster_read(lms_course=lms_course, now=now)
            found.gone = []  # whoever comes this moment may not be on it yet; those who left go with the next look
            rosters.roster_apply(lms_course=lms_course, found=found, now=now)
        if by_groups:
            rosters.groups_read(lms_course=lms_course, link_id=link.link_id, now=now)
    teams = list(rosters.teams_from_groups(lms_course=lms_course)) if by_groups else []
    return None if _knows_list(lms_course) and (not by_groups or rosters.tells_groups(lms_course)) else teams


def sit_down(*, link: LmsLink, user: Any) -> None:
    """Seat a student who came by the link of an open session. In one that opened automatically, it is the table of
    their group, and the session begins with the last student of the list. Raises the errors of `session_join`.
    """
    play_session = link.session
    assert play_session is not None  # noqa: S101 - the caller looked
    if play_session.opens_itself == OpensItself.GROUPS:
        rosters.team_of_group(lms_course=link.lms_course, user=user)
    sessions.session_join_roomy(session_id=play_session.pk, user=user)
    if _knows_list(link.lms_course):
        sessions.session_start_full(session_id=play_session.pk)


def _knows_list(lms_course: LmsCourse) -> bool:
    """Was the platform's list taken over, be it a moment ago?"""
    return LmsCourse.objects.filter(pk=lms_course.pk, roster_at__isnull=False).exists()
