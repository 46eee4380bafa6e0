from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as admin_apps


class SiteConfig(AppConfig):
    name = "domego_site"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Checks register themselves; the Celery app must exist before a task is called from a web process.
        from domego_site import celery, checks  # noqa: F401

        if settings.SENTRY_DSN:
            from domego_site import error_reports

            error_reports.start(settings.SENTRY_DSN, environment=settings.SENTRY_ENVIRONMENT)


class SiteAdminConfig(admin_apps.AdminConfig):
    default = False  # of this package
    default_site = "domego_site.admin_site.OneDoorAdmin"
