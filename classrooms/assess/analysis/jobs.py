"""The job that analyses a match, and the rule for matches that are analysed automatically."""

from typing import Final

from django.db.models import Exists, F, OuterRef

from classrooms.assess.analysis import services
from classrooms.assess.analysis.queries import JOB, can_be_analysed, costs_of, result_account_of
from classrooms.hooks import ACCOUNTS, ANALYSED, WEIGHED
from classrooms.models import SessionTeam
from games.engine.analysis import reckons
from games.public import hooks
from games.public.base import clock, conf
from games.public.matches import game_of
from games.public.models import OF_PEOPLE, Job, Match, Move
from games.public.work import job_progress, news

DEBRIEF_AT: Final = "match__session_team__session__debrief_at"


def goes_by_itself(match: Match) -> bool:
    """Is a match analysed without a request? It is where the site allows it, if the analysis takes a moment or the
    session counts.
    """
    if not conf.AUTO_ANALYSIS or not can_be_analysed(match):
        return False
    if not reckons(game_of(match).analysis):
        return True
    return SessionTeam.objects.filter(match=match, session__is_rehearsal=False).exists()


def most_urgent() -> int | None:
    """The order of waiting analyses: matches in which people decided come first, by planned debrief, then by age.
    Matches of bots alone come last.
    """
    people = Move.objects.filter(match=OuterRef("match"), author_kind__in=OF_PEOPLE)
    waiting = Job.objects.filter(kind=JOB, state=Job.State.PENDING).exclude(lease_until__gt=clock.now())
    ordered = waiting.order_by(Exists(people).desc(), F(DEBRIEF_AT).asc(nulls_last=True), "created_at", "pk")
    return ordered.values_list("pk", flat=True).first()


def analyse(job: Job) -> None:
    """Carry out an analysis from the start, renew pages that wait for it, and request papers made without it again. A
    cancelled analysis is skipped.
    """
    match = Match.objects.get(jobs=job)
    services.begin(job, match)
    if services.analysis_work(match=match, progress=lambda share: job_progress(job, int(100 * share))):
        news.publish(f"match-{match.pk}")
        for follow in ANALYSED:
            follow(match)


hooks.JOBS[JOB] = hooks.Work(analyse, at_end=goes_by_itself, queue="analysis", next=most_urgent)
WEIGHED.fill(costs_of)
ACCOUNTS.fill(result_account_of)
