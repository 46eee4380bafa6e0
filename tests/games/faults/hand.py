"""A process of the site that runs commands from its input, line by line: `python -m tests.games.faults.hand`.

Each line of its input is `["name", argument ...]` in JSON, each line of its output the answer.
"""

import json
import os
import sys
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
django.setup()

from django.db import transaction
from django.db.models import F

from domego_site.models import Alert
from domego_site.watching import figures
from games.models import Decision, Job, Match, Notification
from games.platform import clock
from games.platform.pace import Pace
from games.platform.selectors.replaying import difference
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_start
from games.platform.work.notices import stuck_claims
from tests.games.factories import match_of, person, play_default


def start(count, held):
    """Start matches at one moment; one person holds `held` seats of each match."""
    ids = []
    for _ in range(count):
        match = match_of(seed=b"", started=False, pace_of_match=Pace(mode="async", hours=24))
        user = person(f"p{match.pk}")
        for seat in range(held):
            seat_assign(match_id=match.pk, seat=seat, user=user)
        ids.append(match.pk)
    with transaction.atomic():
        for pk in ids:
            match_start(match_id=pk)
    return ids


def progress(ids):
    """[status, number of moves] of each match."""
    rows = {pk: [status, number] for pk, status, number in Match.objects.values_list("pk", "status", "number")}
    return [rows[pk] for pk in ids]


def hurry(ids):
    """Make all pending decisions due now whose players were notified."""
    told = Decision.objects.filter(match__in=ids, closed_at__isnull=True, notified_at__isnull=False)
    return told.update(due_at=clock.now() - timedelta(seconds=1))


def age_notices():
    """Make all notices two minutes older, so that their mails are due."""
    return Notification.objects.filter(mail_claimed_at__isnull=True).update(
        created_at=F("created_at") - timedelta(minutes=2)
    )


def play(pk):
    """Play a person's pending decision."""
    return play_default(Match.objects.get(pk=pk), seat=0).move.number


def play_and_die(pk):
    """Play a person's pending decision, and end the process between commit and publish."""
    with transaction.atomic():
        transaction.on_commit(lambda: os._exit(9))
        play_default(Match.objects.get(pk=pk), seat=0)


def faults(ids):
    """Faults in the records of these matches: gaps, differences from a replay, missing jobs, decisions without a notice
    or with two notices.
    """
    found = []
    for match in Match.objects.filter(pk__in=ids):
        numbers = list(match.moves.order_by("number").values_list("number", flat=True))
        if numbers != list(range(match.number + 1)):
            found.append(f"{match.pk}: moves {numbers}")
        if (differs := difference(match)) is not None:
            found.append(f"{match.pk}: {differs}")
        notices = list(Notification.objects.filter(decision__match=match).values_list("decision", "user"))
        if len(notices) != len(set(notices)):
            found.append(f"{match.pk}: told twice")
        if match.decisions.filter(closed_at__isnull=True, notified_at__isnull=True, optional=False).exists():
            found.append(f"{match.pk}: not told")
        if match.is_over and match.jobs.exclude(state__in=Job.State.values).exists():
            found.append(f"{match.pk}: jobs")
    return found


def notices(pk):
    """[user, seat, key] of the notices of a match."""
    rows = Notification.objects.filter(decision__match=pk).order_by("pk")
    return [list(row) for row in rows.values_list("user__username", "decision__seat", "decision__key")]


def claims():
    """Mails that were claimed, sent, and claimed long ago without being sent."""
    later = clock.now() + timedelta(minutes=11)
    mailed = Notification.objects.filter(mail_claimed_at__isnull=False)
    return [mailed.count(), mailed.filter(mail_sent_at__isnull=False).count(), stuck_claims(later).count()]


def alerts():
    """[kind, whether it is over] of the operator's alerts."""
    return [[alert.kind, alert.ended_at is not None] for alert in Alert.objects.order_by("pk")]


def has_swept():
    """Has a sweep ended?"""
    return figures.last_sweep() is not None


def main():
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        answer = globals()[name](*arguments)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
