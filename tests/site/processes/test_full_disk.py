"""A full disk stops nothing: failed writes are skipped, and writing resumes when there is room again."""

import os
import subprocess
import sys

import pytest

from domego_site import paths

FULL = "/dev/full"
SAID = """
import os, sys
from domego_site.supervisor import say

say("before")
file = os.dup(1)
os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
say("meanwhile")
still = os.readlink("/proc/self/fd/1")
os.dup2(file, 1)
say(still)
"""

pytestmark = pytest.mark.skipif(not os.path.exists(FULL), reason="this system has no /dev/full")


def test_a_supervisor_goes_on_saying_what_it_does():
    done = subprocess.run([sys.executable, "-c", SAID], cwd=paths.BASE_DIR, capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["before", FULL]
