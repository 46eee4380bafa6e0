"""The site's settings without hashing and compression of static files, which takes seconds."""

from domego_site.settings import *  # noqa: F403
from domego_site.settings import STORAGES, VAR_DIR

STORAGES = {
    "default": STORAGES["default"],
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

CELERY_IMPORTS = ["tests.site.slow_task"]

if (VAR_DIR / "broken").exists():
    raise RuntimeError("code that a test broke")
