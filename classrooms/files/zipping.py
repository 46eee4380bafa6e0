"""A ZIP that is written while it is sent, so that its size costs no memory."""

import io
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZipFile, ZipInfo


class _Wire(io.RawIOBase):
    """The output of a ZIP: it holds bytes that were not sent yet, and cannot seek back."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._sent = 0

    def writable(self) -> bool:
        """The output is always writable."""
        return True

    def write(self, data: Any) -> int:
        """Hold the data until it is taken."""
        self._waiting += data
        return len(data)

    def tell(self) -> int:
        """The number of bytes written; ZipFile notes the beginnings of its parts."""
        return self._sent + len(self._waiting)

    def taken(self) -> bytes:
        """The bytes written since the last call."""
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
