"""How far the reports of a session are, and all of them as one ZIP."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.utils.text import slugify
from django.utils.translation import gettext as _

from classrooms.debriefs.reports import JOB
from classrooms.grading.research_zip import Wire
from classrooms.models import Report, ReportBatch, Session
from games.models import Job

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
WORKING: Final = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class Item:
    """One report of a batch. `error` says why it is not there."""

    report: Report
    title: str
    path: str
    state: str
    error: str = ""


@dataclass(frozen=True)
class Standing:
    """A batch as its page shows it."""

    batch: ReportBatch
    items: tuple[Item, ...]

    @property
    def moving(self) -> bool:
        """Is something still being made?"""
        return any(item.state == "working" for item in self.items)

    @property
    def done(self) -> int:
        """Reports that are there."""
        return sum(item.state == "ready" for item in self.items)

    @property
    def failed(self) -> list[Item]:
        """Reports that could not be made."""
        return [item for item in self.items if item.state == "failed"]

    @property
    def percent(self) -> int:
        """How much of the work is over, whatever came of it."""
        over = sum(item.state != "working" for item in self.items)
        return 100 * over // len(self.items) if self.items else 100


def standing_of(play_session: Session) -> Standing | None:
    """The batch of a session in three queries; None where none was asked for."""
    batch = ReportBatch.objects.filter(session=play_session).first()
    if batch is None:
        return None
    reports = list(batch.reports.select_related("match__session_team", "user").order_by("pk"))
    reports.sort(key=lambda each: (_ORDER[each.kind], _position(each), each.pk))
    subjects = [str(report.pk) for report in reports]
    jobs = {job.subject: job for job in Job.objects.filter(kind=JOB, match=None, subject__in=subjects)}
    return Standing(batch, tuple(_item(report, jobs.get(str(report.pk))) for report in reports))


_ORDER: Final[dict[str, int]] = {Report.Kind.CLASS: 0, Report.Kind.TEAM: 1, Report.Kind.STUDENT: 2}


def _position(report: Report) -> int:
    table = getattr(report.match, "session_team", None)
    return table.position if table is not None else 0


def _item(report: Report, job: Job | None) -> Item:
    """What a job that is over left: a file, or the reason why there is none."""
    if job is not None and job.state in WORKING:
        again = _("One attempt failed; it is tried again.") if job.error else ""
        return Item(report, _title(report), _path(report), "working", again)
    if job is not None and job.state == Job.State.FAILED:
        return Item(report, _title(report), _path(report), "failed", job.error)
    if not report.file.name or not report.file.storage.exists(report.file.name):
        return Item(report, _title(report), _path(report), "failed", _("The file is not there any more."))
    return Item(report, _title(report), _path(report), "ready")


def _team(report: Report) -> str:
    return (report.match.team_name or report.match.title) if report.match is not None else ""


def _title(report: Report) -> str:
    match report.kind:
        case Report.Kind.CLASS:
            return _("Class report with names") if report.full else _("Class report")
        case Report.Kind.TEAM:
            words = _("Team %(team)s, with the plan for the debriefing") if report.full else _("Team %(team)s")
            return words % {"team": _team(report)}
    name = report.user.get_full_name() if report.user is not None else ""
    return _("%(name)s, team %(team)s") % {"name": name, "team": _team(report)}


def _path(report: Report) -> str:
    """Where it stands in the ZIP."""
    if report.kind == Report.Kind.CLASS:
        return f"{_('class')}-{report.language}.pdf"
    team = f"{_position(report) + 1:02d}-{slugify(_team(report)) or report.match_id}"
    if report.kind == Report.Kind.TEAM:
        return f"{_('teams')}/{team}-{report.language}.pdf"
    person = slugify(report.user.get_full_name()) if report.user is not None else ""
    return f"{_('students')}/{team}/{person or _('student')}-{report.user_id}-{report.language}.pdf"


def zip_blocks(standing: Standing) -> Iterator[bytes]:
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


def _contents(standing: Standing) -> str:
    lines = [_("%(done)d of %(all)d reports") % {"done": standing.done, "all": len(standing.items)}, ""]
    for item in standing.items:
        if item.state == "ready":
            lines.append(f"{item.path}: {item.title}")
        elif item.state == "failed":
            lines.append(_("NOT MADE: %(title)s. %(why)s") % {"title": item.title, "why": item.error})
        else:
            lines.append(_("NOT MADE YET: %(title)s") % {"title": item.title})
    return "\r\n".join([*lines, ""])
