"""The site's settings without the seconds that naming and compressing static files takes."""

from domego_site.settings import *  # noqa: F403
from domego_site.settings import STORAGES

STORAGES = {
    "default": STORAGES["default"],
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
