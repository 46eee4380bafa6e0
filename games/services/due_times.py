"""Moving what is due: by a pause, or by somebody who gives more time."""

from datetime import timedelta

from games import pace
from games.models import Decision, Match


def move_due_times(match: Match, by: timedelta) -> None:
    """Later by `by`, and to the end of the quiet time if that falls into one. Inside the transaction that locked the
    match.
    """
    limits = pace.read(match.pace)
    rows = list(match.decisions.filter(closed_at__isnull=True, due_at__isnull=False))
    for row in rows:
        if row.due_at is not None:
            row.due_at = pace.not_at_a_quiet_time(limits, row.due_at + by)
    Decision.objects.bulk_update(rows, ["due_at"])
