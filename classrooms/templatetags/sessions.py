"""Parts that the pages of a session share."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from classrooms.models import Session
from classrooms.people.access.permissions import SessionAccess
from classrooms.play.sessions.queries import pages as session_pages
from classrooms.play.sessions.queries.set_up import STATE_WORDS, game_words
from games.public.base import clock
from games.public.pages import when
from games.ui.dates import time_words

register = template.Library()


@register.inclusion_tag("classrooms/sessions/tabs.html", takes_context=True)
def session_tabs(context: template.Context, access: SessionAccess) -> dict[str, Any]:
    """The pages of a session that the reader may open."""
    path = context["request"].path if "request" in context else ""
    return {
        "tabs": [
            {"name": tab.name, "url": url, "current": path.startswith(url)} for tab, url in session_pages.tabs(access)
        ]
    }


@register.filter
def code_groups(code: str) -> str:
    """A join code as people read it aloud: KBX 472."""
    half = len(code) // 2
    return f"{code[:half]}\xa0{code[half:]}"


@register.filter
def last_seen(seen: datetime | None) -> str:
    """The time of a person's last page of the site, as far as it is known: it is kept for 24 hours."""
    if seen is None:
        return gettext("not seen in the last 24 hours")
    minutes = int((clock.now() - seen).total_seconds() // 60)
    if minutes < 1:
        return gettext("seen just now")
    if minutes < 60:
        return ngettext("seen %(n)d minute ago", "seen %(n)d minutes ago", minutes) % {"n": minutes}
    return gettext("last seen %(at)s") % {"at": when(seen)}


@register.simple_tag
def session_state(play_session: Session) -> SafeString:
    """The state as a badge; states that need the reader are marked."""
    css = {"open": "badge badge-now", "running": "badge badge-done"}.get(play_session.status, "badge")
    return format_html('<span class="{}">{}</span>', css, STATE_WORDS[play_session.status])


@register.simple_tag
def game_line(play_session: Session) -> str:
    """Game and scenario in the reader's language."""
    return game_words(play_session)


@register.simple_tag
def local_time(zone: str) -> str:
    """The time of day at a place, as the language writes it."""
    return time_words(timezone.localtime(timezone.now(), ZoneInfo(zone)))


@register.simple_tag
def local_seconds(zone: str) -> int:
    """The offset of a place's clocks from UTC, in seconds, for a clock in the browser."""
    offset = timezone.localtime(timezone.now(), ZoneInfo(zone)).utcoffset()
    return round(offset.total_seconds()) if offset is not None else 0
