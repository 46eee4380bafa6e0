"""Alerts to the operator, one for each problem while it lasts."""

import logging
import shutil
import socket
from collections import namedtuple
from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import PublishedGrade, RetentionDeed, RetentionNotice
from classrooms.people.accounts.password_mails import password_request
from domego_site.models import Alert, LastRun
from domego_site.watching import alerts, figures
from games.models import Job, Notification
from games.platform.pace import Pace
from tests.classrooms.assess.grading.sessions import end, matches_of, people, session_with
from tests.classrooms.factories import course_of
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db

Usage = namedtuple("Usage", "free")


@pytest.fixture(autouse=True)
def calm(monkeypatch, settings):
    """A site without alerts: its sweep ran, its disk has room, and it has an operator."""
    monkeypatch.setattr(alerts.shutil, "disk_usage", lambda path: Usage(free=10**12))
    settings.OPERATOR_EMAIL = ["ops@example.org"]
    figures.note_sweep(NOW)


def later(**time):
    return NOW + timedelta(**time)


def look(*, sweeps=True, **time):
    """Look for alerts, regardless of the time of the last look."""
    LastRun.objects.filter(what="look").delete()
    if sweeps:
        figures.note_sweep(later(**time))
    return alerts.look(now=later(**time))


def told():
    """(kind, subject) of the open alerts."""
    return sorted(alerts.open_alerts().values_list("kind", "subject"))


def job(**fields):
    match = match_of(scenario="pair", started=False)
    return Job.objects.create(**{"kind": "debrief", "match": match, "created_at": NOW, **fields})


def test_a_sweep_that_stops_is_told_once_and_its_return_once():
    look(seconds=60, sweeps=False)
    before = told()
    for seconds in (61, 80, 3600):
        look(seconds=seconds, sweeps=False)
    during = told()
    look(seconds=3701)
    look(seconds=3720)

    assert (before, during, told()) == ([], [("sweep", "")], [])
    alert = Alert.objects.get()
    assert (alert.opened_at, alert.ended_at) == (later(seconds=61), later(seconds=3701))
    first, second = mail.outbox
    assert first.to == second.to == ["ops@example.org"]
    assert first.subject.startswith("[Domego] The sweep has not run since ")
    assert "manage.py work play --beat" in first.body
    assert second.subject.startswith("[Domego] Over: The sweep has not run since ")


def test_a_site_in_which_no_sweep_ever_ran_is_waited_for_as_long():
    LastRun.objects.all().delete()

    found = []
    for seconds in (0, 60, 61):
        look(seconds=seconds, sweeps=False)
        found.append(told())

    assert found == [[], [], [("sweep", "")]]


def test_two_processes_that_look_at_once_look_once():
    assert [alerts.look(now=later(seconds=seconds)) for seconds in (0, 9, 10, 10)] == [True, False, True, False]


def test_the_same_alert_is_not_open_twice():
    Alert.objects.create(kind="sweep", opened_at=NOW, ended_at=NOW)
    Alert.objects.create(kind="sweep", opened_at=NOW)

    with pytest.raises(IntegrityError), transaction.atomic():
        Alert.objects.create(kind="sweep", opened_at=NOW)


def test_each_failed_job_is_told_and_those_of_ten_minutes_share_a_mail():
    failed = [job(state=Job.State.FAILED) for _ in range(2)]
    look()
    failed.append(job(state=Job.State.FAILED))
    look(minutes=5)
    halfway = len(mail.outbox)
    look(minutes=11)

    assert told() == sorted(("job", str(each.pk)) for each in failed)
    assert (halfway, len(mail.outbox)) == (1, 2)
    assert mail.outbox[0].subject == f"[Domego] Job {failed[1].pk} failed: debrief. And 1 more."
    assert mail.outbox[1].subject == f"[Domego] Job {failed[2].pk} failed: debrief."


def test_a_failed_job_that_is_tried_again_is_over():
    failed = job(state=Job.State.FAILED)
    look()
    Job.objects.filter(pk=failed.pk).update(state=Job.State.PENDING)

    look(seconds=30)

    assert told() == []
    assert [message.subject.partition("] ")[2] for message in mail.outbox] == [
        f"Job {failed.pk} failed: debrief.",
        f"Over: Job {failed.pk} failed: debrief.",
    ]


@pytest.mark.parametrize(
    ("meanwhile", "found"),
    [
        ({}, {"heavy": 1}),
        ({"state": "running", "lease_until": later(minutes=21)}, {}),
        ({"state": "running", "lease_until": later(minutes=19)}, {"heavy": 1}),
        ({"state": "done", "done_at": later(minutes=10)}, {}),
        ({"state": "done", "done_at": later(minutes=1)}, {"heavy": 1}),
    ],
)
def test_a_queue_in_which_nothing_goes_on_has_no_worker(meanwhile, found):
    job()
    if meanwhile:
        job(**meanwhile)

    assert figures.queues_without_worker(later(minutes=14)) == {}
    assert figures.queues_without_worker(later(minutes=20)) == found


