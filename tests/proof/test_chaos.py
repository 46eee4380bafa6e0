"""The long form of `python -m benchmarks.chaos`: all games are played under all kinds of faults. No law is broken."""

import os
import subprocess
import sys

import pytest

from benchmarks.chaos.machines import missing
from domego_site import paths

MATCHES, MINUTES = os.environ.get("CHAOS_MATCHES", "150"), os.environ.get("CHAOS_MINUTES", "5")


@pytest.mark.timeout(3600)
def test_every_law_holds_while_processes_are_killed_servers_restarted_disks_filled_and_clocks_set():
    if without := missing():
        pytest.skip(without)
    command = [sys.executable, "-m", "benchmarks.chaos", "--matches", MATCHES, "--minutes", MINUTES]

    done = subprocess.run(command, cwd=paths.BASE_DIR, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
