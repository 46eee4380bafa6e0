"""Observers at the tables of the games: their views, their seats, and their tables on the first page."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.urls import reverse

from classrooms.models import TableObserver
from classrooms.people.class_lists.services.observed import seating_check
from classrooms.play.monitor.queries.observers import observed_by
from classrooms.play.monitor.services.observers import HEADINGS, NOTE_LENGTH
from games.public import hooks
from games.public.hooks import Observer, Panel
from games.public.models import Match


def observers_at(match: Match) -> Sequence[Observer]:
    """The people who look on at the table of a session now, in one query."""
    rows = TableObserver.objects.filter(session_team__match=match, ended_at__isnull=True).select_related("user")
    return [
        Observer(
            row.user_id,
            str(row.user.get_full_name()),
            row.seat,
            partial(note_sheet, row) if row.is_critical_friend else None,
        )
        for row in rows
    ]


def note_sheet(row: TableObserver) -> Panel:
    """The note sheet of a critical friend, under the table."""
    return Panel("note-sheet", "classrooms/monitor/observers/note_panel.html", {"url": note_url(row)} | sheet_of(row))


def note_url(row: TableObserver) -> str:
    """The address of a person's own note."""
    return reverse("classrooms:observer-note", args=[row.pk])


def sheet_of(row: TableObserver, typed: dict[str, str] | None = None) -> dict[str, Any]:
    """The variables of a note sheet; `typed` replaces the stored texts."""
    fields: Any = {field.name: field for field in TableObserver._meta.fields}
    parts = [(name, fields[name].verbose_name, (typed or {}).get(name, getattr(row, name))) for name in HEADINGS]
    return {"row": row, "parts": parts, "most": NOTE_LENGTH}


def observed_tables(user: Any) -> Panel | None:
    """The tables at which the reader looks on."""
    lines = observed_by(user)
    return Panel("observed", "classrooms/monitor/observers/home.html", {"lines": lines}) if lines else None


hooks.OBSERVERS.fill(observers_at)
hooks.SEATINGS.fill(seating_check)
hooks.HOME_PANELS.fill(observed_tables)
