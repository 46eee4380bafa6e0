"""Checks whose faults are counted and only become fewer: `make lint` fails on more of them than a file of counts notes,
and on fewer, until the lower count is noted.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def say(*lines: str) -> None:
    """Write lines to the standard output."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def noted(file: Path) -> dict[str, int]:
    """The number of faults that each key may still have, from lines such as `3 games/conf.py`."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return {key: int(number) for number, key in (line.split(" ", 1) for line in lines if line)}


def compare(found: Mapping[str, Sequence[str]], file: Path, command: str) -> int:
    """0 if each key has as many faults as `file` notes, else 1, with the faults of each key that has more. `--write`
    among the arguments notes lower counts first, never higher ones. `command` is named in the
    message about lower counts.
    """
    may = noted(file)
    if "--write" in sys.argv:
        may = {key: min(len(faults), may.get(key, 0)) for key, faults in found.items()}
        file.write_text("".join(f"{number} {key}\n" for key, number in sorted(may.items()) if number), encoding="utf-8")
    is_good = True
    for key in sorted(found.keys() | may.keys()):
        faults, most = found.get(key, ()), may.get(key, 0)
        if len(faults) < most:
            say(f"{key}: {len(faults)} faults, {most} noted. Note it: {command} --write")
        elif len(faults) > most:
            say(f"{key}: {len(faults)} faults, {most} allowed.", *(f"  {fault}" for fault in faults))
        is_good = is_good and len(faults) == most
    say(f"{sum(map(len, found.values()))} faults in {len(found)} places ({file.name}).")
    return int(not is_good)
