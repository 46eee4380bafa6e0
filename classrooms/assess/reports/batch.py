"""All papers of a session: requested together, with their progress, as one ZIP."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zipfile import ZipInfo

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.files import FieldFile
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.analysis.queries import JOB as ANALYSIS_JOB
from classrooms.assess.reports.papers import WORKING, PaperState, described, papers_for, papers_request, states_of
from classrooms.assess.reports.services import debrief_freeze
from classrooms.files.zipping import zipped
from classrooms.models import Debrief, Paper, PaperBatch, SeatPlan, Session, SessionTeam, User
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.questions.queries.team_answers import members_of
from games.public.base import clock
from games.public.matches import players, stories_in
from games.public.models import Job, Match, SeatHolder, Status
from games.ui.team_names import team_label

EPOCH: Final = (1980, 1, 1, 0, 0, 0)


@transaction.atomic
def batch_request(
    *,
    play_session: Session,
    language: str,
    kinds: Sequence[str],
    full: bool,
    by: Any = None,
    now: datetime | None = None,
) -> PaperBatch:
    """Request all papers of a session: the class's, one for each ended or stopped team, one for each person who made a
    move there. Current papers are kept. `full` adds the instructor's copies: of the teams' with the plan for the
    debrief, and the class's with names.
    """
    now = now or clock.now()
    values = {"language": language, "asked_by": by, "asked_at": now}
    batch = PaperBatch.objects.update_or_create(session=play_session, defaults=values)[0]
    papers = papers_for(_papers_of(play_session, language, kinds, full))
    batch.papers.set(papers)
    papers_request(papers=papers, now=now)
    return batch


@transaction.atomic
def batch_again(*, batch: PaperBatch, now: datetime | None = None) -> list[Job]:
    """Make failed and possibly outdated papers again; the others are kept."""
    rows = batch.papers.select_related("match", "session__course", "user")
    return papers_request(papers=list(rows.order_by("pk")), now=now)


def tables_over(play_session: Session) -> QuerySet[SessionTeam]:
    """Tables whose matches have ended, or were stopped after the first move. Branches abandoned by a step back are at
    no table.
    """
    stopped = Q(match__status=Status.ABORTED, match__number__gt=0)
    return play_session.session_teams.filter(Q(match__status=Status.FINISHED) | stopped).select_related("match")


def _papers_of(play_session: Session, language: str, kinds: Sequence[str], full: bool) -> list[Paper]:
    found = []
    matches = [table.match for table in tables_over(play_session).order_by("position", "pk") if table.match is not None]
    moved = players_in(matches)
    frozen = set(Debrief.objects.filter(match__in=matches).values_list("match", flat=True))
    for match in matches:
        if match.pk not in frozen:
            debrief_freeze(match=match)
        if Paper.Kind.TEAM in kinds:
            copies = (False, True) if full else (False,)
            found += [described(Paper.Kind.TEAM, language, match=match, full=copy) for copy in copies]
        if Paper.Kind.STUDENT in kinds:
            found += [described(Paper.Kind.STUDENT, language, match=match, user=user) for user in moved[match.pk]]
    if not matches:
        return []
    if Paper.Kind.SLIDES in kinds:
        found.insert(0, described(Paper.Kind.SLIDES, language, session=play_session))
    if Paper.Kind.CLASS in kinds:
        found.insert(0, described(Paper.Kind.CLASS, language, session=play_session, full=full))
    return found


def players_in(matches: Iterable[Match]) -> dict[int, list[Any]]:
    """People with a report of their own, by match: the authors of moves, in the order of the seats."""
    told = {match: players(seats) for match, seats in stories_in(matches).items()}
    ids = {person.id for people in told.values() for person in people}
    users = User.objects.filter(erased_at__isnull=True).in_bulk(ids)
    return {match: [users[person.id] for person in people if person.id in users] for match, people in told.items()}


@dataclass(frozen=True)
class WithoutReport:
    """A person with a seat at a table, held or planned, who made no move there."""

    user: Any
    table: SessionTeam


def without_report(play_session: Session) -> list[WithoutReport]:
    """People without a report of their own at ended tables, because they made no move. Sorted by table and name."""
    tables = {table.match_id: table for table in tables_over(play_session) if table.match_id is not None}
    moved = members_of(table.match for table in tables.values() if table.match is not None)
    held = SeatHolder.objects.filter(seat__match__in=tables).order_by().values_list("seat__match", "user")
    plans = SeatPlan.objects.filter(session_team__match__in=tables).order_by()
    given = {*held, *plans.values_list("session_team__match", "user")}
    idle = [(match, user) for match, user in given if user not in moved[match]]
    people = User.objects.filter(erased_at__isnull=True).in_bulk({user for _match, user in idle})
    tell_apart(play_session.course_id, people.values())
    found = [WithoutReport(people[user], tables[match]) for match, user in idle if user in people]
    return sorted(found, key=lambda each: (each.table.position, each.user.get_full_name(), each.user.pk))


@dataclass(frozen=True)
class Item:
    """One paper of a batch: ready, working, outdated (`why`) or failed (`error`)."""

    paper: Paper
    title: str
    path: str
    state: str
    error: str = ""
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class BatchProgress:
    """The state of a batch. `without` are people without a report of their own, `analysing` the number of teams whose
    matches are being analysed.
    """

    batch: PaperBatch
    items: tuple[Item, ...]
    without: tuple[WithoutReport, ...] = ()
    analysing: int = 0

    @property
    def moving(self) -> bool:
        """Is something still being made?"""
        return any(item.state == "working" for item in self.items)

    @property
    def done(self) -> int:
        """Papers that exist and are up to date."""
        return sum(item.state == "ready" for item in self.items)

    @property
    def failed(self) -> list[Item]:
        """Reports that could not be made."""
        return [item for item in self.items if item.state == "failed"]

    @property
    def outdated(self) -> list[Item]:
        """Papers that may be outdated."""
        return [item for item in self.items if item.state == "outdated"]

    @property
    def percent(self) -> int:
        """The finished part of the work in percent, failures included."""
        over = sum(item.state != "working" for item in self.items)
        return 100 * over // len(self.items) if self.items else 100

    @property
    def readers(self) -> list[tuple[str, list[Item]]]:
        """The papers by their readers, in the order of the list."""
        groups = [(reader, [item for item in self.items if reader_of(item.paper) == reader]) for reader in HEADINGS]
        return [(str(HEADINGS[reader]), items) for reader, items in groups if items]


def batch_progress(play_session: Session) -> BatchProgress | None:
    """The batch of a session in a constant number of queries; None if none was requested."""
    batch = PaperBatch.objects.filter(session=play_session).first()
    if batch is None:
        return None
    papers = list(batch.papers.select_related("match__session_team", "user", "session__course").order_by("pk"))
    tell_apart(play_session.course_id, [paper.user for paper in papers])
    papers.sort(key=lambda each: (_READERS.index(reader_of(each)), _ORDER[each.kind], _position(each), each.pk))
    items = tuple(_item(paper, found) for paper, found in zip(papers, states_of(papers), strict=True))
    return BatchProgress(batch, items, tuple(without_report(play_session)), _analysing(play_session))


def _analysing(play_session: Session) -> int:
    rows = Job.objects.filter(kind=ANALYSIS_JOB, match__session_team__session=play_session, state__in=WORKING)
    return rows.count()


_READERS: Final = ("instructor", "teams", "students")
HEADINGS: Final = {
    "instructor": gettext_lazy("For instructors"),
    "teams": gettext_lazy("For the teams"),
    "students": gettext_lazy("For students"),
}
"""The readers of papers, with the headings of the list."""
_ORDER: Final[dict[str, int]] = {kind: place for place, kind in enumerate(("class", "slides", "team", "student"))}


def reader_of(paper: Paper) -> str:
    """The reader of a paper: a key of `HEADINGS`."""
    if paper.session_id is not None or (paper.kind == Paper.Kind.TEAM and paper.full):
        return "instructor"
    return "teams" if paper.kind == Paper.Kind.TEAM else "students"


def _position(paper: Paper) -> int:
    table = getattr(paper.match, "session_team", None)
    return table.position if table is not None else 0


def _item(paper: Paper, found: PaperState) -> Item:
    """The state of one requested paper. A missing paper counts as failed, since its file was lost."""
    state, error = ("failed", _("The file is not there any more.")) if found.state == "missing" else (found.state, "")
    if found.error:
        error = _("One attempt failed; it is tried again.") if state == "working" else found.error
    return Item(paper, _title(paper), path_of(paper), state, error, found.reasons)


def _team(paper: Paper) -> str:
    return (paper.match.team_name or paper.match.title) if paper.match is not None else ""


def _title(paper: Paper) -> str:
    match paper.kind:
        case Paper.Kind.CLASS:
            return _("Class report with names") if paper.full else _("Class report")
        case Paper.Kind.SLIDES:
            return _("Slides for the plenary")
        case Paper.Kind.TEAM:
            words = _("%(team)s, with the plan for the debrief") if paper.full else "%(team)s"
            return words % {"team": capfirst(team_label(_team(paper)))}
    name = paper.user.called if paper.user is not None else ""
    return ", ".join(filter(None, (name, team_label(_team(paper)))))


def path_of(paper: Paper) -> str:
    """The path in the ZIP: the folder of its reader, and a file name that is clear without the folder."""
    folder = {"instructor": _("instructor"), "teams": _("teams"), "students": _("students")}[reader_of(paper)]
    folder = slugify(folder)
    if paper.kind == Paper.Kind.SLIDES:
        return f"{folder}/{_('slides')}-{paper.language}.pdf"
    if paper.kind == Paper.Kind.CLASS:
        name = _("class-report-with-names") if paper.full else _("class-report")
        return f"{folder}/{name}-{paper.language}.pdf"
    team = f"{_position(paper) + 1:02d}-{slugify(_team(paper)) or paper.match_id}"
    if paper.kind == Paper.Kind.TEAM:
        plan = "-" + _("instructor-copy-with-plan") if paper.full else ""
        return f"{folder}/{team}{plan}-{paper.language}.pdf"
    person = slugify(paper.user.get_full_name()) if paper.user is not None else ""
    return f"{folder}/{team}/{person or _('student')}-{paper.user_id}-{paper.language}.pdf"


def zip_blocks(progress: BatchProgress) -> Iterator[bytes]:
    """The bytes of the ZIP in blocks; its table of contents, in the current language, gives reasons for absent
    papers.
    """
    entries: list[tuple[ZipInfo, Iterable[bytes]]] = [
        (_entry(f"{_('contents')}.txt", progress.batch.asked_at), [_contents(progress).encode()])
    ]
    for item in progress.items:
        if item.state == "ready":
            entries.append((_entry(item.path, item.paper.made_at), _blocks(item.paper.file)))
    return zipped(entries)


def _blocks(file: FieldFile) -> Iterator[bytes]:
    with file.open("rb") as opened:
        yield from opened.chunks()


def _entry(path: str, at: datetime | None) -> ZipInfo:
    return ZipInfo(path, EPOCH if at is None else at.timetuple()[:6])


def _contents(progress: BatchProgress) -> str:
    lines = [_("%(done)d of %(all)d reports") % {"done": progress.done, "all": len(progress.items)}, ""]
    for item in progress.items:
        if item.state == "ready":
            lines.append(f"{item.path}: {item.title}")
        elif item.state == "outdated":
            words = {"title": item.title, "why": ", ".join(item.why)}
            lines.append(_("MAY BE OUT OF DATE, not in here: %(title)s, because %(why)s") % words)
        elif item.state == "failed":
            lines.append(_("NOT MADE: %(title)s. %(why)s") % {"title": item.title, "why": item.error})
        else:
            lines.append(_("NOT MADE YET: %(title)s") % {"title": item.title})
    for each in progress.without:
        words = {"name": each.user.called, "team": each.table.name}
        lines.append(_("NO REPORT OF THEIR OWN: %(name)s, %(team)s, made no move") % words)
    return "\r\n".join([*lines, ""])
