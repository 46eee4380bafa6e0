"""A course with matches, talk, marks and papers, and the days on which its data are due."""

from datetime import UTC, datetime, timedelta

from django.core import mail
from django.core.files.base import ContentFile

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.reports.papers import described
from classrooms.assess.reports.services import debrief_freeze
from classrooms.care.erasure.jobs import course_do, courses_look
from classrooms.care.privacy.deletion_notices import mails_send
from classrooms.models import (
    Course,
    Mark,
    PeerReview,
    PublishedGrade,
    RubricLine,
    Session,
    SurveyAnswer,
    SurveyItem,
)
from games.engine import registry
from games.platform.services.talk import message_post
from tests.classrooms.factories import session_of
from tests.games.factories import GAME, NOW, play_on

END = NOW + timedelta(hours=2)
"""Monday, 2 March 2026. Retention periods are counted from here."""

LINE = {"kind": "manual", "title": "Oral", "weight": 1, "points": 7000, "params": {}, "facts": {"why": "by_hand"}}
"""The lines behind a published mark."""


def at(year, month, day, hour=9):
    return datetime(year, month, day, hour, tzinfo=UTC)


def played(course, people, *, graded_at=None):
    """A finished session of the course with talk, debrief, papers and, if `graded_at`, published marks."""
    session = session_of(course, teams=[people], started=True, scenario_text=registry.get(GAME).micro["tiny"])
    Course.objects.filter(pk=course.pk).update(created_at=NOW)
    course.enrolments.update(enrolled_at=NOW)
    table = session.session_teams.get()
    message_post(match_id=table.match_id, seat=0, author=people[0], text="a word of the table", now=NOW)
    item = SurveyItem.objects.create(session=session, kind="text", text="How was it?")
    SurveyAnswer.objects.create(item=item, user=people[0], text="a word of the survey", value=4, created_at=NOW)
    if len(people) > 1:
        PeerReview.objects.create(
            session_team=table, author=people[0], about=people[1], points=3, note="a word on a mate", created_at=NOW
        )
    debrief = debrief_freeze(match=play_on(table.match, -1), now=NOW)
    paper = described("team", "en", match=debrief.match)
    paper.made_at, paper.file = NOW, ContentFile(b"paper", "paper.pdf")
    paper.save()
    Session.objects.filter(pk=session.pk).update(
        status="finished", finished_at=END, created_at=NOW, opened_at=NOW, started_at=NOW
    )
    table.match.moves.update(created_at=NOW)
    if graded_at is not None:
        _graded(session, people, graded_at)
    return Session.objects.get(pk=session.pk)


def _graded(session, people, moment):
    book = book_ensure(play_session=session)
    line = RubricLine.objects.create(book=book, kind="manual", title="Oral", position=9)
    for user in people:
        Mark.objects.create(line=line, user=user, points=7000)
        PublishedGrade.objects.create(
            book=book, user=user, final="14.0", published_at=moment,
            content={"scale": 20, "decimals": 1, "lines": [LINE]},
        )  # fmt: skip
    type(book).objects.filter(pk=book.pk).update(published_at=moment)


def day_passes(course, moment):
    """The work of one day: decide what is due, carry it out, send mails. Returns the steps that were done."""
    due = courses_look([Course.objects.get(pk=course.pk)], now=moment)
    done = course_do(Course.objects.get(pk=course.pk), now=moment) if due else []
    mails_send(moment)
    return [step.value for step in done]


def mailed():
    """The recipients and subjects of all mails since the last call."""
    found = [(each.to[0], each.subject) for each in mail.outbox]
    mail.outbox.clear()
    return found
