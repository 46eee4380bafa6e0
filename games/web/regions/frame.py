"""The frame of a table's page: its title, the order of its regions, and its questions for news."""

from dataclasses import dataclass
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.models import Status
from games.platform import hooks
from games.ui.faces import Region
from games.web.page import live_url, match_title
from games.web.table_read import TableRead


@dataclass(frozen=True)
class FramePart:
    """`awaits`: a finished match expects new content in a moment. `plays`: the reader sees the own seat. `alone`: the
    table is shown without the surrounding page. `arrives`: the open page tells the server that its reader is here.
    `recap_above`: the recap precedes the table. `first` to `pair` are the
    game's regions by place.
    """

    match_id: int
    title: str
    seat_query: str
    live_url: str
    is_over: bool
    awaits: bool
    plays: bool
    for_pupils: bool
    alone: bool
    has_lesson: bool
    recap_above: bool
    arrives: bool
    awaits_people: bool
    panels: tuple[hooks.Panel, ...]
    note_sheet: hooks.Panel | None
    first: tuple[Region, ...]
    top: tuple[Region, ...]
    board: tuple[Region, ...]
    pair: tuple[Region, ...]


reads: Final = ("awaited", "game_context", "has_unread", "heading", "lesson", "note_sheet", "panels", "sequels")


def frame_part(read: TableRead) -> FramePart:
    """The frame of the page."""
    match, face = read.match, read.face
    left_out = read.game_context.get("left_out", ())
    by_place: dict[str, list[Region]] = {"first": [], "top": [], "board": [], "pair": []}
    for region in face.table.regions:
        if region.id not in left_out:
            by_place["top" if region.place == "first" and match.is_over else region.place].append(region)
    return FramePart(
        match_id=match.pk,
        title=page_title(read),
        seat_query=read.seat_query,
        live_url=live_url(match.pk, read.seat_query),
        is_over=match.is_over,
        awaits=any(panel.awaited for panel in read.sequels),
        plays=read.seat is not None and not read.over_a_shoulder,
        for_pupils=face.for_pupils,
        alone=face.for_pupils and read.asked.alone,
        has_lesson=read.lesson is not None,
        recap_above=face.table.decides_on_drawing,
        arrives=(match.awaits_people and bool(read.access.seats)) or read.has_unread,
        awaits_people=match.awaits_people,
        panels=tuple(read.panels),
        note_sheet=read.note_sheet,
        first=tuple(by_place["first"]),
        top=tuple(by_place["top"]),
        board=tuple(by_place["board"]),
        pair=tuple(by_place["pair"]),
    )


def page_title(read: TableRead) -> str:
    """The title for the browser's tab: first the reader's turn, then the match's progress, then its name."""
    match = read.match
    if match.is_over:
        state = capfirst(match.get_status_display())
    elif match.status == Status.PAUSED:
        state = _("Paused")
    elif read.seat in read.awaited and not read.over_a_shoulder:
        state = _("Your decision")
    else:
        state = _("Waiting")
    named = match_title(match) if match.title or match.team_name else read.face.words.scenario(read.scenario)
    return f"{state}. {read.heading.title}. {named}"
