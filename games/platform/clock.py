"""The clock of the platform. Due times are compared with the database's time, so that machines with wrong clocks
agree.
"""

from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """The current time for deadlines: the database server's on PostgreSQL, this machine's with SQLite, which runs on
    it.

    Services read it once and pass it on; tests pass a time of their own.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)
