"""A ZIP that is written while it is sent, so that its size costs no memory."""

import io
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZipFile, ZipInfo


class _Wire(io.RawIOBase):
    """What a ZIP is written to: it keeps what was not sent yet, and cannot go back."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._sent = 0

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: Any) -> int:
        """Keep it until it is taken."""
        self._waiting += data
        return len(data)

    def tell(self) -> int:
        """ZipFile notes where its parts begin."""
        return self._sent + len(self._waiting)

    def taken(self) -> bytes:
        """What came since the last time."""
        block = bytes(self._waiting)
        self._sent += len(block)
        self._waiting.clear()
        return block


def zipped(entries: Iterable[tuple[ZipInfo, Iterable[bytes]]]) -> Iterator[bytes]:
    """The bytes of a ZIP of these entries, each given in blocks, of which one is in memory at a time."""
    wire = _Wire()
    with ZipFile(wire, "w") as archive:
        for info, blocks in entries:
            with archive.open(info, "w") as entry:
                for block in blocks:
                    entry.write(block)
                    yield wire.taken()
    yield wire.taken()
