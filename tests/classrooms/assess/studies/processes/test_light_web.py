"""The pages of the site load no package for statistics: only the slow worker does."""

import subprocess
import sys

LOADED = """
import sys
import django
django.setup()
from django.urls import get_resolver
get_resolver().reverse_dict  # reads every module of pages
assert "classrooms.assess.studies.views.results" in sys.modules
print([name for name in ("numpy", "scipy", "statsmodels", "pandas") if name in sys.modules])
"""


def test_all_pages_are_loaded_without_statistics():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)

    assert (done.stdout.splitlines()[-1:], done.stderr) == (["[]"], "")
