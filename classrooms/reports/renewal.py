"""Making papers again when what they tell of changed: an analysis is there, a person was erased."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import ngettext

from classrooms.analysis.queries import JOB as ANALYSIS_JOB
from classrooms.models import DebriefFile, Report
from classrooms.reports.queries import WORKING, file_of
from classrooms.reports.reports import JOB, file_delete, outdated, report_request, reports_forget
from classrooms.reports.services import file_request
from classrooms.reports.shown import ERASED, NAMELESS, Parts, paper_of, parts_of, team_paper
from games import clock
from games.models import Job, Match
from games.work import outbox


@transaction.atomic
def papers_follow(*, match: Match, now: datetime | None = None) -> None:
    """Have papers that were made of a match made again where they are out of date. That of its class waits until no
    match of the class is being analysed any more.
    """
    now = now or clock.now()
    for made in DebriefFile.objects.filter(debrief__match=match).select_related("debrief__match"):
        if file_of(made.debrief, made.language)[1]:
            file_request(match=match, language=made.language, now=now)
    about = Q(match=match)
    table = getattr(match, "session_team", None)
    if table is not None and not _is_analysed_on(table.session_id, match):
        about |= Q(session=table.session_id)
    reports = list(Report.objects.filter(about).exclude(file="").select_related("match", "session__course", "user"))
    for report, why in zip(reports, outdated(reports), strict=True):
        if why:
            report_request(report=report, now=now)


def _is_analysed_on(session_id: int, match: Match) -> bool:
    """Is another match of the session being analysed?"""
    rows = Job.objects.filter(kind=ANALYSIS_JOB, match__session_team__session=session_id, state__in=WORKING)
    return rows.exclude(match=match).exists()


@dataclass(frozen=True)
class Renewed:
    """What an erasure does to papers, in numbers of files: `gone` were the person's own, `again` (by kind of report)
    are made again because they named the person, or were out of date so that nobody can say.
    """

    gone: int = 0
    again: Counter[str] = field(default_factory=Counter)

    @property
    def gone_words(self) -> str:
        """In the current language; empty where none goes."""
        words = ngettext("the person's own report goes", "%(n)d own reports go", self.gone)
        return words % {"n": self.gone} if self.gone else ""

    @property
    def again_words(self) -> list[str]:
        """In the current language, by kind; nothing where none is made again."""
        teams, students, classes = (self.again[kind] for kind in ("team", "student", "class"))
        told = [
            (teams, ngettext("one report of a team", "%(n)d reports of teams", teams)),
            (students, ngettext("one report of somebody else", "%(n)d reports of others", students)),
            (classes, ngettext("one report of the class", "%(n)d reports of classes", classes)),
        ]
        return [words % {"n": number} for number, words in told if number]


def papers_forget_own(*, user: Any) -> int:
    """Delete somebody's own reports; returns how many had a file, which is deleted after commit."""
    own = Report.objects.filter(user=user)
    number: int = own.exclude(file="").count()
    reports_forget(own)
    return number


def papers_forget_others(*, matches: Collection[int], courses: Collection[int], now: datetime) -> Counter[str]:
    """After everything of a person is erased: delete the files of all papers of these matches and courses that showed
    the person, and have them made again; returns how many of each kind. All other files stay. In the transaction of
    the erasure; files are deleted after commit.
    """
    again = Counter({Report.Kind.TEAM.value: _files_forget(matches, now)})
    about = Q(match__in=matches) | Q(session__course__in=courses)
    reports = list(Report.objects.filter(about).exclude(file="").select_related("match", "session__course", "user"))
    for report, parts in zip(reports, parts_of([paper_of(report) for report in reports]), strict=True):
        if _showed_others(report.shows, parts):
            file_delete(report)
            report.file, report.digest, report.shows = "", "", {ERASED: "erased"}
            report.save(update_fields=["file", "digest", "shows"])
            outbox.job_request(kind=JOB, subject=str(report.pk), now=now, again=True)
            again[report.kind] += 1
    return +again


def _files_forget(matches: Iterable[int], now: datetime) -> int:
    """The teams' own copies, which stand beside their debriefs."""
    rows = DebriefFile.objects.filter(debrief__match__in=matches).exclude(file="").select_related("debrief__match")
    files, number = list(rows), 0
    papers = [team_paper(made.debrief.match, made.language) for made in files]
    for made, parts in zip(files, parts_of(papers), strict=True):
        if _showed_others(made.shows, parts):
            file_delete(made)
            made.delete()
            file_request(match=made.debrief.match, language=made.language, now=now)
            number += 1
    return number


def _showed_others(before: Parts, now: Parts) -> bool:
    """Does the file show something in which somebody may be named and that is otherwise now? Where all of that is as it
    was printed, the file names nobody who is erased, for what would be printed now does not either.
    """
    return any(before.get(part) != now[part] for part in now if part not in NAMELESS) or not now
