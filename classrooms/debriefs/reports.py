"""Reports: asked for one by one or as the batch of a session, made by the heavy workers, kept by their contents."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q, QuerySet

from classrooms.debriefs import pdf
from classrooms.debriefs.report_digests import digest_of
from classrooms.debriefs.selectors import WORKING
from classrooms.debriefs.services import charts_draw, debrief_freeze
from classrooms.models import Debrief, Report, ReportBatch, Session, SessionTeam
from games import clock, outbox
from games.jobs import job_progress
from games.models import Job, Match, SeatHolder, Status

logger = logging.getLogger(__name__)

JOB: Final = "report"
LEASE: Final = timedelta(seconds=90)
"""A report takes seconds: one whose worker died is taken up again after this time."""


def register() -> None:
    """Have reports made when they are asked for."""
    outbox.handle(JOB, make)


def make(job: Job) -> None:
    """Print one report, unless it is there already."""
    report = Report.objects.select_related("match", "session__course", "user").get(pk=int(job.subject))
    job_progress(job, 10, LEASE)
    if not is_current(report):
        report_make(report=report)


def is_current(report: Report) -> bool:
    """Is its file there, and does it show what it would show now?"""
    if not report.digest or not report.file.name or report.digest != digest_of(report):
        return False
    return bool(report.file.storage.exists(report.file.name))


def paper_state(report: Report | None) -> dict[str, Any]:
    """How far the PDF of a report is: ready, working, failed or missing."""
    if report is None:
        return {"state": "missing"}
    if is_current(report):
        return {"state": "ready", "pages": report.pages}
    job = Job.objects.filter(kind=JOB, match=None, subject=str(report.pk)).first()
    if job is not None and job.state in WORKING:
        return {"state": "working", "percent": job.progress}
    return {"state": "failed" if job is not None and job.state == Job.State.FAILED else "missing"}


def report_of(
    kind: str, language: str, *, match: Match | None = None, user: Any = None, session: Any = None, full: bool = False
) -> Report:
    """The row of a report, made at the first time."""
    about = [str(each.pk) for each in (session, match, user) if each is not None]
    name = "-".join([kind, *about, language, *(["full"] if full else [])])
    values = {"kind": kind, "language": language, "match": match, "user": user, "session": session, "full": full}
    return Report.objects.get_or_create(name=name, defaults=values)[0]


@transaction.atomic
def report_request(*, report: Report, now: datetime | None = None) -> Job | None:
    """Have a report made by a worker; None if the file is there and up to date."""
    if is_current(report):
        return None
    return outbox.job_request(kind=JOB, subject=str(report.pk), now=now or clock.now(), again=True)


def report_make(*, report: Report, now: datetime | None = None) -> Report:
    """Print a report and keep its file; the one that it replaces is deleted after commit. Workers only."""
    digest = digest_of(report)
    printed = _printed(report, digest)
    with transaction.atomic():
        kept = Report.objects.select_for_update().get(pk=report.pk)
        if kept.file.name:
            _delete_after_commit(kept.file.storage, kept.file.name)
        kept.digest, kept.pages, kept.made_at = digest, printed.pages, now or clock.now()
        kept.file.save(f"{report.name}-{digest[:12]}.pdf", ContentFile(printed.content), save=False)
        kept.save()
    return kept


def _printed(report: Report, digest: str) -> pdf.Printed:
    if report.kind == Report.Kind.CLASS:
        assert report.session is not None  # noqa: S101  by report_is_about_something
        return pdf.printed_class(report.session, report.language, digest, full=report.full)
    debrief = Debrief.objects.select_related("match").get(match=report.match_id)
    if report.kind == Report.Kind.STUDENT:
        return pdf.printed_student(debrief, report.user, report.language)
    charts_draw(debrief=debrief, language=report.language)
    return pdf.printed(debrief, report.language, full=report.full)


def _delete_after_commit(storage: Any, name: str) -> None:
    transaction.on_commit(lambda: storage.delete(name))


def reports_forget(reports: Any) -> None:
    """Delete reports of a query set; their files go after commit."""
    for report in reports.exclude(file=""):
        _delete_after_commit(report.file.storage, report.file.name)
    reports.delete()


@transaction.atomic
def batch_request(
    *,
    play_session: Session,
    language: str,
    kinds: Sequence[str],
    full: bool,
    by: Any = None,
    now: datetime | None = None,
) -> ReportBatch:
    """Have all reports of a session made: the class's, one for each team that has ended or was stopped, one
    for each person who held a seat there. Those that are there and up to date are kept. `full`: the instructor's
    copies, with names.
    """
    now = now or clock.now()
    values = {"language": language, "asked_by": by, "asked_at": now}
    batch = ReportBatch.objects.update_or_create(session=play_session, defaults=values)[0]
    reports = _reports_of(play_session, language, kinds, full)
    batch.reports.set(reports)
    for report in reports:
        report_request(report=report, now=now)
    return batch


def tables_over(play_session: Session) -> QuerySet[SessionTeam]:
    """The tables whose matches have ended, or were stopped after somebody had moved. A branch that a step back left is
    at no table.
    """
    stopped = Q(match__status=Status.ABORTED, match__number__gt=0)
    return play_session.session_teams.filter(Q(match__status=Status.FINISHED) | stopped).select_related("match")


def _reports_of(play_session: Session, language: str, kinds: Sequence[str], full: bool) -> list[Report]:
    found = []
    for table in tables_over(play_session).order_by("position", "pk"):
        match = table.match
        if match is None:
            continue
        if not Debrief.objects.filter(match=match).exists():
            debrief_freeze(match=match)
        if Report.Kind.TEAM in kinds:
            found.append(report_of(Report.Kind.TEAM, language, match=match, full=full))
        if Report.Kind.STUDENT in kinds:
            rows = SeatHolder.objects.filter(seat__match=match).select_related("user").order_by("seat__index", "pk")
            people = {row.user_id: row.user for row in rows}
            found += [report_of(Report.Kind.STUDENT, language, match=match, user=user) for user in people.values()]
    if Report.Kind.CLASS in kinds and Debrief.objects.filter(match__session_team__session=play_session).exists():
        found.insert(0, report_of(Report.Kind.CLASS, language, session=play_session, full=full))
    return found


@transaction.atomic
def batch_again(*, batch: ReportBatch, now: datetime | None = None) -> list[Job]:
    """Take up what failed or is out of date; what is there is kept."""
    now = now or clock.now()
    asked = [report_request(report=report, now=now) for report in batch.reports.order_by("pk")]
    return [job for job in asked if job is not None]
