"""Storing what takes long to work out, with nobody else waiting meanwhile."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
Found = TypeVar("Found")
Stored = TypeVar("Stored")

TRIES: Final = 3


def store_after_reading(
    rows: QuerySet[Row], *stamps: str, read: Callable[[], Found], store: Callable[[Row, Found], Stored]
) -> Stored:
    """`read` without a lock, then `store` what was found with the one row of `rows` locked, if its columns (or
    annotations) `stamps` say what they said before. SQLite has one lock for all who write: a worker that stands back
    for others would make everybody wait for as long as it reads. Where somebody has changed the row meanwhile, it is
    read anew, the last of three times with the lock. Raises DoesNotExist where there is no such row, or none any more.
    """
    for _try in range(TRIES - 1):
        before, found = rows.values(*stamps).get(), read()
        with transaction.atomic():
            row = rows.select_for_update(of=("self",)).get()
            if {name: getattr(row, name) for name in stamps} == before:
                return store(row, found)
    with transaction.atomic():
        return store(rows.select_for_update(of=("self",)).get(), read())
