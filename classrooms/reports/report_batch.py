"""How far the reports of a session are, and all of them as one ZIP."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.analysis.queries import JOB as ANALYSIS_JOB
from classrooms.files.storage import present
from classrooms.grading.files.research_zip import Wire
from classrooms.models import Report, ReportBatch, Session
from classrooms.reports.reports import JOB, WithoutReport, outdated, without_report
from games.kit.team_names import team_label
from games.models import Job

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
WORKING: Final = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class Item:
    """One report of a batch: ready, working, outdated (`why`) or failed (`error`)."""

    report: Report
    title: str
    path: str
    state: str
    error: str = ""
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class BatchStanding:
    """A batch as its page shows it. `without` are those who get no report of their own, `analysing` the number of teams
    whose matches are being analysed.
    """

    batch: ReportBatch
    items: tuple[Item, ...]
    without: tuple[WithoutReport, ...] = ()
    analysing: int = 0

    @property
    def moving(self) -> bool:
        """Is something still being made?"""
        return any(item.state == "working" for item in self.items)

    @property
    def done(self) -> int:
        """Reports that are there and show what they would show now."""
        return sum(item.state == "ready" for item in self.items)

    @property
    def failed(self) -> list[Item]:
        """Reports that could not be made."""
        return [item for item in self.items if item.state == "failed"]

    @property
    def outdated(self) -> list[Item]:
        """Reports that would show something else now."""
        return [item for item in self.items if item.state == "outdated"]

    @property
    def percent(self) -> int:
        """How much of the work is over, whatever came of it."""
        over = sum(item.state != "working" for item in self.items)
        return 100 * over // len(self.items) if self.items else 100

    @property
    def readers(self) -> list[tuple[str, list[Item]]]:
        """The reports by whom they are for, in the order of the list."""
        groups = [(reader, [item for item in self.items if reader_of(item.report) == reader]) for reader in HEADINGS]
        return [(str(HEADINGS[reader]), items) for reader, items in groups if items]


def batch_standing(play_session: Session) -> BatchStanding | None:
    """The batch of a session in a number of queries that does not grow with it; None where none was asked for."""
    batch = ReportBatch.objects.filter(session=play_session).first()
    if batch is None:
        return None
    about = ("match__session_team", "user", "session__course")
    reports = list(batch.reports.select_related(*about).order_by("pk"))
    reports.sort(key=lambda each: (_READERS.index(reader_of(each)), _ORDER[each.kind], _position(each), each.pk))
    subjects = [str(report.pk) for report in reports]
    jobs = {job.subject: job for job in Job.objects.filter(kind=JOB, match=None, subject__in=subjects)}
    still = [report for report in reports if _is_still(jobs.get(str(report.pk)))]
    files = present(report.file.name for report in still)
    there = [report for report in still if report.file.name in files]
    why = dict(zip((report.pk for report in there), outdated(there), strict=True))
    items = tuple(_item(report, jobs.get(str(report.pk)), why.get(report.pk)) for report in reports)
    return BatchStanding(batch, items, tuple(without_report(play_session)), _analysing(play_session))


def _is_still(job: Job | None) -> bool:
    """Neither in work nor failed."""
    return job is None or job.state not in (*WORKING, Job.State.FAILED)


def _analysing(play_session: Session) -> int:
    rows = Job.objects.filter(kind=ANALYSIS_JOB, match__session_team__session=play_session, state__in=WORKING)
    return rows.count()


_READERS: Final = ("instructor", "teams", "students")
HEADINGS: Final = {
    "instructor": gettext_lazy("For instructors"),
    "teams": gettext_lazy("For the teams"),
    "students": gettext_lazy("For students"),
}
"""Whom a report is for, and what that part of the list is called."""
_ORDER: Final[dict[str, int]] = {Report.Kind.CLASS: 0, Report.Kind.TEAM: 1, Report.Kind.STUDENT: 2}


def reader_of(report: Report) -> str:
    """Whom it is for."""
    if report.kind == Report.Kind.CLASS or (report.kind == Report.Kind.TEAM and report.full):
        return "instructor"
    return "teams" if report.kind == Report.Kind.TEAM else "students"


def _position(report: Report) -> int:
    table = getattr(report.match, "session_team", None)
    return table.position if table is not None else 0


def _item(report: Report, job: Job | None, why: list[str] | None) -> Item:
    """What a job that is over left: a file that is up to date or not, or the reason why there is none."""
    title, path = _title(report), path_of(report)
    if job is not None and job.state in WORKING:
        again = _("One attempt failed; it is tried again.") if job.error else ""
        return Item(report, title, path, "working", again)
    if job is not None and job.state == Job.State.FAILED:
        return Item(report, title, path, "failed", job.error)
    if why is None:
        return Item(report, title, path, "failed", _("The file is not there any more."))
    return Item(report, title, path, "outdated" if why else "ready", why=tuple(why))


def _team(report: Report) -> str:
    return (report.match.team_name or report.match.title) if report.match is not None else ""


def _title(report: Report) -> str:
    match report.kind:
        case Report.Kind.CLASS:
            return _("Class report with names") if report.full else _("Class report")
        case Report.Kind.TEAM:
            words = _("%(team)s, with the plan for the debriefing") if report.full else "%(team)s"
            return words % {"team": capfirst(team_label(_team(report)))}
    name = report.user.get_full_name() if report.user is not None else ""
    return ", ".join(filter(None, (name, team_label(_team(report)))))


def path_of(report: Report) -> str:
    """Where it stands in the ZIP: in the folder of its reader, under a name that says so on its own, too."""
    folder = {"instructor": _("instructor"), "teams": _("teams"), "students": _("students")}[reader_of(report)]
    folder = slugify(folder)
    if report.kind == Report.Kind.CLASS:
        name = _("class-report-with-names") if report.full else _("class-report")
        return f"{folder}/{name}-{report.language}.pdf"
    team = f"{_position(report) + 1:02d}-{slugify(_team(report)) or report.match_id}"
    if report.kind == Report.Kind.TEAM:
        plan = "-" + _("instructor-copy-with-plan") if report.full else ""
        return f"{folder}/{team}{plan}-{report.language}.pdf"
    person = slugify(report.user.get_full_name()) if report.user is not None else ""
    return f"{folder}/{team}/{person or _('student')}-{report.user_id}-{report.language}.pdf"


def zip_blocks(standing: BatchStanding) -> Iterator[bytes]:
    """The bytes of the ZIP, one report in memory at a time; a list of all of them says why one is not in it."""
    wire = Wire()
    with ZipFile(wire, "w", ZIP_STORED) as archive:
        archive.writestr(_entry(f"{_('contents')}.txt", standing.batch.asked_at), _contents(standing))
        yield wire.taken()
        for item in standing.items:
            if item.state == "ready":
                with item.report.file.open("rb") as file:
                    archive.writestr(_entry(item.path, item.report.made_at), file.read())
                yield wire.taken()
    yield wire.taken()


def _entry(path: str, at: datetime | None) -> ZipInfo:
    return ZipInfo(path, EPOCH if at is None else at.timetuple()[:6])


def _contents(standing: BatchStanding) -> str:
    lines = [_("%(done)d of %(all)d reports") % {"done": standing.done, "all": len(standing.items)}, ""]
    for item in standing.items:
        if item.state == "ready":
            lines.append(f"{item.path}: {item.title}")
        elif item.state == "outdated":
            words = {"title": item.title, "why": ", ".join(item.why)}
            lines.append(_("OUT OF DATE, not in here: %(title)s, because %(why)s") % words)
        elif item.state == "failed":
            lines.append(_("NOT MADE: %(title)s. %(why)s") % {"title": item.title, "why": item.error})
        else:
            lines.append(_("NOT MADE YET: %(title)s") % {"title": item.title})
    for each in standing.without:
        words = {"name": each.user.get_full_name(), "team": each.table.name}
        lines.append(_("NO REPORT OF THEIR OWN: %(name)s, %(team)s, made no move") % words)
    return "\r\n".join([*lines, ""])
