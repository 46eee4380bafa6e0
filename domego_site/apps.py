from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext as _


class SiteConfig(AppConfig):
    name = "domego_site"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Checks register themselves; the Celery app must exist before a task is called from a web process.
        from classrooms.care.privacy import stored
        from domego_site import celery, checks, lookups, turns  # noqa: F401

        lookups.install()

        def place() -> stored.Stored:
            words = _("Your place while more people come in than the site can serve.")
            return stored.Stored(turns.COOKIE, stored.Store.COOKIE, words, turns.PLACE_SECONDS)

        stored.OF_THE_SERVER.append(place)

        if settings.SENTRY_DSN:
            from domego_site import error_reports

            error_reports.start(settings.SENTRY_DSN, environment=settings.SENTRY_ENVIRONMENT)


class SiteAdminConfig(admin_apps.AdminConfig):
    default = False  # of this package
    default_site = "domego_site.admin_site.OneDoorAdmin"
