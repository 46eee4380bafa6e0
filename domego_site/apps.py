from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "domego_site"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Checks register themselves; the Celery app must exist before a task is called from a web process.
        from domego_site import celery, checks  # noqa: F401
