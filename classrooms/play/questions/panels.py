"""Open quizzes, surveys and forecasts, as panels on pages of the games."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.play.questions.queries.waiting import waiting_at, waiting_for
from games.public import hooks
from games.public.hooks import Panel
from games.public.models import Match


def questions_at_table(match: Match, user: Any) -> Panel:
    """Open questions of the reader in the session of a match, in a word or two for each page."""
    waiting = waiting_at(match, user)
    found = []
    for what in ("quiz", "survey", "forecast"):
        here = [one for one in waiting if one.what == what]
        if here:
            found.append({"url": here[0].url, "words": _few_words(what, sum(one.count for one in here))})
    return Panel("asked", "classrooms/questions/notice.html", {"beside": found})


def _few_words(what: str, count: int) -> str:
    if what == "quiz":
        return ngettext("%(n)d question", "%(n)d questions", count) % {"n": count}
    return _("a survey") if what == "survey" else _("your forecast")


def questions_of(user: Any) -> Panel:
    """All open questions of the reader."""
    return Panel("waiting", "classrooms/questions/home.html", {"waiting": waiting_for(user)})


hooks.TABLE_PANELS.fill(questions_at_table)
hooks.HOME_PANELS.fill(questions_of)
