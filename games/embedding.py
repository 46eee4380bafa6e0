"""What a Django site takes into its settings to hold `games` and `classrooms` (docs/embedding.md).

Read by settings, so nothing of Django is loaded here.
"""

from typing import Any, Final

from games.engine import finding

APPS: Final = (
    "classrooms",
    "games",
    "games.kit",
    *(package.name for package in finding.packages()),
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
)
"""For INSTALLED_APPS. The site's own apps stand before them, so that their templates go before ours."""

MIDDLEWARE: Final = (
    "games.web.tidy_links.TidyLinksMiddleware",
    "games.persons.PersonMiddleware",
    "games.persons.PresenceMiddleware",
    "classrooms.middleware.TimeZoneMiddleware",
    "classrooms.middleware.SecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "classrooms.middleware.TryLaterMiddleware",
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

PIECES: Final[dict[str, Any]] = {
    "BACKEND": "django.template.backends.jinja2.Jinja2",
    "NAME": "pieces",
    "APP_DIRS": True,
    "OPTIONS": {"environment": "games.web.pieces.environment"},
}
"""For TEMPLATES: the engine that draws the pieces of tables, and nothing else."""

QUEUES: Final = ("play", "heavy", "analysis", "expected")
"""What a turn waits for; what takes seconds; what takes minutes; what nothing waits for."""
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
"""For Celery's `beat_schedule`: once a second what is due is played, and what was lost is found."""
