"""The heading: the match, its progress, the awaited people and the time that is left."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.models import Status
from games.platform.selectors.banks import Bank
from games.ui.faces import Heading
from games.web.briefing import Briefing
from games.web.page import match_title
from games.web.seat_lines import SeatLine
from games.web.table_read import TableRead


@dataclass(frozen=True)
class HeadingPart:
    """`brief` is set once the briefing has left its own region. `ended_at` is set when the match is over. `waiting`
    are the awaited seats. `due_at` is set while clocks run; `is_now`: it is the reader's. `notes` are sentences on
    the match's options.
    """

    game_title: str
    scenario_name: str
    title: str
    is_named: bool
    heading: Heading
    brief: Briefing | None
    state: str
    state_text: str
    ended_at: datetime | None
    awaits_people: bool
    waiting: tuple[SeatLine, ...]
    due_at: datetime | None
    is_now: bool
    reserve: Bank | None
    notes: tuple[str, ...]


reads: Final = ("awaited", "bank", "briefing", "due_at", "heading", "options", "seats")


def heading_part(read: TableRead) -> HeadingPart:
    """The region of the heading."""
    match, brief = read.match, read.briefing
    scenario, title = read.face.words.scenario(read.scenario), match_title(match)
    due_at = read.due_at if match.status == Status.RUNNING else None
    return HeadingPart(
        game_title=str(read.face.title),
        scenario_name=scenario,
        title=title,
        is_named=bool(match.title or match.team_name) and title != scenario,
        heading=read.heading,
        brief=None if brief is None or brief.first else brief,
        state=match.status,
        state_text=match.get_status_display(),
        ended_at=match.ended_at if match.is_over else None,
        awaits_people=match.awaits_people,
        waiting=tuple(line for line in read.seats if line.awaited),
        due_at=due_at,
        is_now=read.seat in read.awaited and not read.over_a_shoulder,
        reserve=read.bank if due_at else None,
        notes=read.face.options_notes(read.scenario, read.options),
    )
