"""Actions on several students of a course at once: all of them, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, Team
from classrooms.people.class_lists.queries import has_link
from classrooms.people.class_lists.services.people import student_remove
from classrooms.people.class_lists.services.rosters_time import MOST_EXTRA_TIME
from classrooms.people.class_lists.services.teams import students_move
from games.public import hooks
from games.public.base import BadRequest, clock, refusal, site_url
from games.public.models import KEPT, OVER, Job, SeatHolder
from games.public.people import return_token
from games.public.work import in_words_of, letter, mail_server, outbox, post

JOB: Final = "personal-link"


NobodyChosen = refusal("nobody_chosen", _("Tick the students first."), status=422)
"""No box was ticked."""


def _students(course: Course, user_ids: Sequence[int]) -> list[Enrolment]:
    """Students of these ids. Raises BadRequest for people who are no students of the course."""
    rows = Enrolment.objects.filter(course=course, user__in=user_ids, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    found = list(rows.select_related("user").order_by("pk"))
    if {row.user_id for row in found} != set(user_ids):
        raise BadRequest(field="student", reason=len(user_ids))
    return found


@transaction.atomic
def students_remove(*, course: Course, user_ids: Sequence[int], by: Any, now: datetime | None = None) -> int:
    """End the part of several students in a course, as `student_remove`; returns how many. Raises BadRequest."""
    found = _students(course, user_ids)
    for enrolment in found:
        student_remove(enrolment=enrolment, by=by, now=now)
    return len(found)


@transaction.atomic
def students_to_team(*, course: Course, user_ids: Sequence[int], team_id: int | None) -> int:
    """Put several students into a team, or into none; returns the number of moved ones. Raises BadRequest."""
    team = Team.objects.filter(course=course, pk=team_id).first() if team_id is not None else None
    if team_id is not None and team is None:
        raise BadRequest(field="team", reason=team_id)
    return students_move(course=course, team=team, user_ids=list(user_ids))


@transaction.atomic
def extra_time_set(*, course: Course, user_ids: Sequence[int], percent: int) -> int:
    """Give several students the same extra time, from their next decision on; returns how many. Raises BadRequest."""
    if not 0 <= percent <= MOST_EXTRA_TIME:
        raise BadRequest(field="extra_time", reason=percent)
    found = _students(course, user_ids)
    Enrolment.objects.filter(pk__in=[row.pk for row in found]).update(extra_time=percent, extra_time_asked=0)
    held = SeatHolder.objects.filter(KEPT, user__in=user_ids)
    in_play = held.filter(seat__match__session_team__session__course=course).exclude(seat__match__status__in=OVER)
    in_play.update(extra_time=percent)
    return len(found)


@dataclass(frozen=True)
class SentLinks:
    """The result of sending links: the number of mails ordered, and of students without an address or with an
    account.
    """

    sent: int
    without_address: int
    with_account: int


@transaction.atomic
def links_send(*, course: Course, user_ids: Sequence[int], now: datetime | None = None) -> SentLinks:
    """Mail personal links to those of several students who have one. A worker sends the mails after commit. Raises
    BadRequest.
    """
    found = _students(course, user_ids)
    guests = [row for row in found if has_link(row.user)]
    with_address = [row for row in guests if row.user.email]
    for row in with_address:
        outbox.job_request(kind=JOB, subject=str(row.pk), now=now or clock.now(), again=True)
    return SentLinks(len(with_address), len(guests) - len(with_address), len(found) - len(guests))


def link_mail(job: Job) -> None:
    """Send one personal link. A student who left the course meanwhile, or has an account now, gets none."""
    row = Enrolment.objects.select_related("user", "course").filter(pk=int(job.subject), left_at__isnull=True).first()
    if row is None or not has_link(row.user) or not row.user.email:
        return
    url = site_url("games:return", return_token(row.user))
    with in_words_of(row.user), mail_server() as connection:
        if connection is None:
            raise ConnectionError("no mail server")
        subject = gettext("Your personal link for %(course)s") % {"course": row.course.name}
        mail = letter(row.user, subject, "classrooms/class_lists/link.txt", {"course": row.course, "url": url})
        post(mail, connection, row.user_id)


hooks.JOBS[JOB] = hooks.Work(link_mail)
