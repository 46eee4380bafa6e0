"""Papers: requested one by one or as the batch of a session, checked and printed by the workers of heavy jobs."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.core.exceptions import ObjectDoesNotExist
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import QuerySet

from classrooms.assess.reports import pdf
from classrooms.assess.reports.sources import hashed, reasons, sources_of, stamp_of
from classrooms.files.storage import present
from classrooms.models import Paper
from games.public import hooks
from games.public.base import clock
from games.public.models import Job
from games.public.work import job_progress, outbox

logger = logging.getLogger(__name__)

JOB: Final = "paper"
WORKING: Final = (Job.State.PENDING, Job.State.RUNNING)
TRIES: Final = 3
"""The number of consecutive attempts at a paper whose content changes while it is made."""


@dataclass(frozen=True)
class PaperState:
    """The state of a paper. An `outdated` one may be old, for the `reasons`: its worker finds out. `percent` is the
    progress of the work, `error` the error of the last attempt.
    """

    state: Literal["missing", "working", "failed", "outdated", "ready"] = "missing"
    paper: Paper | None = None
    percent: int = 0
    reasons: tuple[str, ...] = ()
    error: str = ""


def make(job: Job) -> None:
    """Make one paper unless it is current, and again if its content changed meanwhile, since later requests wait for
    the same job. The job of a deleted paper ends without an error.
    """
    for _attempt in range(TRIES):
        paper = (
            Paper.objects.select_related("match", "session__course", "user", "study__course")
            .filter(pk=int(job.subject))
            .first()
        )
        if paper is None:
            logger.info("paper %s is not wanted any more", job.subject)
            return
        job_progress(job, 10)
        if state_of(paper).state == "ready":
            return
        try:
            paper_make(paper=paper)
        except ObjectDoesNotExist:
            if Paper.objects.filter(pk=paper.pk).exists():
                raise


def paper_make(*, paper: Paper, now: datetime | None = None) -> Paper:
    """Check a paper: if its page differs from the printed one, print it and store the file; the old file is deleted
    after commit. Workers only. A change during printing makes it outdated. Raises Paper.DoesNotExist for a paper
    deleted meanwhile.
    """
    sources, draft = sources_of([paper])[0], pdf.draft_of(paper)
    is_same = paper.digest == draft.digest and bool(present([paper.file.name]))
    printed = None if is_same else pdf.printed(draft)
    with transaction.atomic():
        kept = Paper.objects.select_for_update().get(pk=paper.pk)
        if printed is None and kept.file.name != paper.file.name:
            return kept  # its file was taken away meanwhile
        kept.stamp, kept.shows = stamp_of(paper, sources), sources
        if printed is not None:
            file_delete(kept)
            kept.digest, kept.pages, kept.made_at = draft.digest, printed.pages, now or clock.now()
            kept.file.save(f"{paper.name}-{draft.digest[:12]}.pdf", ContentFile(printed.content), save=False)
        kept.save()
    return kept


def state_of(paper: Paper | None) -> PaperState:
    """The state of a paper; "missing" for None, a paper that was never requested."""
    return states_of([paper])[0] if paper is not None else PaperState()


def states_of(papers: Sequence[Paper]) -> list[PaperState]:
    """The state of each paper. Nothing is printed for it: a paper is ready while its sources are unchanged. The number
    of queries is constant.
    """
    files, jobs = present(paper.file.name for paper in papers), _jobs_of(papers)
    there = [paper for paper in papers if paper.file.name in files]
    why = {}
    for paper, sources in zip(there, sources_of(there), strict=True):
        is_current = paper.stamp and paper.stamp == stamp_of(paper, sources)
        why[paper.pk] = () if is_current else tuple(reasons(paper.shows, sources))
    return [_state(paper, jobs.get(str(paper.pk)), why.get(paper.pk)) for paper in papers]


def _jobs_of(papers: Sequence[Paper]) -> dict[str, Job]:
    rows = Job.objects.filter(kind=JOB, match=None, subject__in=[str(paper.pk) for paper in papers])
    return {job.subject: job for job in rows}


def _state(paper: Paper, job: Job | None, why: tuple[str, ...] | None) -> PaperState:
    """The state of one paper. `why` is None for a paper without a file, and empty for a current one."""
    if why == ():
        return PaperState("ready", paper)
    if job is not None and job.state in WORKING:
        return PaperState("working", paper, job.progress, error=job.error)
    if job is not None and job.state == Job.State.FAILED:
        return PaperState("failed", paper, error=job.error)
    return PaperState("outdated", paper, reasons=why) if why else PaperState("missing", paper)


def described(
    kind: str,
    language: str,
    *,
    match: Any = None,
    user: Any = None,
    session: Any = None,
    study: Any = None,
    full: bool = False,
    tables: Sequence[int] = (),
) -> Paper:
    """An unsaved paper with the columns that identify it."""
    about = {"session": session, "match": match, "user": user, "study": study}
    numbers = [str(each.pk) for each in about.values() if each is not None]
    chosen = [hashed(list(tables), 8)] if tables else []
    name = "-".join([kind, *numbers, language, *(["full"] if full else []), *chosen])
    return Paper(name=name, kind=kind, language=language, full=full, tables=list(tables), **about)


def papers_for(wanted: Iterable[Paper]) -> list[Paper]:
    """The rows of these papers, in their order; missing rows are made."""
    named = {paper.name: paper for paper in wanted}
    rows = Paper.objects.select_related("match__session_team", "session__course", "user", "study__course")
    known = set(rows.filter(name__in=named).values_list("name", flat=True))
    Paper.objects.bulk_create([each for name, each in named.items() if name not in known], ignore_conflicts=True)
    found = {paper.name: paper for paper in rows.filter(name__in=named)}
    return [found[name] for name in named]


@transaction.atomic
def papers_request(*, papers: Sequence[Paper], now: datetime | None = None) -> list[Job]:
    """Request papers that are missing or may be outdated; returns those that wait for a worker. The number of queries
    is constant.
    """
    wanted = [str(paper.pk) for paper, found in zip(papers, states_of(papers), strict=True) if found.state != "ready"]
    return outbox.jobs_request(kind=JOB, subjects=wanted, now=now or clock.now()) if wanted else []


def file_delete(paper: Paper) -> None:
    """Delete the file of a paper, which stays, after commit."""
    if paper.file.name:
        storage, name = paper.file.storage, paper.file.name
        transaction.on_commit(lambda: storage.delete(name))


def papers_delete(papers: QuerySet[Paper]) -> int:
    """Delete papers and their jobs; returns the number of files, which are deleted after commit."""
    printed = list(papers.exclude(file=""))
    for paper in printed:
        file_delete(paper)
    subjects = [str(pk) for pk in papers.values_list("pk", flat=True)]
    Job.objects.filter(kind=JOB, match=None, subject__in=subjects).delete()
    papers.delete()
    return len(printed)


hooks.JOBS[JOB] = hooks.Work(make)
