"""Reports: asked for one by one or as the batch of a session, made by the heavy workers, kept by their contents."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q, QuerySet

from classrooms.files.storage import present
from classrooms.models import Debrief, DebriefFile, Report, ReportBatch, SeatPlan, Session, SessionTeam, User
from classrooms.questions.queries.team_answers import members_of
from classrooms.reports import pdf
from classrooms.reports.queries import WORKING
from classrooms.reports.services import charts_draw, debrief_freeze
from classrooms.reports.shown import digest_of, paper_of, parts_of, reasons
from games import clock, slots
from games.models import Job, Match, SeatHolder, Status
from games.selectors.authorship import players, stories
from games.work import outbox
from games.work.jobs import job_progress

logger = logging.getLogger(__name__)

JOB: Final = "report"
TRIES: Final = 3
"""How often a report is printed in a row when what it shows changes while it is printed."""


def register() -> None:
    """Have reports made when they are asked for."""
    slots.JOBS[JOB] = slots.Work(make)


def make(job: Job) -> None:
    """Print one report, unless it is there already, and again if what it shows changed meanwhile: whoever asked for it
    then was told that it is on its way. One whose subject is gone (a person was erased) is nobody's fault.
    """
    for _attempt in range(TRIES):
        report = Report.objects.select_related("match", "session__course", "user").filter(pk=int(job.subject)).first()
        if report is None:
            logger.info("report %s is not wanted any more", job.subject)
            return
        job_progress(job, 10)
        if is_current(report):
            return
        try:
            report_make(report=report)
        except ObjectDoesNotExist:
            if Report.objects.filter(pk=report.pk).exists():
                raise


def is_current(report: Report) -> bool:
    """Is its file there, and does it show what it would show now?"""
    return file_is_there(report) and not outdated([report])[0]


def outdated(reports: Sequence[Report]) -> list[list[str]]:
    """Why the file of each does not show what it would show now, in words; empty if it does. The number of queries does
    not grow with the reports of a session.
    """
    papers = [paper_of(report) for report in reports]
    return [
        [] if report.digest and report.digest == digest_of(paper, parts) else reasons(report.shows, parts)
        for report, paper, parts in zip(reports, papers, parts_of(papers), strict=True)
    ]


def file_is_there(report: Report) -> bool:
    """Was it made, and is it still where it was put?"""
    return bool(present([report.file.name]))


def paper_state(report: Report | None) -> dict[str, Any]:
    """How far the PDF of a report is: ready, working, failed, outdated (with `reasons`) or missing."""
    if report is None:
        return {"state": "missing"}
    is_there = file_is_there(report)
    why = outdated([report])[0] if is_there else []
    if is_there and not why:
        return {"state": "ready", "pages": report.pages}
    job = Job.objects.filter(kind=JOB, match=None, subject=str(report.pk)).first()
    if job is not None and job.state in WORKING:
        return {"state": "working", "percent": job.progress}
    if job is not None and job.state == Job.State.FAILED:
        return {"state": "failed"}
    return {"state": "outdated", "reasons": why} if why else {"state": "missing"}


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
    """Print a report and keep its file; the one that it replaces is deleted after commit. Workers only. What changes
    while it is printed makes it out of date. Raises Report.DoesNotExist for one that was deleted meanwhile.
    """
    paper = paper_of(report)
    parts = parts_of([paper])[0]
    digest = digest_of(paper, parts)
    printed = _printed(report, digest)
    with transaction.atomic():
        kept = Report.objects.select_for_update().get(pk=report.pk)
        if kept.file.name:
            _delete_after_commit(kept.file.storage, kept.file.name)
        kept.digest, kept.shows, kept.pages, kept.made_at = digest, parts, printed.pages, now or clock.now()
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


def file_delete(row: Report | DebriefFile) -> None:
    """Delete the file of a row, which stays, after commit."""
    if row.file.name:
        _delete_after_commit(row.file.storage, row.file.name)


def reports_forget(reports: Any) -> None:
    """Delete reports of a query set, and the jobs that were to make them; their files go after commit."""
    for report in reports.exclude(file=""):
        _delete_after_commit(report.file.storage, report.file.name)
    subjects = [str(pk) for pk in reports.values_list("pk", flat=True)]
    Job.objects.filter(kind=JOB, match=None, subject__in=subjects).delete()
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
    for each person who made a move there. Those that are there and up to date are kept. `full`: the instructor's
    copies as well, of the teams' with the plan for the debriefing, and the class's with names.
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
            copies = (False, True) if full else (False,)
            found += [report_of(Report.Kind.TEAM, language, match=match, full=copy) for copy in copies]
        if Report.Kind.STUDENT in kinds:
            found += [report_of(Report.Kind.STUDENT, language, match=match, user=user) for user in players_of(match)]
    if Report.Kind.CLASS in kinds and Debrief.objects.filter(match__session_team__session=play_session).exists():
        found.insert(0, report_of(Report.Kind.CLASS, language, session=play_session, full=full))
    return found


def players_of(match: Match) -> list[Any]:
    """Those who get a report of their own: whoever made a move, in the order of the seats."""
    told = players(stories(match))
    users = User.objects.filter(erased_at__isnull=True).in_bulk([person.id for person in told])
    return [users[person.id] for person in told if person.id in users]


@dataclass(frozen=True)
class WithoutReport:
    """Somebody who was given a seat at a table, or planned for one, and made no move there."""

    user: Any
    table: SessionTeam


def without_report(play_session: Session) -> list[WithoutReport]:
    """Who gets no report of their own of the tables that are over, because they made no move: by table and name."""
    tables = {table.match_id: table for table in tables_over(play_session) if table.match_id is not None}
    moved = members_of(table.match for table in tables.values() if table.match is not None)
    held = SeatHolder.objects.filter(seat__match__in=tables).order_by().values_list("seat__match", "user")
    plans = SeatPlan.objects.filter(session_team__match__in=tables).order_by()
    given = {*held, *plans.values_list("session_team__match", "user")}
    idle = [(match, user) for match, user in given if user not in moved[match]]
    people = User.objects.filter(erased_at__isnull=True).in_bulk({user for _match, user in idle})
    found = [WithoutReport(people[user], tables[match]) for match, user in idle if user in people]
    return sorted(found, key=lambda each: (each.table.position, each.user.get_full_name(), each.user.pk))


@transaction.atomic
def batch_again(*, batch: ReportBatch, now: datetime | None = None) -> list[Job]:
    """Take up what failed or is out of date; what is there is kept."""
    now = now or clock.now()
    asked = [report_request(report=report, now=now) for report in batch.reports.order_by("pk")]
    return [job for job in asked if job is not None]
