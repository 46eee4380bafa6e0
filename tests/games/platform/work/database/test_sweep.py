"""The sweep finds work that no message announced."""

from datetime import timedelta

import pytest

from games.models import Decision, Job
from games.platform import clock, hooks
from games.platform.pace import Pace
from games.platform.services.bots import play_bots
from games.platform.services.matches import match_pause
from games.platform.work import sweep as sweeping
from games.platform.work.notices import notify_open
from games.platform.work.sweep import GRACE, LEASE, lost_jobs, overdue_matches, sweep
from tests.games.factories import NOW, match_of, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

SOON = NOW + timedelta(seconds=3)


def test_fresh_work_is_left_to_its_message():
    match_of(scenario="pair", now=NOW)

    assert sweep(now=NOW + GRACE - timedelta(milliseconds=1)) == []


def test_a_bot_that_owes_a_move_is_found_once_per_lease():
    match = match_of(scenario="pair", now=NOW)

    found = [sweep(now=SOON), sweep(now=SOON), sweep(now=SOON + LEASE + timedelta(seconds=1))]

    assert found == [[("games.after_move", match.pk)], [], [("games.after_move", match.pk)]]


def test_what_a_bot_has_answered_is_done():
    match = match_of(person(), scenario="pair", now=NOW)
    play_bots(match_id=match.pk)
    notify_open(match_id=match.pk, now=NOW)

    assert sweep(now=SOON + LEASE) == []


def test_a_bot_that_has_chosen_to_wait_is_left_alone_until_another_move():
    match = match_of(person(), scenario="pair", now=NOW)
    Decision.objects.filter(match=match, seat=1).update(bot_looked_at=match.number)
    notify_open(match_id=match.pk, now=NOW)
    assert sweep(now=SOON + LEASE) == []

    play_default(match, seat=0)

    assert sweep(now=SOON + LEASE) == [("games.after_move", match.pk)]


def test_a_person_who_was_not_told_is_found():
    match = match_of(person(), person(), scenario="pair", now=NOW)

    assert sweep(now=SOON) == [("games.after_move", match.pk)]
    notify_open(match_id=match.pk, now=SOON)
    assert sweep(now=SOON + LEASE * 2) == []


def test_what_is_overdue_is_found_and_with_late_policy_wait_left():
    matches = [
        match_of(person(), person(), scenario="pair", pace_of_match=Pace(mode="live"), late_policy=policy, now=NOW)
        for policy in ("default", "bot", "wait")
    ]
    for match in matches:
        notify_open(match_id=match.pk, now=NOW)
    later = NOW + timedelta(minutes=3)

    assert sorted(sweep(now=later)) == [("games.apply_due", match.pk) for match in matches[:2]]
    assert sweep(now=later) == []
    assert list(overdue_matches(later + timedelta(minutes=2)).order_by("pk")) == matches[:2]


def test_a_paused_match_has_no_work():
    match = match_of(scenario="pair", pace_of_match=Pace(mode="live"), now=NOW)
    match_pause(match_id=match.pk)

    assert sweep(now=NOW + timedelta(hours=1)) == []


def test_a_job_that_nobody_began_and_one_whose_worker_died_are_found():
    match = match_of(scenario="pair", now=NOW)
    Decision.objects.update(closed_at=NOW)
    waiting = Job.objects.create(kind="papers", match=match, created_at=NOW)
    later = NOW + timedelta(minutes=6)
    common = {"match": match, "created_at": NOW, "state": Job.State.RUNNING, "attempts": 1}
    orphaned = Job.objects.create(kind="orphaned", lease_until=NOW + timedelta(minutes=5), **common)
    Job.objects.create(kind="in work", lease_until=later + timedelta(minutes=1), **common)
    Job.objects.create(kind="done", **{**common, "state": Job.State.DONE})
    Job.objects.create(kind="failed", **{**common, "state": Job.State.FAILED})

    assert list(lost_jobs(later).order_by("pk")) == [waiting, orphaned]
    assert sorted(sweep(now=later)) == [("heavy.do_job", waiting.pk), ("heavy.do_job", orphaned.pk)]
    assert sweep(now=later) == []


HOUR = timedelta(hours=1)


@pytest.mark.parametrize("leased", [False, True])
@pytest.mark.parametrize("people", [0, 2], ids=["bots", "people"])
def test_a_clock_that_was_set_back_by_an_hour_hides_no_work(people, leased):
    """The work was asked for, and leased, before the clock was set back."""
    match = match_of(*(person() for _each in range(people)), scenario="pair", now=NOW)
    if leased:
        assert sweep(now=SOON) == [("games.after_move", match.pk)]

    found = [sweep(now=SOON - HOUR), sweep(now=SOON - HOUR)]

    assert found == [[("games.after_move", match.pk)], []]


def test_a_deadline_is_played_although_its_lease_is_from_before_the_clock_was_set_back():
    match = match_of(person(), person(), scenario="pair", pace_of_match=Pace(mode="live", minutes=1), now=NOW)
    notify_open(match_id=match.pk, now=NOW)
    Decision.objects.update(lease_until=NOW + HOUR + LEASE, due_at=NOW - timedelta(seconds=1))

    assert sweep(now=NOW) == [("games.apply_due", match.pk)]


@pytest.mark.parametrize("state", [Job.State.PENDING, Job.State.RUNNING])
def test_a_job_is_taken_up_although_its_lease_is_from_before_the_clock_was_set_back(state):
    job = Job.objects.create(
        kind="papers", match=match_of(scenario="pair", now=NOW), state=state, created_at=NOW + HOUR
    )
    Job.objects.update(lease_until=NOW + HOUR)

    assert list(lost_jobs(NOW)) == [job]


def test_a_fault_of_another_apps_task_keeps_no_match_waiting(monkeypatch, caplog):
    asked = []

    def faulty(now):
        asked.append(now)
        raise ValueError("of another app")

    monkeypatch.setattr(hooks, "SWEEPS", [faulty, asked.append])
    match = match_of(scenario="pair", now=NOW)

    assert sweeping.sweep() == [("games.after_move", match.pk)]
    assert len(asked) == 2
    assert "a task of the sweep failed" in caplog.text


@pytest.mark.parametrize("people", [2, 1])
def test_a_message_is_sent_after_a_move_exactly_where_a_sweep_would_find_work(
    people, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        sweeping.outbox.current_app, "send_task", lambda task, **more: sent.append((task, *more["args"]))
    )
    match = match_of(*[person() for _ in range(people)], scenario="pair", now=NOW)
    play_bots(match_id=match.pk)
    notify_open(match_id=match.pk, now=NOW)
    match.refresh_from_db()
    seen = set()

    while match.number < 30 and not match.is_over:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            play_default(match, user=None)
        announced = ("games.after_move", match.pk) in sent
        match.refresh_from_db()
        assert announced == (("games.after_move", match.pk) in sweep(now=clock.now() + GRACE))
        seen.add(announced)
        Decision.objects.filter(match=match).update(lease_until=None)
        if people == 1:
            play_bots(match_id=match.pk)
        notify_open(match_id=match.pk, now=NOW)
        match.refresh_from_db()

    assert seen == {True, False}
