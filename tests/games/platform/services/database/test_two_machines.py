"""Two machines on one database, each with beat and workers: every job that both find is done once."""

from datetime import timedelta

import pytest

from classrooms.assess.analysis.services import analysis_request, analysis_work, begin
from games import tasks
from games.models import AuthorKind, Decision, Job, Notification, Status
from games.platform import clock, hooks
from games.platform.pace import Pace
from games.platform.work import outbox
from games.platform.work.notices import notify_open, send_mails
from games.platform.work.sweep import sweep
from tests.games.factories import match_of, person, played_by_bots
from tests.games.platform.services.processes.test_concurrency import at_once, is_sound

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]

DO = {"games.after_move": tasks.after_move, "games.apply_due": tasks.apply_due, "heavy.do_job": tasks.do_job}
MACHINES = range(2)


@pytest.fixture
def done():
    """The kinds of the jobs that were done, one entry a job; analyses are computed, and charts are not drawn."""
    found, kinds = [], dict(hooks.JOBS)

    def analyse(job):
        begin(job, job.match)
        assert analysis_work(match=job.match, progress=lambda share: None)
        found.append("analysis")

    hooks.JOBS["papers"] = hooks.Work(lambda job: found.append("papers"))
    hooks.JOBS["analysis"] = hooks.Work(analyse)
    yield found
    hooks.JOBS.clear()
    hooks.JOBS.update(kinds)


def late_match(then, policy):
    """A match whose person was notified, and whose first decision has been overdue for two minutes."""
    match = match_of(person(), pace_of_match=Pace(mode="live", minutes=3), late_policy=policy, now=then)
    notify_open(match_id=match.pk, now=then)
    return match


def told_match(then):
    """A match whose person was notified five minutes ago and whose mail is due."""
    match = match_of(person(), pace_of_match=Pace(mode="async"), now=then)
    notify_open(match_id=match.pk, now=then)
    return match


def test_what_two_sweeps_find_and_two_workers_do_at_once_is_done_once(done, mailoutbox):
    then = clock.now() - timedelta(minutes=5)
    ended = played_by_bots(match_of(scenario="tiny", now=then))
    Job.objects.all().delete()
    outbox.job_request(kind="papers", match=ended, now=then)
    analysis_request(match=ended, playouts=4, now=then)
    alone, untold = match_of(scenario="pair", now=then), match_of(person(), scenario="pair", now=then)
    late, late_bot = late_match(then, "default"), late_match(then, "bot")
    told = told_match(then)
    running = [alone, untold, late, late_bot, told]

    found = at_once(lambda _machine: sweep(), MACHINES)

    everything = found[0] + found[1]
    assert len(everything) == len(set(everything))
    assert {("games.apply_due", late.pk), ("games.apply_due", late_bot.pk)} <= set(everything)
    assert {("games.after_move", alone.pk), ("games.after_move", untold.pk)} <= set(everything)

    def work(_machine):
        """Give all tasks to both machines, as if every message came twice."""
        for task, pk in sorted(everything):
            DO[task](pk)
        send_mails()

    at_once(work, MACHINES)

    for match in running:
        is_sound(match)
    assert alone.status == Status.FINISHED
    made = [match.moves.filter(seat=0).values_list("author_kind", flat=True).get() for match in (late, late_bot)]
    assert made == [AuthorKind.DEADLINE, AuthorKind.BOT]
    notices = list(Notification.objects.values_list("decision", "user"))
    assert len(notices) == len(set(notices))
    pending = Decision.objects.filter(match=untold, closed_at__isnull=True, optional=False, seat=0)
    assert list(pending.values_list("notifications__user", flat=True)) == [
        untold.seats.get(index=0).holders.get().user_id
    ]
    assert [mail.to for mail in mailoutbox] == [[told.seats.get(index=0).holders.get().user.email]]
    assert sorted(done) == ["analysis", "papers"]
    assert set(Job.objects.filter(match=ended).values_list("state", "attempts")) == {(Job.State.DONE, 1)}
