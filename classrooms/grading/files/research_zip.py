"""The tables of a session as one ZIP, written while it is sent, so that its size costs no memory."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from classrooms.grading.files.research import (
    DECISIONS,
    MOVES,
    NAMES,
    SCORES,
    Spoken,
    decision_lines,
    move_lines,
    records,
    score_lines,
)
from classrooms.models import Session

BLOCK: Final = 64 * 1024
MADE: Final = (1980, 1, 1, 0, 0, 0)
"""The same tables give the same file."""


class Wire(io.RawIOBase):
    """What a ZIP is written to: it keeps what was not sent yet, and cannot go back."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._sent = 0

    def writable(self) -> bool:
        """See io.IOBase."""
        return True

    def write(self, data: Any) -> int:
        """See io.RawIOBase."""
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


class Lines:
    """A CSV table that is written line by line. Columns are in the order of `columns`, without those of names unless
    they are wanted.
    """

    def __init__(self, columns: Sequence[str], out: IO[str], *, named: bool) -> None:
        self.columns = [column for column in columns if named or column not in NAMES]
        self._writer = csv.writer(out, lineterminator="\r\n")
        self._writer.writerow(self.columns)

    def add(self, line: Mapping[str, Any]) -> None:
        """Write a line."""
        self._writer.writerow([line[column] for column in self.columns])


def research_zip(play_session: Session, speak: Spoken, codebook: str) -> Iterator[bytes]:
    """The bytes of the ZIP in blocks: decisions.csv, moves.csv, scores.csv, codebook.txt. One table of the session is
    in memory at a time.
    """
    wire = Wire()
    with (
        ZipFile(wire, "w", ZIP_DEFLATED) as archive,
        SpooledTemporaryFile(BLOCK * 16, "w+", encoding="utf-8", newline="") as kept_moves,
        SpooledTemporaryFile(BLOCK * 16, "w+", encoding="utf-8", newline="") as kept_scores,
    ):
        moves = Lines(MOVES, kept_moves, named=speak.named)
        scores = Lines(SCORES, kept_scores, named=speak.named)
        with archive.open(_entry("decisions.csv"), "w") as entry:
            page = io.StringIO(newline="")
            decisions = Lines(DECISIONS, page, named=speak.named)
            for record in records(play_session):
                for line in decision_lines(record, speak):
                    decisions.add(line)
                for line in move_lines(record, speak):
                    moves.add(line)
                for line in score_lines(record, speak):
                    scores.add(line)
                entry.write(page.getvalue().encode())
                page.seek(0)
                page.truncate()
                yield wire.taken()
            entry.write(page.getvalue().encode())
        for name, kept in (("moves.csv", kept_moves), ("scores.csv", kept_scores)):
            with archive.open(_entry(name), "w") as entry:
                kept.seek(0)
                while block := kept.read(BLOCK):
                    entry.write(block.encode())
                    yield wire.taken()
        archive.writestr(_entry("codebook.txt"), codebook.encode())
    yield wire.taken()


def _entry(name: str) -> ZipInfo:
    info = ZipInfo(name, MADE)
    info.compress_type = ZIP_DEFLATED
    return info
