"""Maintenance of the files of papers: moving them to another storage, and deleting unused ones."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.core.files.storage import Storage, default_storage
from django.db import transaction

from classrooms.files.storage import file_names, present
from games.public import hooks

UNKNOWN_DAYS: Final = timedelta(days=1)
"""The age of a file without a row after which it is deleted. It was left by a dead process, or by a rolled back
transaction.
"""


def _tidy_now_and_then(now: datetime) -> None:
    if cache.add("papers-tidied", 1, 3600):
        papers_tidy(now=now)


def papers_tidy(*, now: datetime, storage: Any = default_storage) -> int:
    """Delete files without a paper, once they are a day old; returns their number. Only the database's files are
    deleted. A directory or a bucket may hold files of others, such as a site tried out with a backup.
    """
    if not hasattr(storage, "older_than"):
        return 0
    unknown = set(storage.older_than(now - UNKNOWN_DAYS))
    unknown.difference_update(file_names() if unknown else ())
    for name in unknown:
        storage.delete(name)
    return len(unknown)


def papers_move(*, source: Storage, target: Storage = default_storage) -> int:
    """Move the files of all papers from another storage, one by one; returns their number. Files that the target has
    already stay unchanged. Safe to repeat.
    """
    there = set(file_names())
    moved = 0
    for name in sorted(there - present(there, target)):
        if source.exists(name):
            _move(name, source, target)
            moved += 1
    return moved


def _move(name: str, source: Storage, target: Storage) -> None:
    with transaction.atomic(), source.open(name) as file:
        target.save(name, file)
        transaction.on_commit(lambda: source.delete(name))


hooks.SWEEPS.fill(_tidy_now_and_then)
