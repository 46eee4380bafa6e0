"""Constraints of the database."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from games.models import (
    AwayPlan,
    Decision,
    Event,
    Job,
    Match,
    Message,
    Move,
    Notification,
    PushSubscription,
    Seat,
    SeatAsk,
    SeatHolder,
    SeatInvite,
)
from games.platform.services.forks import match_fork
from tests.games.factories import NOW, match_of, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A match with one of everything."""
    ada = person()
    match = match_of(ada, scenario="pair", now=NOW)
    play_default(match)
    decision = match.decisions.filter(closed_at__isnull=True).first()
    Notification.objects.create(decision=decision, user=ada, created_at=NOW)
    Job.objects.create(kind="papers", match=match, created_at=NOW)
    seat = match.seats.get(index=0)
    times = {"starts_at": NOW, "ends_at": NOW + timedelta(days=1), "created_at": NOW}
    AwayPlan.objects.create(seat=seat, user=ada, instructions={}, **times)
    PushSubscription.objects.create(user=ada, endpoint="https://push.example.org/1", created_at=NOW)
    SeatInvite.objects.create(seat=match.seats.get(index=1), nonce="a" * 32, created_at=NOW)
    SeatAsk.objects.create(seat=seat, user=ada, asked_at=NOW)
    return match


def copy_of(model, **changes):
    row = model.objects.order_by("-pk").first()
    for name, value in {"pk": None, **changes}.items():
        setattr(row, name, value)
    row._state.adding = True
    return row


def refuses(row, constraint):
    """Expect that the named constraint refuses a row (SQLite names the fields of a unique constraint instead)."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        row.save(force_insert=True)
    found = next(c for c in type(row)._meta.constraints if c.name == constraint)
    if connection.vendor == "postgresql" or not getattr(found, "fields", ()):
        assert constraint in str(refused.value)
    else:
        columns = [type(row)._meta.get_field(name).column for name in found.fields]
        assert all(f".{column}" in str(refused.value) for column in columns)


@pytest.mark.parametrize(
    ("model", "changes", "constraint"),
    [
        (Match, {"status": "asleep"}, "match_status_known"),
        (Match, {"expected": "maybe"}, "match_expected_known"),
        (Match, {"forked_at": 3}, "match_fork_has_parent_and_number"),
        (Match, {"status": "finished", "result": None}, "match_finished_has_result"),
        (Seat, {}, "seat_index_unique_in_match"),
        (SeatHolder, {}, "holder_unique_while_holding"),
        (SeatAsk, {}, "seat_ask_open_once"),
        (SeatAsk, {"answer": "refused"}, "seat_ask_answered_at_a_time"),
        (Move, {}, "move_number_unique_in_match"),
        (Move, {"number": 50, "seat": None}, "move_zero_is_the_setup"),
        (Move, {"number": 50, "author_kind": "brought"}, "move_zero_is_the_setup"),
        (Event, {}, "event_number_unique_in_match"),
        (Decision, {}, "decision_unique_in_seat"),
        (Notification, {}, "notification_unique_per_decision"),
        (AwayPlan, {}, "away_plan_unique_while_it_holds"),
        (AwayPlan, {"ends_at": NOW}, "away_plan_ends_after_it_starts"),
        (AwayPlan, {"ended_at": NOW}, "away_plan_end_has_a_reason"),
        (PushSubscription, {}, "push_endpoint_unique"),
        (Job, {}, "job_unique_per_match"),
        (Job, {"kind": "other", "progress": 101}, "job_progress_in_percent"),
        (Job, {"kind": "other", "attempts": 1, "losses": 2}, "job_losses_are_attempts"),
        (Job, {"kind": "other", "subject": "session:1"}, "job_has_match_or_subject"),
        (Job, {"match": None}, "job_has_match_or_subject"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_row_that_breaks_a_constraint_is_refused(table, model, changes, constraint):
    refuses(copy_of(model, **changes), constraint)


def test_a_fork_needs_its_number_too(table):
    refuses(copy_of(Match, parent=table), "match_fork_has_parent_and_number")


def test_a_submission_id_is_used_once_per_seat(table):
    Move.objects.filter(number=1).update(submission_id="one")

    refuses(copy_of(Move, number=2, submission_id="one"), "move_submission_unique_in_seat")
    copy_of(Move, number=2, submission_id=None).save(force_insert=True)
    copy_of(Move, number=3, submission_id=None).save(force_insert=True)


def test_nobody_plays_at_their_own_screen_beside_themselves(table):
    holder = SeatHolder.objects.first()

    refuses(copy_of(SeatHolder, released_at=NOW, together_with=holder.user), "holder_together_with_another")


def test_whoever_holds_a_seat_has_no_stand_in_there(table):
    refuses(copy_of(SeatHolder, has_stand_in=True), "holder_with_stand_in_is_released")


def test_a_subject_has_one_job_of_a_kind(table):
    Job.objects.create(kind="scores", subject="session:1", created_at=NOW)

    refuses(copy_of(Job), "job_unique_per_subject")
    copy_of(Job, subject="session:2").save(force_insert=True)


def test_an_invitation_is_unique(table):
    with pytest.raises(IntegrityError), transaction.atomic():
        copy_of(SeatInvite).save(force_insert=True)


def test_every_named_constraint_is_tested_here():
    models = (Match, Seat, SeatHolder, SeatInvite, Move, Event, Decision, Notification, Job, Message)
    models = (*models, AwayPlan, PushSubscription, SeatAsk)
    named = {constraint.name for model in models for constraint in model._meta.constraints}
    source = Path(__file__).read_text(encoding="utf-8")

    assert {name for name in named if source.count(f'"{name}"') == 0} == set()


def test_a_match_with_forks_cannot_be_deleted(table):
    match_fork(match_id=table.pk, number=0, by=None, reason="")

    with pytest.raises(ProtectedError):
        table.delete()
