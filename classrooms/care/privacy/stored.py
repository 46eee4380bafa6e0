"""All data that the site stores in a reader's browser."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classrooms.people.accounts.languages import A_YEAR

DAY: Final = 24 * 3600


class Store(StrEnum):
    """The place in the browser, which limits the time of storage."""

    COOKIE = "cookie"
    LOCAL = "localStorage"
    TAB = "sessionStorage"
    CACHE = "caches"
    PUSH = "pushManager"


WORDS: Any = {
    Store.COOKIE: gettext_lazy("cookie"),
    Store.LOCAL: gettext_lazy("storage of the browser"),
    Store.TAB: gettext_lazy("storage of the tab"),
    Store.CACHE: gettext_lazy("cache of the site's worker"),
    Store.PUSH: gettext_lazy("subscription to alerts"),
}
LASTS: Any = {
    Store.COOKIE: gettext_lazy("until the browser is closed"),
    Store.LOCAL: gettext_lazy("until you delete it in your browser"),
    Store.TAB: gettext_lazy("until the tab is closed"),
    Store.CACHE: gettext_lazy("until the site changes, or you delete it in your browser"),
    Store.PUSH: gettext_lazy("until you switch alerts off or sign out on that device"),
}


@dataclass(frozen=True)
class Stored:
    """One stored item with its `name`, or the beginning of its name, and its `purpose`, in any language. `seconds` is
    the life of a cookie, None until the browser is closed. `scripts` are the files that write other items, below a
    folder `static/` or of the site itself; `staff` items are never stored for students.
    """

    name: str
    place: Store
    purpose: Any
    seconds: int | None = None
    scripts: Sequence[str] = ()
    staff: bool = False

    @property
    def where(self) -> str:
        """The place in words."""
        return str(WORDS[self.place])

    @property
    def lasts(self) -> str:
        """The time of storage, in words."""
        if self.seconds is None:
            return str(LASTS[self.place])
        days = self.seconds // DAY
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


OF_THE_SERVER: Final[list[Callable[[], Stored]]] = []
"""Cookies of the web server, added by the server's own package."""


def cookies() -> list[Stored]:
    """All cookies, with the names and lifetimes of this site's settings."""
    return [
        Stored(
            settings.SESSION_COOKIE_NAME,
            Store.COOKIE,
            _("Knows you from one page to the next while you are signed in, and which offers you have put aside."),
            settings.SESSION_COOKIE_AGE,
        ),
        Stored(
            settings.CSRF_COOKIE_NAME,
            Store.COOKIE,
            _("Makes sure that a form comes from a page of this site and not from somebody who pretends to be you."),
            settings.CSRF_COOKIE_AGE,
        ),
        Stored(
            settings.LANGUAGE_COOKIE_NAME,
            Store.COOKIE,
            _("Your language, where you chose or saved one or your learning platform named it."),
            A_YEAR,
        ),
        Stored(
            "lms-",
            Store.COOKIE,
            _("The same four, where a page stands inside your learning platform, and that a launch from it is yours."),
            settings.SESSION_COOKIE_AGE,
        ),
        Stored(
            "ballot", Store.COOKIE, _("Your vote in a poll of the room: you can change it, and it counts once."), DAY
        ),
        Stored("messages", Store.COOKIE, _("A message that the next page shows you once, such as “saved”.")),
        *(made() for made in OF_THE_SERVER),
    ]


def in_the_browser() -> list[Stored]:
    """Data stored by scripts. Except for the push subscription, the server reads none of it."""
    return [
        Stored(
            "theme",
            Store.LOCAL,
            _("Light or dark, where you chose one."),
            scripts=("shell/js/theme.js", "admin/js/theme.js"),
        ),
        Stored(
            "sound",
            Store.LOCAL,
            _("That you asked for short sounds at the table."),
            scripts=("shell/js/sound.js", "shell/js/tell.js"),
        ),
        Stored(
            "vibration",
            Store.LOCAL,
            _("That you asked for a vibration when it is your turn."),
            scripts=("shell/js/tell.js",),
        ),
        Stored(
            "keys",
            Store.LOCAL,
            _("That you switched off the shortcuts of a single key."),
            scripts=("shell/js/tell.js", "dominyam/dice.js"),
        ),
        Stored(
            "st-place",
            Store.TAB,
            _("The place on a scenario's page, so that a button does not move it."),
            scripts=("shell/js/studio.js",),
            staff=True,
        ),
        Stored(
            "unsent",
            Store.TAB,
            _("A decision that could not be sent for lack of a connection, for a day at most."),
            scripts=("shell/js/outbox.js",),
        ),
        Stored(
            "begun ",
            Store.TAB,
            _("A decision that you have begun and not sent, so that a reload does not lose it."),
            scripts=("shell/js/regions.js",),
        ),
        Stored("recap ", Store.TAB, _("The cards that you have seen move."), scripts=("games/recap.js",)),
        Stored("view ", Store.TAB, _("The part of a drawing that you look at."), scripts=("games/view.js",)),
        Stored(
            "htmx-current-path-for-history",
            Store.TAB,
            _("The page of the tab, so that its parts are asked for from the right one."),
            scripts=("django_htmx/htmx-2.min.js",),
        ),
        Stored(
            "shell-",
            Store.CACHE,
            _("The page that says that there is no connection, and its looks. No page with anybody's data."),
            scripts=("worker.js",),
        ),
        Stored(
            "push",
            Store.PUSH,
            _("Alerts when it is your turn, on devices where you switched them on."),
            scripts=("shell/js/push.js", "shell/js/pending.js"),
        ),
        Stored(
            "django.admin.",
            Store.LOCAL,
            _("The lists of the administration that are open."),
            scripts=("admin/js/nav_sidebar.js",),
            staff=True,
        ),
        Stored(
            "django.admin.",
            Store.TAB,
            _("Your search in the lists of the administration."),
            scripts=("admin/js/nav_sidebar.js", "admin/js/filters.js"),
            staff=True,
        ),
    ]
