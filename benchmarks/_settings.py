"""The site's settings, without the collecting of static files."""

from domego_site.settings import *  # noqa: F403
from domego_site.settings import STORAGES

STORAGES = {
    "default": STORAGES["default"],
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
