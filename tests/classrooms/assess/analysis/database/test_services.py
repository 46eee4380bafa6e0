"""Analyses are asked for, worked out by a queue of their own, called off and started again."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from classrooms.assess.analysis import services
from classrooms.assess.analysis.jobs import goes_by_itself
from classrooms.assess.analysis.queries import JOB, analysis_of, analysis_progress, played, seed_of
from classrooms.assess.analysis.services import analysed, analysis_cancel, analysis_request, analysis_work
from classrooms.models import Analysis
from games.models import AuthorKind, Job, Move
from games.platform import clock
from games.platform.work import outbox
from games.platform.work.jobs import do_job
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, match_of, played_by_bots

pytestmark = pytest.mark.django_db
FEW = 4


@pytest.fixture
def finished():
    """A small match that bots have played to the end."""
    return played_by_bots(match_of(scenario="tiny"))


def asked(match, **more):
    return analysis_request(match=match, playouts=FEW, now=NOW, **more)


def job_of(match):
    return Job.objects.get(match=match, kind=JOB)


def worked_out(match):
    """Compute the analysis as its worker does."""
    assert analysis_work(match=match, progress=lambda share: None)
    Job.objects.filter(match=match, kind=JOB).update(state=Job.State.DONE)


def kept(match):
    row = Analysis.objects.get(match=match)
    return row.status, row.progress, bool(row.results), bool(row.digest), row.done_at is not None


def test_an_analysis_that_was_asked_for_is_worked_out_and_read(finished):
    row = asked(finished)

    assert analysis_progress(finished).state == "working"
    assert do_job(job_of(finished).pk) is True
    assert kept(finished) == ("done", 100, True, True, True)
    results = analysis_of(finished)
    assert (results.game, results.seed, results.weighing.playouts) == ("domego", row.seed, 0)
    assert list(results.account.reached[1:]) == [10 * row["value"] for row in finished.result["targets"]]
    assert analysis_progress(finished).state == "ready"


def test_the_same_seed_gives_the_same_text(finished):
    asked(finished)
    worked_out(finished)
    first = Analysis.objects.get(match=finished)
    asked(finished, again=True)
    worked_out(finished)

    second = Analysis.objects.get(match=finished)
    assert (second.digest, second.results) == (first.digest, first.results)


def test_matches_of_one_scenario_are_held_against_the_same_draws(finished):
    other = match_of(scenario="tiny", seed=bytes(32))
    hidden = match_of(scenario="tiny", options={"hidden_allocations": True})

    assert seed_of(other) == seed_of(finished)
    assert seed_of(hidden) != seed_of(finished)


def test_one_that_is_done_is_not_done_again_unasked(finished):
    asked(finished)
    worked_out(finished)

    asked(finished)

    assert kept(finished) == ("done", 100, True, True, True)
    assert job_of(finished).state == Job.State.DONE


def test_a_cancelled_one_leaves_nothing_behind_and_starts_again(finished):
    asked(finished)

    assert analysis_cancel(match=finished) is True
    do_job(job_of(finished).pk)
    assert kept(finished) == ("cancelled", 0, False, False, False)
    assert analysis_progress(finished).state == "cancelled"
    assert analysis_cancel(match=finished) is False

    asked(finished)
    worked_out(finished)
    assert kept(finished) == ("done", 100, True, True, True)


def test_one_that_is_called_off_at_work_stops_at_the_next_step(opponents):
    asked(opponents)
    shares = []

    def cancel_on_the_way(share):
        shares.append(share)
        if share > 0.1:
            analysis_cancel(match=opponents)

    assert analysis_work(match=opponents, progress=cancel_on_the_way) is False
    assert [share > 0.1 for share in shares].count(True) == 1
    assert kept(opponents) == ("cancelled", 0, False, False, False)


def test_one_that_is_called_off_at_its_end_stays_so(finished):
    asked(finished)
    results = analysed(played(finished), bytes(32), FEW, lambda share: None)
    analysis_cancel(match=finished)

    assert services._keep(finished, results, NOW) is False
    assert kept(finished) == ("cancelled", 0, False, False, False)


def test_a_worker_that_dies_leaves_it_to_the_next_one(opponents):
    asked(opponents)

    def die(share):
        raise MemoryError

    with pytest.raises(MemoryError):
        analysis_work(match=opponents, progress=die)
    assert kept(opponents) == ("working", 0, False, False, False)

    worked_out(opponents)
    assert kept(opponents) == ("done", 100, True, True, True)


def test_one_that_failed_each_time_says_so_and_can_be_asked_for_again(finished):
    asked(finished)
    Job.objects.filter(match=finished, kind=JOB).update(state=Job.State.FAILED, attempts=3)
    assert analysis_progress(finished).state == "failed"

    asked(finished)

    assert analysis_progress(finished).state == "working"


def test_a_match_that_is_not_over_has_none(finished):
    assert analysis_progress(match_of(scenario="tiny")).state == "absent"
    assert analysis_progress(finished).state == "missing"
    assert analysis_of(finished) is None


def test_results_of_an_older_form_count_as_none(finished):
    asked(finished)
    worked_out(finished)
    Analysis.objects.update(results='{"version":0}')

    assert analysis_of(finished) is None
    assert analysis_progress(finished).state == "missing"


@pytest.mark.parametrize(("rehearsal", "switched_on", "begins"), [(False, True, 1), (True, True, 0), (False, False, 0)])
def test_rivals_of_a_session_are_analysed_when_they_end_if_the_site_says_so(domego, rehearsal, switched_on, begins):
    domego.AUTO_ANALYSIS = switched_on
    play_session = session_of(course_of(), game="dominyam", started=True, is_rehearsal=rehearsal)
    match = play_session.session_teams.get().match

    outbox.jobs_at_end(match, clock.now())

    assert match.jobs.filter(kind=JOB).count() == begins


def test_an_account_of_a_match_of_nobodys_session_is_there_at_once_and_rivals_wait_for_the_button(
    domego, finished, opponents
):
    domego.AUTO_ANALYSIS = True

    assert (goes_by_itself(finished), goes_by_itself(opponents)) == (True, False)
    domego.AUTO_ANALYSIS = False
    assert goes_by_itself(finished) is False


def test_matches_of_people_come_first_by_their_debrief_and_those_of_bots_alone_last():
    """Three messages do three analyses, whichever of them they name."""
    matches = {}
    for name, debrief_at in (("bots", NOW), ("unplanned", None), ("late", NOW + timedelta(days=2)), ("soon", NOW)):
        play_session = session_of(course_of(), started=True, debrief_at=debrief_at)
        matches[name] = played_by_bots(play_session.session_teams.get().match)
        if name != "bots":
            Move.objects.filter(match=matches[name], number=1).update(author_kind=AuthorKind.PLAYER)
    jobs = [job_of(matches[name]) for name in matches if asked(matches[name])]

    order = []
    for job in jobs:
        assert do_job(job.pk) is True
        done = Job.objects.filter(kind=JOB, state=Job.State.DONE).values_list("match", flat=True)
        order += [name for name, match in matches.items() if match.pk in set(done) and name not in order]

    assert order == ["soon", "late", "unplanned", "bots"]
    assert do_job(jobs[0].pk) is False


def test_what_takes_minutes_waits_in_a_queue_of_its_own():
    kinds = (JOB, "role_scores", "debrief", "grades", "forgotten")
    assert [outbox.queue_of(kind) for kind in kinds] == ["analysis", "analysis", "heavy", "heavy", "heavy"]


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("analysis_progress_in_percent", {"progress": 101}),
        ("analysis_has_results_when_done", {"status": "done"}),
        ("analysis_has_results_when_done", {"results": "{}"}),
    ],
)
def test_the_database_refuses_what_cannot_be(finished, constraint, values):
    asked(finished)

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Analysis.objects.update(**values)
