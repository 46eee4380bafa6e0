"""The site's settings, with a page and a task that fail."""

from tests.site.supervised_settings import *  # noqa: F403

ROOT_URLCONF = "tests.site.failing"
CELERY_IMPORTS = ("tests.site.failing",)
