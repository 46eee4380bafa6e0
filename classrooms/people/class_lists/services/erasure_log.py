"""The log of erasures, by number: an older backup contains erased people, and restoring it must erase them again. It is
kept in the database, which backups contain, and in a file beside it that outlives the database.
"""

import json
import logging
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from classrooms.models import Erasure, User
from games.public.base import conf

logger = logging.getLogger(__name__)

BEGINS = '{"person"'


@dataclass(frozen=True)
class Erased:
    """A row of the log, in the database or in the file."""

    person: int
    joined_at: datetime
    into: int | None
    at: datetime

    def line(self) -> str:
        """The row as a line of the file."""
        row = {"person": self.person, "joined_at": self.joined_at.isoformat(), "into": self.into}
        return json.dumps({**row, "at": self.at.isoformat()}) + "\n"


def erasure_note(*, user: User, now: datetime, into: User | None = None) -> None:
    """Log that a person is erased, or that a guest was merged into another one; the file is written after commit. A
    file that cannot be written is reported and prevents no erasure.
    """
    merged = None if into is None else into.pk
    found = {"person": user.pk, "joined_at": user.date_joined, "into": merged}
    row, created = Erasure.objects.get_or_create(**found, defaults={"at": now})
    if created:
        line = Erased(row.person, row.joined_at, row.into, row.at).line()
        transaction.on_commit(lambda: _append(line), robust=True)


def _append(line: str) -> None:
    if not conf.ERASURES_FILE:
        return
    try:
        descriptor = os.open(conf.ERASURES_FILE, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "r+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            was_cut = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            file.write(b"\n" * was_cut + line.encode())
    except OSError as fault:
        logger.warning("%s was not written, the database has the erasure: %s", conf.ERASURES_FILE, fault)


def erasures_in_database() -> set[Erased]:
    """All rows of the log."""
    return {Erased(*row) for row in Erasure.objects.values_list("person", "joined_at", "into", "at")}


def erasures_in_file(path: Path) -> set[Erased]:
    """All complete lines of a file; none for a missing file. A line cut off by a full disk is skipped and logged.
    Raises ValueError for any other content.
    """
    if not path.exists():
        return set()
    lines = {f"{path}, line {number}": line for number, line in enumerate(path.read_text().split("\n"), 1) if line}
    cut = [where for where, line in lines.items() if line.startswith(BEGINS) and not line.endswith("}")]
    for where in cut:
        logger.warning("%s was cut off when it was written: that erasure must be done again by hand.", where)
    return {_parse_line(line, where) for where, line in lines.items() if where not in cut}


def _parse_line(line: str, where: str) -> Erased:
    try:
        row: dict[str, Any] = json.loads(line)
        joined, at = (datetime.fromisoformat(row[name]) for name in ("joined_at", "at"))
        return Erased(int(row["person"]), joined, None if row["into"] is None else int(row["into"]), at)
    except (ValueError, KeyError, TypeError) as fault:
        raise ValueError(f"{where} is not a line of erasures.") from fault


def erasures_pending(known: Iterable[Erased]) -> list[User]:
    """The people of this database who are erased by these rows, and guests merged into them later than this database
    knows.
    """
    rows = set(known)
    gone = _closed({row.person for row in rows if row.into is None}, rows)
    moments = {(row.person, row.joined_at) for row in rows}
    people = User.objects.filter(pk__in=gone, erased_at__isnull=True).order_by("pk")
    return [user for user in people if (user.pk, user.date_joined) in moments]


def _closed(gone: set[int], rows: Collection[Erased]) -> set[int]:
    """The people with all guests merged into them, directly or through others."""
    while more := {row.person for row in rows if row.into in gone} - gone:
        gone = gone | more
    return gone


def erasures_keep(*, known: Iterable[Erased]) -> None:
    """Add missing rows to the log, so that the next backup has them."""
    missing = set(known) - erasures_in_database()
    Erasure.objects.bulk_create(
        [Erasure(person=row.person, joined_at=row.joined_at, into=row.into, at=row.at) for row in missing],
        ignore_conflicts=True,
    )
