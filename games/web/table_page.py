"""The regions of a table's page for one reader, each drawn alone from its part."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.template import engines
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject
from markupsafe import Markup

from games.web.fragments import CSRF_PLACE, kept
from games.web.regions import (
    asks,
    away,
    briefing,
    decision,
    drawing,
    expected,
    frame,
    heading,
    history,
    lesson,
    notice,
    recap,
    seat_switch,
    steer,
    talk,
    tells,
    tools,
    undo,
)
from games.web.table_read import TableRead


@dataclass(frozen=True)
class PageRegion:
    """A region: its HTML is made from its part alone, its part from what `reads` names: properties of TableRead,
    besides those that are `GIVEN`.

    The template knows the part as `part`. If the part has a `context`, the template has its variables, too. A region
    that is `kept` is rendered once for equal parts: its part can be hashed and holds no model, no form and no clock.
    """

    template: str
    make: Callable[[TableRead], Any]
    reads: tuple[str, ...]
    kept: bool = False


REGIONS: Final = {
    "frame": PageRegion("games/table/regions.html", frame.frame_part, frame.reads),
    "heading": PageRegion("games/table/heading.html", heading.heading_part, heading.reads),
    "briefing": PageRegion("games/table/briefing.html", briefing.briefing_part, briefing.reads, kept=True),
    "notice": PageRegion("games/table/notice.html", notice.notice_part, notice.reads, kept=True),
    "asks": PageRegion("games/table/asks.html", asks.asks_part, asks.reads, kept=True),
    "away": PageRegion("games/table/away.html", away.away_part, away.reads, kept=True),
    "seat-switch": PageRegion(
        "games/table/seat_switch.html", seat_switch.seat_switch_part, seat_switch.reads, kept=True
    ),
    "lesson": PageRegion("games/first_game/card.html", lesson.lesson_part, lesson.reads),
    "undo": PageRegion("games/table/undo.html", undo.undo_part, undo.reads),
    "recap": PageRegion("games/table/recap.html", recap.recap_part, recap.reads),
    "drawing": PageRegion("games/table/region.html", drawing.drawing_part, drawing.reads),
    "decision": PageRegion("games/table/decision.html", decision.decision_part, decision.reads),
    "expected": PageRegion("games/table/expected.html", expected.expected_part, expected.reads),
    "history": PageRegion("games/table/history.html", history.history_part, history.reads),
    "talk": PageRegion("games/table/talk.html", talk.talk_part, talk.reads),
    "tools": PageRegion("games/table/tools.html", tools.tools_part, tools.reads, kept=True),
    "steer": PageRegion("games/table/steer.html", steer.steer_part, steer.reads),
    "tells": PageRegion("games/table/tells.html", tells.tells_part, tells.reads),
}
"""All regions by name. `frame` holds the others, `drawing` is drawn once for each region of the game."""


class TablePage:
    """The page of one reader. A part is made when it is first used, and once."""

    def __init__(self, request: HttpRequest, read: TableRead) -> None:
        self.read = read
        self._parts: dict[str, Any] = {}
        self._csrf_input = SimpleLazyObject(lambda: csrf_input(request))  # the same in all forms

    def part(self, name: str) -> Any:
        """The part of a region, such as `RecapPart` for "recap"."""
        if name not in self._parts:
            self._parts[name] = REGIONS[name].make(self.read)
        return self._parts[name]

    def draw(self, name: str, **more: Any) -> Markup:
        """The HTML of a region. `more` are further variables of its template: `region` for a region of the game."""
        part, region = self.part(name), REGIONS[name]
        if region.kept:
            html = kept(region.template, part)
            return html.replace(CSRF_PLACE, Markup(self._csrf_input)) if CSRF_PLACE in html else html  # noqa: S704
        values = {"part": part, "csrf_input": self._csrf_input, **getattr(part, "context", {}), **more}
        found: Any = engines["fragments"].get_template(region.template)
        return Markup(found.template.render(values))  # noqa: S704 - a template's own

    @property
    def html(self) -> Markup:
        """The HTML of all regions."""
        return self.draw("frame", page=self)
