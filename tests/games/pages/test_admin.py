"""Pages and permissions of the operator."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import Job, Match, Notification
from games.platform import clock
from games.platform.pace import Pace
from tests.games.factories import SEED, match_of, person, play_default

pytestmark = pytest.mark.django_db

MODELS = ["match", "move", "decision", "notification", "job", "seatholder", "seatinvite", "message"]


@pytest.fixture
def operator(client):
    client.force_login(person("root", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def match():
    ada = person()
    match = match_of(ada, scenario="pair", pace_of_match=Pace(mode="live", minutes=1))
    play_default(match, seat=0, user=ada)
    decision = match.decisions.filter(closed_at__isnull=True).first()
    Notification.objects.create(decision=decision, user=ada, created_at=clock.now())
    match.seats.get(index=0).invites.create(nonce="secret" * 5, created_at=clock.now())
    match.messages.create(text="Hello", author=ada, created_at=clock.now())
    Job.objects.create(kind="papers", match=match, created_at=clock.now(), state=Job.State.FAILED, error="no paper")
    return match


def rows(answer):
    return answer.context["cl"].result_list


@pytest.mark.parametrize("model", MODELS)
def test_records_can_be_looked_at_and_not_changed(operator, match, model):
    listed = operator.get(reverse(f"admin:games_{model}_changelist"))
    row = rows(listed)[0]
    page = operator.get(reverse(f"admin:games_{model}_change", args=[row.pk]))
    changed = operator.post(reverse(f"admin:games_{model}_change", args=[row.pk]), {"title": "x"})

    assert (listed.status_code, page.status_code, changed.status_code) == (200, 200, 403)
    for answer in (listed, page):
        assert SEED.hex() not in answer.content.decode()
        assert "secretsecret" not in answer.content.decode()
    assert operator.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_nothing_but_talk_can_be_deleted(operator, match):
    def delete_page(model):
        (row, *_others) = rows(operator.get(reverse(f"admin:games_{model}_changelist")))
        return operator.get(reverse(f"admin:games_{model}_delete", args=[row.pk]))

    deletable = [model for model in MODELS if delete_page(model).status_code == 200]

    assert deletable == ["message"]


def test_matches_that_should_have_gone_on_are_found(operator, match):
    listed = reverse("admin:games_match_changelist") + "?overdue=yes"
    found = [list(rows(operator.get(listed)))]

    match.decisions.update(due_at=clock.now() - timedelta(minutes=2))
    found.append(list(rows(operator.get(listed))))

    assert found == [[], [match]]


def test_mails_that_may_not_have_gone_out_are_found(operator, match):
    listed = reverse("admin:games_notification_changelist") + "?stuck=yes"
    found = [len(rows(operator.get(listed)))]

    Notification.objects.update(mail_claimed_at=clock.now() - timedelta(minutes=11))
    found.append(len(rows(operator.get(listed))))

    assert found == [0, 1]


def test_failed_jobs_can_be_tried_again(operator, match):
    done = Job.objects.create(kind="other", match=match, created_at=clock.now(), state=Job.State.DONE)

    operator.post(
        reverse("admin:games_job_changelist"),
        {"action": "retry", "_selected_action": list(Job.objects.values_list("pk", flat=True))},
    )

    assert list(Job.objects.order_by("pk").values_list("kind", "state", "attempts", "error")) == [
        ("papers", "pending", 0, ""),
        (done.kind, "done", 0, ""),
    ]


@pytest.mark.parametrize("more", [0, 3])
def test_the_list_of_matches_takes_the_same_number_of_queries_however_long(
    operator, match, more, django_assert_max_num_queries
):
    for _ in range(more):
        match_of(scenario="pair")

    with django_assert_max_num_queries(6):
        answer = operator.get(reverse("admin:games_match_changelist"))

    assert len(rows(answer)) == Match.objects.count() == more + 1
