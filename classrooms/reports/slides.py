"""The class's debrief as slides for the room: at most five figures, then a question on each of the last slides."""

from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.models import Session
from classrooms.reports.class_report import class_document

Row = dict[str, Any]
FIGURES: Final = 5
LINES: Final = 6
"""Rows that a slide has at most: what stands below them cannot be read from the last bench."""


def slides_document(play_session: Session, language: str, *, paper: bool = False) -> Row:
    """What the slides' template shows: nobody is named, teams are told by their numbers."""
    shown = class_document(play_session, language, paper=paper)
    kinds = (_results, _courses, _prices, _knowledge, _accounts, _common)
    figures = [slide for kind in kinds for slide in kind(shown)]
    questions = [{"kind": "question", "title": row["ask"], "row": row} for row in shown["plenary"]]
    return {**shown, "slides": [*figures[:FIGURES], *questions]}


def _results(shown: Row) -> list[Row]:
    if not shown["measures"]:
        return [{"kind": "title", "title": shown["headline"]}]
    return [{"kind": "measures", "title": shown["headline"], "rows": shown["measures"][:LINES]}]


def _courses(shown: Row) -> list[Row]:
    """Of the counter that most teams ended on the wrong side of."""
    if not shown["curves"]:
        return []
    names = [gauge.name for gauge in shown["gauges"]]
    missed = {
        name: sum(cell["gauge"] is not None and not cell["met"] for row in shown["result_rows"] for cell in row["cells"]
                  if cell["gauge"] is not None and cell["gauge"].name == name)
        for name in names
    }  # fmt: skip
    row = max(shown["curves"], key=lambda each: missed.get(each.gauge.name, 0))
    return [{"kind": "courses", "title": _("%(what)s, turn by turn") % {"what": row.gauge.label}, "row": row}]


def _prices(shown: Row) -> list[Row]:
    rows = shown["prices"][:LINES]
    return [{"kind": "prices", "title": shown["prices_title"], "rows": rows}] if rows else []


def _knowledge(shown: Row) -> list[Row]:
    rows = [row for row in shown["quiz"] if row["percent"] is not None]
    rows.sort(key=lambda row: row["percent"])
    return [{"kind": "quiz", "title": _("What the class knew"), "rows": rows[:LINES]}] if rows else []


def _accounts(shown: Row) -> list[Row]:
    rows = shown["account_rows"][: 2 * LINES]
    return [{"kind": "accounts", "title": _("Luck and decisions"), "rows": rows}] if rows else []


def _common(shown: Row) -> list[Row]:
    rows = shown["common"][:LINES]
    return [{"kind": "common", "title": _("What teams had in common"), "rows": rows}] if rows else []
