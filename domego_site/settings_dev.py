"""Settings of `make dev`: those of the site, with every file read again when it changes."""

import os

if os.environ.get("HOST", "127.0.0.1") in {"127.0.0.1", "::1", "localhost"}:
    os.environ.setdefault("DEBUG", "1")  # pages of faults show settings: not where other machines reach the site

from domego_site.settings import *  # noqa: E402, F403
from domego_site.settings import STORAGES, TEMPLATES  # noqa: E402

# Django keeps templates that it has read, unless loaders are named one by one.
TEMPLATES = [
    {
        **TEMPLATES[0],
        "APP_DIRS": False,
        "OPTIONS": {
            **TEMPLATES[0]["OPTIONS"],
            "loaders": [
                "django.template.loaders.filesystem.Loader",
                "django.template.loaders.app_directories.Loader",
            ],
        },
    },
    {**TEMPLATES[1], "OPTIONS": {**TEMPLATES[1]["OPTIONS"], "auto_reload": True}},
]

# Static files are served from where they lie, under their own names.
STORAGES = {
    "default": STORAGES["default"],
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0
