"""Mails with the link to a new password."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import PasswordMail, PasswordRequest
from classrooms.people.accounts.password_mails import LIMITS, mails_send, password_request
from games.platform.work.sweep import sweep
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def ask(email="lea@example.org", now=NOW):
    password_request(email=email, language="en", now=now)
    return mails_send(now)


def test_known_and_unknown_addresses_get_the_same_answer_for_the_same_work_and_no_mail_in_the_request():
    person("lea")
    answers, questions = [], []
    for email in ("lea@example.org", "nobody@example.org"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answers.append(Client().post("/password/", {"email": email}))
        questions.append([each["sql"].replace(email, "") for each in asked if "password" in each["sql"].lower()])

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/password/sent/")] * 2
    assert len(questions[0]) == 1
    assert [each.partition("VALUES")[0] for each in questions[0]] == [
        each.partition("VALUES")[0] for each in questions[1]
    ]
    assert (mail.outbox, PasswordRequest.objects.count()) == ([], 2)


def test_the_sweep_sends_the_mail_once_and_forgets_what_was_typed(no_broker):
    person("lea")
    for email in ("lea@example.org", "nobody@example.org"):
        password_request(email=email, language="en", now=NOW)

    sweep(now=NOW)
    sweep(now=NOW)

    assert ([letter.to for letter in mail.outbox], PasswordRequest.objects.count()) == ([["lea@example.org"]], 0)


def test_a_person_gets_three_mails_an_hour_and_six_a_day():
    person("lea")
    person("tom")

    sent = [ask(now=NOW + timedelta(minutes=10 * number)) for number in range(3 * 6)]
    other = ask("tom@example.org")
    next_day = ask(now=NOW + timedelta(days=1, hours=3))

    assert (sent, other, next_day) == ([1, 1, 1, 0, 0, 0, 1, 1, 1] + [0] * 9, 1, 1)


def test_an_address_typed_many_times_before_the_worker_looks_is_one_mail():
    person("lea")
    for _each in range(20):
        password_request(email="lea@example.org", language="en", now=NOW)

    assert mails_send(NOW) == 1


def test_who_has_no_password_or_was_shut_out_gets_none():
    person("guest").set_unusable_password()
    person("out", is_active=False)

    assert ask("out@example.org") == 0


def test_while_the_mail_server_is_away_the_request_waits_for_a_day(settings):
    person("lea")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    away = ask()
    waiting = PasswordRequest.objects.count()
    mails_send(NOW + timedelta(days=1))

    assert (away, waiting, PasswordRequest.objects.count(), PasswordMail.objects.count()) == (0, 1, 0, 0)


def test_three_hundred_people_behind_one_address_ask_for_new_passwords():
    answers = {
        Client().post("/password/", {"email": f"student-{number}@example.org"})["Location"] for number in range(300)
    }

    assert answers == {"/password/sent/"}
    assert PasswordRequest.objects.count() == 300


def test_an_address_that_asks_without_end_is_stopped(client):
    answers = [client.post("/password/", {"email": "lea@example.org"}).status_code for _each in range(901)]

    assert (answers[:900], answers[900]) == ([302] * 900, 429)


def test_an_erasure_forgets_what_was_asked_and_sent():
    lea = person("lea")
    ask()
    password_request(email="LEA@example.org", language="en", now=NOW)

    person_erase(user=lea, now=NOW)

    assert (PasswordMail.objects.count(), PasswordRequest.objects.count()) == (0, 0)


def test_limits_are_counted_in_mails():
    assert LIMITS == ((3, HOUR), (6, 24 * HOUR))
