#!/usr/bin/env python
"""A small college's own site, with the games inside (docs/run/embed.md)."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "college.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
