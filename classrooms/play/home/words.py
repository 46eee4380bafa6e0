"""Sentences about sessions on *Today*."""

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.grading.queries.mark_table import MarkTable, unfinished_words
from classrooms.models import SessionStatus
from classrooms.play.home.queries import Preparing, Ready, Running
from games.public.pages import when


def run_words(each: Running) -> str:
    """State, people, teams, and the planned debrief."""
    session, people, teams = each.play_session, each.line.people, len(each.rows)
    said = []
    if session.status == SessionStatus.OPEN:
        said.append(_("Open: people come in."))
        if session.starts_at:
            said.append(_("It starts by itself: %(at)s.") % {"at": when(session.starts_at)})
    if session.status == SessionStatus.PAUSED:
        said.append(_("Paused: all clocks stand still."))
    said.append(ngettext("%(n)d person seated.", "%(n)d people seated.", people) % {"n": people})
    said.append(ngettext("%(n)d team.", "%(n)d teams.", teams) % {"n": teams})
    if each.ended:
        said.append(ngettext("%(n)d has ended.", "%(n)d have ended.", each.ended) % {"n": each.ended})
    if session.debrief_at:
        said.append(_("Debrief: %(at)s.") % {"at": when(session.debrief_at)})
    return " ".join(said)


def todo_of(each: Preparing) -> list[tuple[bool, str]]:
    """The preparations that a session needs before it opens, each with whether it is done."""
    lines = [
        (each.has_pace, _("Scenario and pace")),
        (bool(each.names), ngettext("%(n)d name", "%(n)d names", each.names) % {"n": each.names}),
        (bool(each.tables), ngettext("%(n)d team", "%(n)d teams", each.tables) % {"n": each.tables}),
    ]
    if each.empty:
        seats = ngettext("%(n)d seat without a person: a bot", "%(n)d seats without a person: bots", each.empty)
        lines.append((False, seats % {"n": each.empty}))
    elif each.empty == 0:
        lines.append((True, _("A person on each seat")))
    lines.append((each.play_session.debrief_at is not None, _("Date of the debrief")))
    return lines


def marks_words(sheet: MarkTable) -> str:
    """The number of marks, and of marks to check."""
    marked = sum(row.final != "" for row in sheet.rows)
    missing = len(sheet.rows) - marked
    zeros = sum(row.final != "" and not Fraction(row.final) for row in sheet.rows)
    said = [ngettext("%(n)d mark.", "%(n)d marks.", marked) % {"n": marked}]
    if missing:
        said.append(ngettext("%(n)d is missing.", "%(n)d are missing.", missing) % {"n": missing})
    said += [unfinished] if (unfinished := unfinished_words(sheet.rows)) else []
    if zeros:
        said.append(ngettext("%(n)d is zero.", "%(n)d are zero.", zeros) % {"n": zeros})
    return " ".join(said)


def ready_words(each: Ready) -> str:
    """Debriefs, finished papers, and requested ones."""
    done = ngettext("%(done)d of %(n)d team.", "%(done)d of %(n)d teams.", each.teams)
    said = [done % {"done": each.debriefs, "n": each.teams}]
    papers = list(_papers(each))
    if papers:
        said.append(_("Papers: %(list)s.") % {"list": ", ".join(papers)})
    if each.making:
        waits = ngettext("%(n)d paper is not there yet.", "%(n)d papers are not there yet.", each.making)
        said.append(waits % {"n": each.making})
    return " ".join(said)


def _papers(each: Ready) -> Iterable[str]:
    if each.papers.get("class"):
        yield _("class report")
    if number := each.papers.get("team", 0):
        yield ngettext("%(n)d for a team", "%(n)d for teams", number) % {"n": number}
    if number := each.papers.get("student", 0):
        yield ngettext("%(n)d for a student", "%(n)d for students", number) % {"n": number}
