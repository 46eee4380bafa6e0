"""No text can keep a reader busy for a long time."""

import subprocess
import sys

FAR_TOO_LONG = 240
"""Seconds. Each text takes milliseconds, but hours with a reader that backtracks."""
EACH = "37"
"""One of so many texts is read. The number shares no factor with the number of pieces, so that all pairs occur."""


def test_every_reader_gets_through_its_worst_cases():
    program = [sys.executable, "-m", "tests.classrooms.files.worst_cases", EACH]

    done = subprocess.run(program, capture_output=True, text=True, timeout=FAR_TOO_LONG, check=False)

    assert (done.returncode, done.stderr[-2000:]) == (0, "")
    assert len(done.stdout.split("\n")) == 10
