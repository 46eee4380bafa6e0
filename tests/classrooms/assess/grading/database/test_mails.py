"""Mails about published marks."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from classrooms.assess.grading.mails import mails_send
from classrooms.assess.grading.services.grades import mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import PublishedGrade
from games.platform.work.mail import unsubscribe_user
from games.platform.work.sweep import sweep
from tests.classrooms.assess.grading.sessions import ENDED, end, matches_of, people, session_with

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
TOLD = ENDED + timedelta(hours=1)
"""The moment of publication."""


@pytest.fixture
def published():
    """Two students with the best result, whose marks are published."""
    play_session = session_with(people(2))
    end(matches_of(play_session)[0], (6, 6, 6, 5, 24, 10))
    grades_publish(play_session=play_session, incomplete=True, now=TOLD)
    return play_session


def recipients():
    return sorted(message.to[0] for message in mail.outbox)


def addresses(play_session):
    return sorted(PublishedGrade.objects.filter(book__session=play_session).values_list("user__email", flat=True))


def test_each_student_gets_one_mail_a_minute_after_the_publication(published):
    counts = [mails_send(TOLD + seconds * timedelta(seconds=1)) for seconds in (59, 60, 61, 600)]

    assert counts == [0, 2, 0, 0]
    assert recipients() == addresses(published) != []
    told = PublishedGrade.objects.filter(book__session=published)
    assert set(told.values_list("mail_claimed_at", "mail_sent_at")) == {(TOLD + MINUTE, TOLD + MINUTE)}


def test_the_sweep_sends_them(published):
    sweep(now=TOLD + MINUTE)

    assert recipients() == addresses(published)


def test_a_mail_leads_to_the_marks_and_does_not_tell_them(published):
    user = PublishedGrade.objects.filter(book__session=published).first().user
    user.language = "fr"
    user.save()

    mails_send(TOLD + MINUTE)

    message = next(message for message in mail.outbox if message.to == [user.email])
    assert message.subject == f"Vos notes pour {published.title}"
    assert f"/sessions/{published.pk}/grade/\n" in message.body
    assert published.course.name in message.body
    token = message.extra_headers["List-Unsubscribe"].rstrip("/>").rpartition("/")[2]
    assert unsubscribe_user(token) == user.pk
    assert PublishedGrade.objects.get(user=user).final == "20.0"
    assert "20" not in message.body.replace(token, "").replace(str(published.pk), "")


def test_only_who_is_told_something_else_gets_a_mail_again(published):
    mails_send(TOLD + MINUTE)
    mail.outbox.clear()
    line = published.grade_book.lines.get(kind="project")
    user = line.marks.first().user
    mark_set(line=line, user_id=user.pk, points=5000, reason="late", by=published.created_by)
    later = TOLD + timedelta(days=1)
    grades_publish(play_session=published, incomplete=True, now=later)

    assert mails_send(later + MINUTE) == 1
    assert recipients() == [user.email]
    assert "published again" in mail.outbox[0].body


def test_who_publishes_twice_in_a_minute_sends_one_mail_that_speaks_of_no_earlier_one(published):
    line = published.grade_book.lines.get(kind="project")
    mark_set(line=line, user_id=line.marks.first().user_id, points=5000, reason="late", by=published.created_by)
    grades_publish(play_session=published, incomplete=True, now=TOLD + MINUTE / 2)

    assert mails_send(TOLD + 2 * MINUTE) == 2
    assert [message for message in mail.outbox if "published again" in message.body] == []


@pytest.mark.parametrize(
    "change", [{"mail_notifications": False}, {"email": ""}, {"is_active": False}], ids=["opted out", "no mail", "gone"]
)
def test_who_wants_no_mail_gets_none(published, change):
    user = PublishedGrade.objects.filter(book__session=published).first().user
    type(user).objects.filter(pk=user.pk).update(**change)

    assert mails_send(TOLD + MINUTE) == 1
    assert user.email not in recipients()


def test_quiet_hours_are_kept(published):
    published.pace = {"mode": "async", "hours": 24, "quiet_from": 22, "quiet_to": 8, "time_zone": "Europe/Paris"}
    published.save()
    night = datetime(2026, 3, 3, 23, 0, tzinfo=ZoneInfo("Europe/Paris"))
    PublishedGrade.objects.update(published_at=night)

    assert [mails_send(night + timedelta(hours=hours)) for hours in (1, 8, 9)] == [0, 0, 2]


def test_an_outage_of_the_mail_server_delays_them(published, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert mails_send(TOLD + MINUTE) == 0
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    assert mails_send(TOLD + 2 * MINUTE) == 2
