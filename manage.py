#!/usr/bin/env python
"""Django's command line. A clone that `make setup` prepared needs no environment variable for it."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
    from domego_site import paths

    if "SECRET_KEY" not in os.environ and (key := paths.read_local_secret_key()):
        os.environ["SECRET_KEY"] = key
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        _ = settings.DEBUG  # reading one loads them all
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
