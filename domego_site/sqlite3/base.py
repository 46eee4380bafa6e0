"""Django's SQLite, for connections that stay open between requests (`CONN_MAX_AGE`).

Opening one costs more than most queries. A kept connection reads the file that it opened: if another file has taken
that name since (a restored copy), or the last query failed and the file cannot be read, the next request opens anew.
"""

import os
import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that knows its file."""

    _opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, and remember which one it is."""
        connection = super().get_new_connection(conn_params)
        self._opened = self._there()
        return connection

    def close_if_unusable_or_obsolete(self) -> None:
        """Close a connection to a file that is no longer at its place. Django calls it around each request."""
        if self.connection is not None and not self.in_atomic_block and self._opened != self._there():
            self.close()
            return
        super().close_if_unusable_or_obsolete()

    def is_usable(self) -> bool:
        """Can the file be read? Django asks after an error."""
        try:
            self.connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error:
            return False
        return True

    def _there(self) -> tuple[int, int] | None:
        """The file at the connection's place; None for one in memory, or none."""
        try:
            found = os.stat(self.settings_dict["NAME"])
        except OSError:
            return None
        return found.st_dev, found.st_ino
