"""The tables of a session as one ZIP, written while it is sent, so that its size costs no memory."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipInfo

from classrooms.assess.grading.files.research import (
    ACCOUNT,
    DECISIONS,
    MOVES,
    NAMES,
    SCORES,
    Spoken,
    account_lines,
    decision_lines,
    move_lines,
    records,
    score_lines,
)
from classrooms.files.zipping import zipped
from classrooms.models import Session

BLOCK: Final = 64 * 1024
MADE: Final = (1980, 1, 1, 0, 0, 0)
"""The fixed date of the entries, so that the same tables give the same file."""


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
    """The bytes of the ZIP in blocks: decisions.csv, moves.csv, scores.csv, account.csv, codebook.txt. One table of the
    session is in memory at a time.
    """
    with _kept() as moves, _kept() as scores, _kept() as accounts:
        yield from zipped(
            [
                (_entry("decisions.csv"), _decisions(play_session, speak, moves, scores, accounts)),
                (_entry("moves.csv"), _blocks(moves)),
                (_entry("scores.csv"), _blocks(scores)),
                (_entry("account.csv"), _blocks(accounts)),
                (_entry("codebook.txt"), [codebook.encode()]),
            ]
        )


def _kept() -> SpooledTemporaryFile[str]:
    return SpooledTemporaryFile(BLOCK * 16, "w+", encoding="utf-8", newline="")


def _decisions(
    play_session: Session, speak: Spoken, kept_moves: IO[str], kept_scores: IO[str], kept_accounts: IO[str]
) -> Iterator[bytes]:
    """The table of decisions; the rows of other tables are collected on the way."""
    page = io.StringIO(newline="")
    decisions = Lines(DECISIONS, page, named=speak.named)
    moves, scores = Lines(MOVES, kept_moves, named=speak.named), Lines(SCORES, kept_scores, named=speak.named)
    accounts = Lines(ACCOUNT, kept_accounts, named=speak.named)
    for record in records(play_session):
        for line in decision_lines(record, speak):
            decisions.add(line)
        for line in move_lines(record, speak):
            moves.add(line)
        for line in score_lines(record, speak):
            scores.add(line)
        for line in account_lines(record, speak):
            accounts.add(line)
        yield page.getvalue().encode()
        page.seek(0)
        page.truncate()
    yield page.getvalue().encode()


def _blocks(kept: IO[str]) -> Iterator[bytes]:
    kept.seek(0)
    while block := kept.read(BLOCK):
        yield block.encode()


def _entry(name: str) -> ZipInfo:
    info = ZipInfo(name, MADE)
    info.compress_type = ZIP_DEFLATED
    return info
