"""Renewing papers after changes: a finished analysis or an erased person."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import ngettext

from classrooms.assess.analysis.queries import JOB as ANALYSIS_JOB
from classrooms.assess.reports.papers import JOB, WORKING, file_delete, papers_delete, papers_request
from classrooms.assess.reports.sources import ERASED, NAMELESS, Sources, sources_of
from classrooms.models import Paper
from games.public.models import Job, Match
from games.public.work import outbox


@transaction.atomic
def papers_follow(*, match: Match, now: datetime | None = None) -> None:
    """Request a check of a match's papers that may be outdated. The class's paper waits until no match of the class is
    being analysed.
    """
    about = Q(match=match)
    table = getattr(match, "session_team", None)
    if table is not None and not _is_analysed_on(table.session_id, match):
        about |= Q(session=table.session_id)
    papers_request(papers=_printed(about & ~Q(kind=Paper.Kind.DECISIONS)), now=now)


def _printed(about: Q) -> list[Paper]:
    rows = Paper.objects.filter(about).exclude(file="")
    return list(rows.select_related("match", "session__course", "user").order_by("pk"))


def _is_analysed_on(session_id: int, match: Match) -> bool:
    """Is another match of the session being analysed?"""
    rows = Job.objects.filter(kind=ANALYSIS_JOB, match__session_team__session=session_id, state__in=WORKING)
    return rows.exclude(match=match).exists()


@dataclass(frozen=True)
class Renewed:
    """The effects of an erasure on papers, in numbers of files. `gone` were the person's own. `again` (by kind of
    paper) are made again: they named the person, or may be outdated so that this is unknown.
    """

    gone: int = 0
    again: Counter[str] = field(default_factory=Counter)

    @property
    def gone_words(self) -> str:
        """The number of deleted papers in the current language; empty for none."""
        words = ngettext("the person's own report goes", "%(n)d own reports go", self.gone)
        return words % {"n": self.gone} if self.gone else ""

    @property
    def again_words(self) -> list[str]:
        """Numbers of renewed papers by kind, in the current language; empty for none."""
        teams, students = self.again[Paper.Kind.TEAM], self.again[Paper.Kind.STUDENT]
        classes, slides = self.again[Paper.Kind.CLASS], self.again[Paper.Kind.SLIDES]
        sheets = self.again[Paper.Kind.DECISIONS]
        told = [
            (teams, ngettext("one report of a team", "%(n)d reports of teams", teams)),
            (students, ngettext("one report of somebody else", "%(n)d reports of others", students)),
            (classes, ngettext("one report of the class", "%(n)d reports of classes", classes)),
            (slides, ngettext("the slides of one class", "the slides of %(n)d classes", slides)),
            (sheets, ngettext("one PDF of decision sheets", "%(n)d PDFs of decision sheets", sheets)),
        ]
        return [words % {"n": number} for number, words in told if number]


def papers_forget_own(*, user: Any) -> int:
    """Delete a person's own papers; returns the number of files, which are deleted after commit."""
    return papers_delete(Paper.objects.filter(user=user))


def papers_forget_others(*, matches: Collection[int], courses: Collection[int], now: datetime) -> Counter[str]:
    """After a person is erased, delete the files of all papers of these matches and courses that showed the person.
    Request these papers again; returns their number by kind. All other files stay. It runs in the transaction of the
    erasure; files are deleted after commit.
    """
    again: Counter[str] = Counter()
    papers = _printed(Q(match__in=matches) | Q(session__course__in=courses))
    for paper, sources in zip(papers, sources_of(papers), strict=True):
        if _showed_others(paper.shows, sources):
            file_delete(paper)
            paper.file, paper.stamp, paper.digest, paper.shows = "", "", "", {ERASED: "erased"}
            paper.save(update_fields=["file", "stamp", "digest", "shows"])
            outbox.job_request(kind=JOB, subject=str(paper.pk), now=now, again=True)
            again[paper.kind] += 1
    return again


def _showed_others(before: Sources, now: Sources) -> bool:
    """Has any source changed in which people may be named? If no such source changed, the file names no erased person,
    since a new print would name none.
    """
    return any(before.get(source) != now[source] for source in now if source not in NAMELESS) or not now
