"""Storing the result of a slow computation without a long lock."""

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
    """Run `read` without a lock, then `store` its result with the one row of `rows` locked. The columns (or
    annotations) `stamps` must be unchanged. If they have changed, it is read again; the third try reads under the
    lock. SQLite has one lock for all writers, so a long read under it would block everybody. Raises DoesNotExist
    if there is no such row, or none any more.
    """
    for _try in range(TRIES - 1):
        before, found = rows.values(*stamps).get(), read()
        with transaction.atomic():
            row = rows.select_for_update(of=("self",)).get()
            if {name: getattr(row, name) for name in stamps} == before:
                return store(row, found)
    with transaction.atomic():
        return store(rows.select_for_update(of=("self",)).get(), read())
