from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as admin_apps

from games.kit.bundles import BUNDLES

SITE = {
    "site/page.css": tuple(f"site/{name}.css" for name in ("tokens", "base", "parts", "table", "pages")),
    # regions.js first: it must see the page as the server wrote it.
    "site/page.js": tuple(
        f"site/js/{name}.js" for name in ("regions", "outbox", "app", "countdown", "poll", "stream", "owed")
    ),
}
"""What each page loads."""


class SiteConfig(AppConfig):
    name = "domego_site"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Checks register themselves; the Celery app must exist before a task is called from a web process.
        from domego_site import celery, checks  # noqa: F401

        BUNDLES.update(SITE)
        if settings.SENTRY_DSN:
            from domego_site import error_reports

            error_reports.start(settings.SENTRY_DSN, environment=settings.SENTRY_ENVIRONMENT)


class SiteAdminConfig(admin_apps.AdminConfig):
    default = False  # of this package
    default_site = "domego_site.admin_site.OneDoorAdmin"
