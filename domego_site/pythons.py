"""The choice of the Python for `.venv`: the fastest one of the machine. Standard library only.

Distributions build Python with profile-guided optimisation, version managers often without: the same version then
takes a quarter longer. The builds do not tell reliably (Debian's does not name its flags), so they are timed.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

GAIN: Final = 0.88
"""The share of the current Python's time below which another one is taken."""
ROUNDS: Final = 3
PLACES: Final = ("/usr/local/bin", "/usr/bin")
TIMED: Final = """
import bz2, ctypes, ensurepip, json, lzma, sqlite3, ssl, sys, time, venv, zlib
if sys.version_info[:2] != ({major}, {minor}):
    raise SystemExit(1)
def work():
    numbers = {{number: str(number) for number in range(400)}}
    for _each in range(12):
        text = "".join(f"<b>{{value}}</b>" for value in numbers.values())
        json.loads(json.dumps(numbers)), [len(numbers[number]) for number in numbers], text.split("<b>")
def timed():
    began = time.process_time()
    work()
    return time.process_time() - began
print(min(timed() for _each in range(12)))
"""
"""Prints the seconds of a short job. Ends with an error for a Python of another version, or without a module that the
site needs.
"""


def fastest(current: str = sys.executable) -> str:
    """The path of the Python to use: `current`, unless another one of the same minor version is clearly faster.

    Candidates are those on PATH and in the usual places. Takes some 0.2 s for each.
    """
    found = _times([current, *candidates(current)])
    if current not in found:
        return current
    best = min(found, key=lambda path: found[path])
    return best if found[best] < GAIN * found[current] else current


def candidates(current: str) -> list[str]:
    """The other Pythons of the same minor version, by name; each file once."""
    names = (f"python3.{sys.version_info.minor}", "python3")
    places = (*os.environ.get("PATH", "").split(os.pathsep), *PLACES)
    seen = {os.path.realpath(current)}
    found = []
    for path in (Path(place) / name for place in places for name in names):
        real = os.path.realpath(path)
        if os.access(path, os.X_OK) and real not in seen:
            seen.add(real)
            found.append(str(path))
    return found


def _times(paths: Sequence[str]) -> dict[str, float]:
    """The least seconds of each Python; those that are faster than the first at once are timed in turns with it."""
    found: dict[str, float] = {}
    left = paths
    for _round in range(ROUNDS):
        done = {path: _seconds(path) for path in left}
        found |= {path: min(seconds, found.get(path, seconds)) for path, seconds in done.items() if seconds is not None}
        left = [path for path in paths if path in found and found[path] <= found.get(paths[0], 0)]
    return found


def _seconds(path: str) -> float | None:
    """The seconds of the job; None if this Python cannot do it, lacks a module or is of another version."""
    script = TIMED.format(major=sys.version_info.major, minor=sys.version_info.minor)
    try:
        done = subprocess.run(
            [path, "-I", "-c", script],
            check=False,
            capture_output=True,
            text=True,
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
        return float(done.stdout) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
