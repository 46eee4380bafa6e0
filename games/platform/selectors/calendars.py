"""A person's deadlines as entries for a calendar program. They hold no person's name."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from icalendar import Calendar, Event

from games.models import Decision, SeatHolder, Status
from games.platform.addresses import site_url
from games.platform.conf import conf
from games.platform.selectors.position import scenario_of
from games.ui import faces


@dataclass(frozen=True)
class Entry:
    """An entry of a calendar. `uid` is the same each time it is read; `stamp` is the time of its last change."""

    uid: str
    at: datetime
    title: str
    text: str
    url: str
    stamp: datetime


def due_entries(user: Any) -> list[Entry]:
    """The deadlines of the person's seats, one entry for each match and time, in the current language. Matches in a
    room have no entries: their minutes are on the screen.
    """
    found: dict[tuple[int, datetime], list[Decision]] = {}
    for row in _pending_decisions(user):
        if row.due_at is not None:
            found.setdefault((row.match_id, row.due_at), []).append(row)
    return [_due_entry(at, rows) for (_match, at), rows in found.items()]


def _pending_decisions(user: Any) -> Iterable[Decision]:
    holds = SeatHolder.objects.filter(
        user=user, released_at__isnull=True, seat__match=OuterRef("match"), seat__index=OuterRef("seat")
    )
    rows = Decision.objects.filter(
        Exists(holds),
        match__status=Status.RUNNING,
        match__pace__mode="async",
        closed_at__isnull=True,
        optional=False,
        passive=False,
        due_at__isnull=False,
    )
    return rows.select_related("match").defer("match__state").order_by(F("due_at"), "pk")


def _due_entry(at: datetime, rows: list[Decision]) -> Entry:
    first = rows[0]
    face = faces.get(first.match.game)
    scenario = scenario_of(first.match)
    title = ngettext("%(game)s: your answer is due", "%(game)s: %(n)d answers are due", len(rows)) % {
        "game": face.title,
        "n": len(rows),
    }
    asked = [str(face.words.decision(scenario, row)) for row in rows]
    url = site_url("games:match", first.match_id) + f"?seat={first.seat}"
    return Entry(f"due-{first.pk}", at, title, "\n".join(asked), url, max(row.opened_at for row in rows))


def calendar_file(entries: Iterable[Entry]) -> bytes:
    """A calendar in the format of RFC 5545, with times in UTC: every program shows them in its own zone."""
    calendar = Calendar()
    calendar.add("prodid", "-//Domego//Due times//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("%(site)s: due times") % {"site": conf.SITE_NAME})
    calendar.add("refresh-interval;value=duration", "PT1H")
    host = urlsplit(conf.SITE_URL).hostname
    for entry in sorted(entries, key=lambda each: (each.at, each.uid)):
        event = Event()
        event.add("uid", f"{entry.uid}@{host}")
        event.add("dtstamp", entry.stamp)
        event.add("dtstart", entry.at)
        event.add("summary", entry.title)
        if entry.text:
            event.add("description", f"{entry.text}\n{entry.url}")
        event.add("url", entry.url)
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content