def test_a_job_that_is_between_two_tries_has_a_worker():
    job(attempts=1, lease_until=later(minutes=21))

    assert figures.queues_without_worker(later(minutes=20)) == {}


def notice(**fields):
    ada = person()
    ada.email, ada.mail_notifications = "ada@example.org", True
    ada.save()
    pace = Pace(mode="async", quiet_from=20, quiet_to=8)
    match = match_of(ada, scenario="pair", pace_of_match=pace, now=NOW)
    decision = match.decisions.filter(closed_at__isnull=True, optional=False, passive=False).first()
    return Notification.objects.create(decision=decision, user=ada, created_at=NOW, **fields)


def test_mails_that_were_claimed_and_not_sent_are_told_for_a_day(no_broker):
    notice(mail_claimed_at=NOW)

    counts = [figures.mails_unsent(later(minutes=minutes)) for minutes in (9, 11, 24 * 60 - 1, 24 * 60 + 1)]

    assert counts == [0, 1, 1, 0]


def test_mails_that_nobody_claims_are_told_unless_it_is_quiet(no_broker):
    notice()
    evening = NOW.replace(hour=20, minute=5)
    morning = evening.replace(hour=8) + timedelta(days=1)

    assert figures.mails_waiting(later(minutes=29)) == 0
    assert figures.mails_waiting(later(minutes=32)) == 1
    assert figures.mails_waiting(evening) == 0
    assert [figures.mails_waiting(morning + timedelta(minutes=more)) for more in (0, 24, 26)] == [0, 0, 1]


def test_mails_of_marks_are_told_as_those_of_turns_are():
    play_session = session_with(people(2))
    end(matches_of(play_session)[0], (6, 6, 6, 5, 24, 10))
    grades_publish(play_session=play_session, incomplete=True, now=NOW)
    waiting = [figures.mails_waiting(later(minutes=minutes)) for minutes in (30, 31)]

    first, second = PublishedGrade.objects.order_by("pk")
    PublishedGrade.objects.filter(pk=first.pk).update(mail_claimed_at=NOW, mail_sent_at=NOW - timedelta(days=2))
    PublishedGrade.objects.filter(pk=second.pk).update(mail_claimed_at=NOW, mail_sent_at=NOW)
    unsent = [figures.mails_unsent(later(minutes=minutes)) for minutes in (9, 11, 24 * 60 + 1)]

    assert (waiting, unsent) == ([0, 2], [0, 1, 0])
    assert figures.mails_waiting(later(minutes=31)) == 0


def test_mails_of_what_goes_from_a_course_are_told_as_those_of_turns_are_by_day():
    teacher = person(email="ada@example.org", mail_notifications=True)
    days = {"planned_on": NOW.date() + timedelta(days=30), "due_on": NOW.date() + timedelta(days=30)}
    evening = NOW.replace(hour=18, minute=50)
    course = course_of(teacher, time_zone="Europe/Paris")
    deed = RetentionDeed.objects.create(course=course, kind="told", step="talk", at=evening, **days)
    told = RetentionNotice.objects.create(deed=deed, user=teacher)
    morning = NOW.replace(hour=7, minute=0) + timedelta(days=1)
    moments = [evening + timedelta(minutes=31), morning + timedelta(minutes=29), morning + timedelta(minutes=31)]
    waiting = [figures.mails_waiting(moment) for moment in moments]

    RetentionNotice.objects.filter(pk=told.pk).update(mail_claimed_at=morning)
    unsent = [figures.mails_unsent(morning + timedelta(minutes=minutes)) for minutes in (9, 11, 24 * 60 + 1)]

    assert (waiting, unsent) == ([0, 0, 1], [0, 1, 0])


def test_new_passwords_that_were_asked_for_and_no_worker_looked_at_are_told():
    password_request(email="lea@example.org", language="en", now=NOW)

    assert [figures.mails_waiting(later(minutes=minutes)) for minutes in (29, 30)] == [0, 1]


def test_a_backup_that_is_too_old_is_told_until_there_is_another(settings):
    settings.BACKUP_ALERT_DAYS = 2
    figures.note_backup(NOW)
    found = []
    for minutes in (0, 1):
        look(days=2, minutes=minutes)
        found.append(told())
    figures.note_backup(later(days=2))
    look(days=2, minutes=2)

    assert (*found, told()) == ([], [("backup", "")], [])
    assert mail.outbox[0].subject.startswith("[Domego] The newest backup is of 2 March 2026")


