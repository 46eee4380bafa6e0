"""Making papers again when what they tell of changed: an analysis is there, a person was erased."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import ngettext

from classrooms.analysis.queries import JOB as ANALYSIS_JOB
from classrooms.models import Paper
from classrooms.reports.papers import JOB, WORKING, file_delete, papers_delete, papers_request
from classrooms.reports.stamps import ERASED, NAMELESS, Parts, parts_of
from games.models import Job, Match
from games.work import outbox


@transaction.atomic
def papers_follow(*, match: Match, now: datetime | None = None) -> None:
    """Have papers that were made of a match looked at where they may be old. That of its class waits until no match of
    the class is being analysed any more.
    """
    about = Q(match=match)
    table = getattr(match, "session_team", None)
    if table is not None and not _is_analysed_on(table.session_id, match):
        about |= Q(session=table.session_id)
    papers_request(papers=_printed(about), now=now)


def _printed(about: Q) -> list[Paper]:
    rows = Paper.objects.filter(about).exclude(file="")
    return list(rows.select_related("match", "session__course", "user").order_by("pk"))


def _is_analysed_on(session_id: int, match: Match) -> bool:
    """Is another match of the session being analysed?"""
    rows = Job.objects.filter(kind=ANALYSIS_JOB, match__session_team__session=session_id, state__in=WORKING)
    return rows.exclude(match=match).exists()


@dataclass(frozen=True)
class Renewed:
    """What an erasure does to papers, in numbers of files: `gone` were the person's own, `again` (by kind of paper)
    are made again because they named the person, or may be old so that nobody can say.
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
        teams, students = self.again[Paper.Kind.TEAM], self.again[Paper.Kind.STUDENT]
        classes, slides = self.again[Paper.Kind.CLASS], self.again[Paper.Kind.SLIDES]
        told = [
            (teams, ngettext("one report of a team", "%(n)d reports of teams", teams)),
            (students, ngettext("one report of somebody else", "%(n)d reports of others", students)),
            (classes, ngettext("one report of the class", "%(n)d reports of classes", classes)),
            (slides, ngettext("the slides of one class", "the slides of %(n)d classes", slides)),
        ]
        return [words % {"n": number} for number, words in told if number]


def papers_forget_own(*, user: Any) -> int:
    """Delete somebody's own papers; returns how many had a file, which is deleted after commit."""
    return papers_delete(Paper.objects.filter(user=user))


def papers_forget_others(*, matches: Collection[int], courses: Collection[int], now: datetime) -> Counter[str]:
    """After everything of a person is erased: delete the files of all papers of these matches and courses that showed
    the person, and have them made again; returns how many of each kind. All other files stay. In the transaction of
    the erasure; files are deleted after commit.
    """
    again: Counter[str] = Counter()
    papers = _printed(Q(match__in=matches) | Q(session__course__in=courses))
    for paper, parts in zip(papers, parts_of(papers), strict=True):
        if _showed_others(paper.shows, parts):
            file_delete(paper)
            paper.file, paper.stamp, paper.digest, paper.shows = "", "", "", {ERASED: "erased"}
            paper.save(update_fields=["file", "stamp", "digest", "shows"])
            outbox.job_request(kind=JOB, subject=str(paper.pk), now=now, again=True)
            again[paper.kind] += 1
    return again


def _showed_others(before: Parts, now: Parts) -> bool:
    """Does the file show something in which somebody may be named and that is otherwise now? Where all of that is as it
    was printed, the file names nobody who is erased, for what would be printed now does not either.
    """
    return any(before.get(part) != now[part] for part in now if part not in NAMELESS) or not now
