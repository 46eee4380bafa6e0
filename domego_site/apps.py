from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class SiteConfig(AppConfig):
    name = "domego_site"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Checks register themselves; the Celery app must exist before a task is called from a web process.
        from domego_site import celery, checks  # noqa: F401


class SiteAdminConfig(admin_apps.AdminConfig):
    default = False  # of this package
    default_site = "domego_site.admin_site.OneDoorAdmin"
