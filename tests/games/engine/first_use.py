"""Run by a test as a process: threads read values of the same types for the very first time, all at once."""

import sys
from threading import Barrier, Thread
from typing import Any

import msgspec

from games.engine.codec import convert, from_json

THREADS, TYPES, FIELDS = 8, 60, 6


def made() -> list[Any]:
    """Types of nested structs that nobody has used yet."""
    types = []
    for number in range(TYPES):
        inner = [
            msgspec.defstruct(f"Inner{number}x{field}", [("x", int, 0), ("many", tuple[int, ...], ())])
            for field in range(FIELDS)
        ]
        fields = [(f"f{field}", each | None, None) for field, each in enumerate(inner)]
        types.append(msgspec.defstruct(f"Outer{number}", fields))
    return types


def main() -> None:
    """Ends with 0, unless the process crashes."""
    sys.setswitchinterval(1e-6)
    types, at_once = made(), Barrier(THREADS)

    def read() -> None:
        for kind in types:
            at_once.wait()
            value = from_json(b'{"f0": {"x": 1, "many": [1, 2]}}', kind)
            assert convert({"f0": {"x": 1, "many": [1, 2]}}, kind) == value

    threads = [Thread(target=read) for _number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
