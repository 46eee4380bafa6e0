"""Long lists of teams: groups of teams with the same need, and pages. A list that fits on one page has neither."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.utils.translation import gettext as _

from classrooms.play.monitor.queries.monitor import Row

PER_PAGE: Final = 30
"""The greatest number of teams on a page of the monitor."""
ALL: Final = "all"
ASKED: Final = ("sort", "show", "page", "turn")
"""The parts of an address that choose what is shown."""
LONGEST: Final = 20
"""The greatest number of characters of such a part."""


@dataclass(frozen=True)
class Group:
    """The teams with one need, those without any, or those that have ended; a team can be in several. `query` leads to
    the group.
    """

    key: str
    label: str
    rows: tuple[Row, ...]
    query: str


def asked_query(request: HttpRequest) -> str:
    """The order, the group, the turn and the page that the address asks for, as a query with `?`; empty without any."""
    asked = {name: text for name in ASKED if (text := request.GET.get(name, "")) and _is_word(text)}
    return f"?{urlencode(asked)}" if asked else ""


def _is_word(text: str) -> bool:
    return text.isascii() and (text.isidentifier() or text.isdecimal()) and len(text) <= LONGEST


def groups_of(rows: Sequence[Row], sort: str) -> tuple[Group, ...]:
    """The groups that have a team, all teams first; none if the teams fit on one page."""
    if len(rows) <= PER_PAGE:
        return ()
    found: dict[str, tuple[str, list[Row]]] = {ALL: (_("All teams"), list(rows))}
    for row in rows:
        for key, label in _groups_of(row):
            found.setdefault(key, (label, []))[1].append(row)
    order = {"sort": sort} if sort else {}
    return tuple(
        Group(key, label, tuple(each), f"?{urlencode({**order, 'show': key})}") for key, (label, each) in found.items()
    )


def _groups_of(row: Row) -> Iterable[tuple[str, str]]:
    needs: Mapping[str, str] = {need.kind: need.badge for need in row.needs}
    if needs:
        return needs.items()
    if row.match is not None and row.match.is_over:
        return [("over", _("finished"))]
    return [("calm", _("at work"))]


def chosen(groups: Sequence[Group], asked: str) -> str:
    """The key of the group that is shown: the one asked for, or all teams."""
    return asked if any(group.key == asked for group in groups) else ALL


def page_of(request: HttpRequest, rows: Sequence[Row], groups: Sequence[Group]) -> Page[Row]:
    """The page of the chosen group that the address asks for; the nearest one for a number beyond the pages."""
    shown = chosen(groups, request.GET.get("show", ""))
    members = next((group.rows for group in groups if group.key == shown), rows)
    return Paginator(members, PER_PAGE).get_page(request.GET.get("page"))
