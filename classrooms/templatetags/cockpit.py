"""Times and menus of the cockpit."""

from datetime import datetime
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from classrooms.play.monitor.queries.monitor import Row
from classrooms.play.monitor.queries.needs import duration
from games.ui.dates import date_words, time_words

register = template.Library()

TABLE_ID = 987654321
"""A placeholder for the id of a table in a menu that is rendered once for all rows."""
TEAM = "team-name-of-this-row"


@register.filter
def minutes_to(since: datetime | None, now: datetime) -> str:
    """The time since a moment, to the minute."""
    return "" if since is None else duration(max(0, int((now - since).total_seconds() // 60)))


@register.filter
def minutes_left(due: datetime, now: datetime) -> str:
    """The time until a due moment, to the minute; afterwards the word for overdue."""
    if due <= now:
        return gettext("overdue")
    return gettext("%(time)s left") % {"time": duration(int((due - now).total_seconds() // 60))}


@register.filter
def due_words(due: datetime, now: datetime) -> str:
    """The time of today as 10:45, else with the day."""
    local = timezone.localtime(due)
    if local.date() == timezone.localtime(now).date():
        return time_words(local)
    return f"{date_format(local, 'D')} {date_words(local, 'MONTH_DAY_FORMAT')}, {time_words(local)}"


@register.simple_tag(takes_context=True)
def row_menu(context: template.Context, row: Row) -> SafeString:
    """The menu of a team. Menus differ only by team, so each kind is rendered once per page and kept in `menus`."""
    kinds: dict[Any, str] = context["menus"]
    kind = (row.is_paused, bool(row.awaited))
    if kind not in kinds:
        told: Any = context.flatten()
        told |= {"table_id": TABLE_ID, "team": TEAM, "paused": kind[0], "awaited": kind[1]}
        kinds[kind] = get_template("classrooms/monitor/menu.html").render(told)
    made = kinds[kind].replace(str(TABLE_ID), str(row.table.pk)).replace(TEAM, escape(row.table.name))
    return mark_safe(made)