def test_that_no_backup_was_ever_made_is_told_where_backups_are_watched(settings):
    found = []
    for settings.BACKUP_ALERT_DAYS in (0, 2):
        look()
        found.append([str(alert) for alert in alerts.open_alerts()])

    assert found == [[], ["No backup was ever made."]]


def test_a_full_disk_is_told_by_its_own_machine_alone(monkeypatch, settings):
    Alert.objects.create(kind="disk", subject="elsewhere", params={"megabytes": 3}, opened_at=NOW)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(free=499_999_999))
    look()
    full = told()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(free=500_000_000))
    look(seconds=20)

    here = socket.gethostname()
    assert full == sorted([("disk", here), ("disk", "elsewhere")])
    assert told() == [("disk", "elsewhere")]
    assert str(Alert.objects.get(subject=here)) == f"Only 499 MB are free on the disk of {here}."


def test_without_an_operators_address_nothing_is_mailed(settings):
    settings.OPERATOR_EMAIL = []
    job(state=Job.State.FAILED)
    look()

    assert (len(told()), mail.outbox) == (1, [])


def test_what_a_mail_server_was_away_for_is_mailed_later_and_what_is_over_by_then_is_not(settings):
    server, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    over = job(state=Job.State.FAILED)
    lasting = job(state=Job.State.FAILED, kind="report")
    look()
    Job.objects.filter(pk=over.pk).update(state=Job.State.DONE)
    settings.EMAIL_BACKEND = server

    look(seconds=20)

    assert [message.subject for message in mail.outbox] == [f"[Domego] Job {lasting.pk} failed: report."]


@pytest.fixture
def operator(client):
    client.force_login(person("root", is_staff=True, is_superuser=True))
    return client


def test_the_admin_site_shows_what_is_wrong_until_it_is_set_aside(operator):
    failed = job(state=Job.State.FAILED)
    look()
    line = f"Job {failed.pk} failed: debrief."
    shown = [line in operator.get(reverse("admin:index")).content.decode()]
    pks = list(Alert.objects.values_list("pk", flat=True))

    operator.post(reverse("admin:site_alert_changelist"), {"action": "set_aside", "_selected_action": pks})
    look(minutes=20)
    shown.append(line in operator.get(reverse("admin:index")).content.decode())

    assert shown == [True, False]
    assert line in operator.get(reverse("admin:site_alert_changelist")).content.decode()
    assert len(mail.outbox) == 1
    Job.objects.update(state=Job.State.DONE)
    look(minutes=30)
    assert told() == []


def test_every_alert_has_words_in_both_languages(operator):
    Alert.objects.bulk_create(
        [
            Alert(kind="sweep", params={"since": NOW.isoformat()}, opened_at=NOW),
            Alert(kind="job", subject="7", params={"kind": "debrief"}, opened_at=NOW),
            Alert(kind="queue", subject="heavy", params={"count": 2}, opened_at=NOW),
            Alert(kind="mails", params={"count": 1}, opened_at=NOW),
            Alert(kind="disk", subject="box", params={"megabytes": 3}, opened_at=NOW),
            Alert(kind="backup", params={"since": NOW.isoformat()}, opened_at=NOW),
            Alert(kind="backup", subject="none", params={"since": None}, opened_at=NOW),
        ]
    )

    pages = [
        operator.get(reverse("admin:index"), headers={"accept-language": language}).content.decode()
        for language in ("en", "fr")
    ]

    for page, words in zip(pages, (ENGLISH, FRENCH), strict=True):
        assert [line for line in words if line not in page] == []


ENGLISH = [
    "The sweep has not run since 2 March 2026",
    "Job 7 failed: debrief.",
    "2 jobs wait, and no worker of “heavy” takes them.",
    "1 mail does not go out.",
    "Only 3 MB are free on the disk of box.",
    "The newest backup is of 2 March 2026",
    "No backup was ever made.",
]
FRENCH = [
    "Le balayage ne passe plus depuis le 2 mars 2026",
    "La tâche 7 a échoué\u00a0: debrief.",
    "2 tâches attendent et aucun processus de «\u00a0heavy\u00a0» ne les prend.",
    "1 courriel ne part pas.",
    "Il ne reste que 3\u00a0Mo sur le disque de box.",
    "La sauvegarde la plus récente est du 2 mars 2026",
    "Aucune sauvegarde n’a jamais été faite.",
]


def test_an_alert_is_logged_where_nobody_reads_mail(caplog):
    failed = job(state=Job.State.FAILED)
    with caplog.at_level(logging.ERROR, "domego_site.watching.alerts"):
        look()
        look(seconds=20)

    assert [record.getMessage() for record in caplog.records] == [f"Alert: job {failed.pk} {{'kind': 'debrief'}}"]
