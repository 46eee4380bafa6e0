"""Interventions in the matches of a session, abandoned branches included."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Session, SessionTeam
from games.engine.facilitation import Brought
from games.public.matches import deeds, scenario_of
from games.public.models import Intervention, Message
from games.public.steering import TAKES_AWAY
from games.ui import faces
from games.ui.dates import lasting
from games.ui.faces import RoleName

Kind = Intervention.Kind

EVENTS: Final = (Kind.EVENT, Kind.EVENT_PLAN)
"""Kinds of interventions with an event of the facilitator."""
CHANGES_RESULT: Final = (*TAKES_AWAY, Kind.STEP_BACK, Kind.END)
"""Kinds of interventions that change a result. A team may ask about them afterwards, so the log asks for their
reason.
"""


@dataclass(frozen=True)
class DeedLine:
    """An intervention with its team, or with all teams on which one action had the same effect. `left` says that it was
    on an abandoned branch. `words` are its numbers in words.
    """

    tables: tuple[SessionTeam, ...]
    row: Intervention
    left: bool
    role: RoleName | None
    words: str
    text: str

    @property
    def table(self) -> SessionTeam:
        """The team, or the first of several."""
        return self.tables[0]

    @property
    def asks_why(self) -> bool:
        """Did the intervention change a result without a reason?"""
        return self.row.kind in CHANGES_RESULT and not self.row.reason

    @property
    def takes_away(self) -> bool:
        """Did it take decisions out of a student's hands? Nothing else can touch a grade."""
        return self.row.kind in TAKES_AWAY and not self.row.params.get("came")


@dataclass(frozen=True)
class Interventions:
    """The list, newest first, and the teams that it can be filtered by."""

    lines: tuple[DeedLine, ...]
    tables: tuple[SessionTeam, ...]


def interventions(play_session: Session, roles: tuple[RoleName, ...], table_id: int | None = None) -> Interventions:
    """Interventions in the matches of a session, or of one team, in five queries."""
    tables = tuple(play_session.session_teams.select_related("match").defer("match__state", "match__scenario"))
    shown = [table for table in tables if table.match is not None and table_id in (None, table.pk)]
    done = deeds([table.match for table in shown if table.match is not None])
    texts = _texts(deed.row for rows in done.values() for deed in rows)
    lines = [
        DeedLine(
            (table,),
            deed.row,
            deed.left,
            roles[deed.row.seat] if deed.row.seat is not None and deed.row.seat < len(roles) else None,
            _words(tables, deed.row),
            texts.get(deed.row.params.get("message", 0), ""),
        )
        for table in shown
        for deed in done[table.match_id or 0]
    ]
    lines.sort(key=lambda line: (line.row.created_at, line.row.pk), reverse=True)
    return Interventions(tuple(_joined(lines)), tables)


def _words(tables: Sequence[SessionTeam], row: Intervention) -> str:
    """An intervention in words. The matches of a session have one scenario, so that the first one's is read alone."""
    first = next((table.match for table in tables if table.match is not None), None)
    if row.kind not in EVENTS or first is None:
        return deed_words(row.kind, row.params)
    return event_words(faces.get(first.game), scenario_of(first), row.seat, row.params)


def event_words(face: Any, scenario: Any, seat: int | None, params: Mapping[str, Any]) -> str:
    """An event of the facilitator in words, and whether it counts in marks."""
    brought, part = Brought(params["event"], params["amount"], seat), face.facilitation
    marked = _("It counts in marks.") if params.get("marked") else _("It does not count in marks.")
    return f"{part.titles().get(brought.event, brought.event)}. {part.effect(scenario, brought)} {marked}"


def _joined(lines: Iterable[DeedLine]) -> list[DeedLine]:
    """Interventions of one action on several teams as one line, with the teams in order. An intervention that
    takes decisions away keeps one line per team: each counts in grades or not.
    """
    found: dict[tuple[Any, ...], DeedLine] = {}
    for line in lines:
        alone = not line.row.batch or line.takes_away
        key = (line.row.pk,) if alone else (line.row.batch, line.row.kind, line.row.seat, line.left)
        known = found.get(key)
        teams = (*known.tables, *line.tables) if known else line.tables
        found[key] = replace(line, tables=tuple(sorted(teams, key=lambda table: (table.position, table.pk))))
    return list(found.values())


def _texts(rows: Iterable[Intervention]) -> dict[int, str]:
    wanted = [row.params["message"] for row in rows if row.kind == Kind.MESSAGE and "message" in row.params]
    return dict(Message.objects.filter(pk__in=wanted).values_list("pk", "text"))


def deed_words(kind: str, params: Mapping[str, Any]) -> str:
    """The numbers of an intervention in words; empty where its kind says it all."""
    if kind == Kind.EXTEND and "minutes" in params:
        return ngettext("%(n)d minute", "%(n)d minutes", params["minutes"]) % {"n": params["minutes"]}
    if kind == Kind.BANK and "seconds" in params:
        return lasting(params["seconds"])
    if kind == Kind.STEP_BACK and params.get("start_undone"):
        return _("the start was undone")
    if kind == Kind.TO_BOT and params.get("until_back"):
        return _("until the person comes")
    if kind == Kind.TO_PERSON and params.get("came"):
        return _("the person came, the bot left")
    if kind == Kind.STEP_BACK and "to" in params:
        words = (
            _("to move %(to)d, with other cards") if not params.get("same_cards") else _("to move %(to)d, same cards")
        )
        return words % {"to": params["to"]}
    if kind == Kind.CREDIT and params.get("moves"):
        numbers = {"first": params["moves"][0], "last": params["moves"][-1], "n": len(params["moves"])}
        return ngettext("move %(first)d", "%(n)d moves, from number %(first)d to %(last)d", numbers["n"]) % numbers
    if kind == Kind.TOGETHER and params.get("from_start"):
        return _("from the beginning of the match")
    if kind == Kind.TO_PERSON and params.get("undo"):
        return _("given back")
    if kind == Kind.REMIND and "mailed" in params:
        return _("now %(mailed)d, held %(held)d, on the page %(here)d") % params
    if kind == Kind.TO_PERSON and params.get("beside"):
        return _("beside the person who sits there")
    return ""
