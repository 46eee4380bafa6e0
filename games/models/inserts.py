"""Prepared inserts for the writer of moves: their SQL is compiled once.

The writer holds the lock of its match, and on SQLite that of the whole database, while it stores a move. Compiling an
insert takes longer than the database needs for it.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import Model

MOST_ROWS: Final = 32
"""The number of rows of one statement; more are stored by several."""


class Insert:
    """Rows of a model with a primary key of the database's, stored as by `bulk_create`: no signals are sent."""

    def __init__(self, model: type[Model]) -> None:
        self._fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self._model = model
        [self._key] = [field.column for field in model._meta.concrete_fields if field.primary_key]
        self._statements: dict[tuple[str, int], str] = {}

    def __call__(self, rows: Sequence[Any]) -> None:
        """Store the rows and set their primary keys. Raises IntegrityError as a save does."""
        for start in range(0, len(rows), MOST_ROWS):
            self._store(rows[start : start + MOST_ROWS])

    def _store(self, rows: Sequence[Any]) -> None:
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in self._fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._statement(len(rows)), values)
            found = cursor.fetchall()
        for row, (pk,) in zip(rows, found, strict=True):
            row.pk = pk
            row._state.adding, row._state.db = False, connection.alias

    def _statement(self, count: int) -> str:
        kind = connection.vendor, count
        if kind not in self._statements:
            quoted, options = connection.ops.quote_name, self._model._meta
            columns = ", ".join(quoted(str(field.column)) for field in self._fields)
            row = f"({', '.join(['%s'] * len(self._fields))})"
            self._statements[kind] = (
                f"INSERT INTO {quoted(options.db_table)} ({columns}) VALUES {', '.join([row] * count)} "  # noqa: S608
                f"RETURNING {quoted(str(self._key))}"
            )
        return self._statements[kind]
