"""Files attached to reports: the record of a match as JSON and as tidy CSV, the comparison of a class as CSV. They are
made from frozen facts, without a seed and without data that the report does not show.
"""

import csv
import io
import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from classrooms.assess.reports.facts import Facts
from classrooms.files.spreadsheets import harmless
from classrooms.models import Session
from classrooms.play.monitor.queries import compare
from games.public.models import Match

HEAD: Final = ("line", "move", "at", "by", "seat", "role", "turn", "event", "field", "value")
"""One line for each field of each event."""
OWN: Final = ("kind", "turn", "seat", "audience")
"""Fields with columns of their own, or without meaning for readers."""

Files = list[tuple[str, bytes]]


def files(match: Match, facts: Facts, seats: Collection[str] | None = None) -> Files:
    """log-N.json and log-N.csv; with `seats` (roles), only the events about them."""
    return [
        (f"log-{match.pk}.json", _json(facts, seats)),
        (f"log-{match.pk}.csv", _csv(HEAD, _lines(facts, seats))),
    ]


def _events(facts: Facts, seats: Collection[str] | None) -> Iterable[tuple[int, Any, str]]:
    """Index in the record from 1, event, role."""
    for number, event in enumerate(facts.events, start=1):
        seat = event.data.get("seat")
        role = facts.seats[seat].role if seat is not None and seat < len(facts.seats) else ""
        if seats is None or role in seats:
            yield number, event, role


def _json(facts: Facts, seats: Collection[str] | None) -> bytes:
    moves = {move.number: move for move in facts.moves}
    rows = [
        {
            "line": number,
            "move": event.move,
            "at": moves[event.move].at.isoformat(),
            "by": moves[event.move].by,
            "role": role,
            **{name: value for name, value in event.data.items() if name != "audience"},
        }
        for number, event, role in _events(facts, seats)
    ]
    whole = {"game": facts.game, "rules_version": facts.rules_version, "result": facts.result, "events": rows}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _lines(facts: Facts, seats: Collection[str] | None) -> Iterable[Sequence[Any]]:
    moves = {move.number: move for move in facts.moves}
    for number, event, role in _events(facts, seats):
        move, data = moves[event.move], event.data
        about = (number, event.move, move.at.isoformat(), move.by, data.get("seat", ""), role, data.get("turn", ""))
        told = sorted((name, value) for name, value in data.items() if name not in OWN)
        for name, value in told or [("", "")]:
            yield (*about, data.get("kind", ""), name, _cell(value))


def _cell(value: Any) -> Any:
    """A cell whose text no spreadsheet can mistake for a formula or another type."""
    if isinstance(value, str):
        return harmless(value)
    return value if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)


def class_files(play_session: Session, *, named: bool) -> Files:
    """teams-N.csv: every number of the comparison of teams."""
    found = compare.compared(play_session)
    names = {side.table.name: f"team-{side.mark}" for side in found.sides}
    lines = (
        [harmless(str(line[0] if named else names[line[0]])), *(_cell(cell) for cell in line[1:])]
        for line in compare.tidy(found, live=False)
    )
    return [(f"teams-{play_session.pk}.csv", _csv(compare.HEAD, lines))]


def _csv(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> bytes:
    page = io.StringIO(newline="")
    writer = csv.writer(page, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(lines)
    return page.getvalue().encode("utf-8-sig")
