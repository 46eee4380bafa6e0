"""A session's marks on their way to a platform."""

from datetime import timedelta

from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.connect.lms.services import scores, sending
from classrooms.models import LmsLineItem, LmsPerson, LmsScore
from games.platform import clock

SECOND = timedelta(seconds=1)


def leave_empty(play_session, user):
    final_choose(play_session=play_session, user_id=user.pk, kind="empty", reason="Was not there", by=None)


def set_mark(play_session, username, points, reason="Oral exam"):
    user = LmsPerson.objects.get(subject=username).user
    final_choose(play_session=play_session, user_id=user.pk, kind="set", points=points, reason=reason, by=None)


def open_column(here, play_session):
    return scores.line_item_open(lms_course=here, play_session=play_session)


def send(item, *, later=SECOND * 2):
    return sending.scores_send(item_id=item.pk, now=clock.now() + later)


def states(item):
    return {row.person.subject: row.state for row in LmsScore.objects.filter(line_item=item)}


def shown(platform):
    return {user: mark["score"] for (_item, user), mark in platform.marks.items()}


def published(here, play_session, marks):
    for username, points in marks.items():
        set_mark(play_session, username, points)
    grades_publish(play_session=play_session, incomplete=True)
    return LmsLineItem.objects.get(session=play_session)
