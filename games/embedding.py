"""The settings with which a Django site holds `games` and `classrooms` (docs/run/embed.md).

Settings import this module, so it loads nothing of Django.
"""

import warnings
from typing import Any, Final

from games.engine import finding

APPS: Final = (
    "classrooms",
    "games",
    "games.ui",
    *(package.name for package in finding.packages()),
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
)
"""For INSTALLED_APPS. The site's own apps come before these, so that their templates take precedence."""

MIDDLEWARE: Final = (
    "games.web.tidy_links.TidyLinksMiddleware",
    "games.web.directions.DirectionsMiddleware",
    "games.platform.persons.PersonMiddleware",
    "games.platform.persons.PresenceMiddleware",
    "classrooms.middleware.TimeZoneMiddleware",
    "classrooms.middleware.SecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "classrooms.middleware.TryLaterMiddleware",
    "games.web.match_language.MatchLanguageMiddleware",
)
"""For MIDDLEWARE, after Django's own for sessions, languages, people and messages."""

CONTEXT_PROCESSORS: Final = (
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "games.context_processors.inbox",
    "classrooms.context_processors.navigation",
)
"""For Django's templates."""

FRAGMENTS: Final[dict[str, Any]] = {
    "BACKEND": "django.template.backends.jinja2.Jinja2",
    "NAME": "fragments",
    "APP_DIRS": True,
    "OPTIONS": {"environment": "games.web.fragments.environment"},
}
"""For TEMPLATES: the engine that renders the parts of game tables, and nothing else."""

QUEUES: Final = ("play", "heavy", "analysis", "expected")
"""The queues by urgency: a turn waits for the first, tasks of the second take seconds, of the third minutes. Nothing
waits for the last.
"""
ROUTES: Final[dict[str, dict[str, str]]] = {
    "games.send_pushes": {"queue": "heavy"},
    "games.*": {"queue": "play"},
    "heavy.*": {"queue": "heavy"},
    "expected.*": {"queue": "expected"},
}
"""For Celery's `task_routes`."""
SWEEP_SECONDS: Final = 1.0
SCHEDULE: Final[dict[str, dict[str, Any]]] = {
    "games-sweep": {"task": "games.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": 2 * SWEEP_SECONDS}}
}
"""For Celery's `beat_schedule`: the sweep plays due defaults and finds lost jobs once a second."""


def __getattr__(name: str) -> Any:
    """`PIECES`, the former name of `FRAGMENTS`, with a warning; it goes with version 2."""
    if name == "PIECES":
        warnings.warn("embedding.PIECES is called FRAGMENTS.", DeprecationWarning, stacklevel=2)
        return FRAGMENTS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
