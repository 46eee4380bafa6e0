"""The beat of a site: what sends the sweep each second."""

from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler

A_MOMENT: Final = timedelta(seconds=5)


class Beat(PersistentScheduler):
    """Celery's own, which falls silent where the clock was set back: it waits until what was sent last is over, also
    after a new start, since it keeps when that was.
    """

    def tick(self, *args: Any, **options: Any) -> Any:
        """See Celery. What was sent in the future is sent again at once."""
        early = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now() + A_MOMENT]
        for entry in early:
            entry.last_run_at = entry.default_now() - timedelta(days=1)
        if early:
            self._heap = None  # it is in the order of the old times
        return super().tick(*args, **options)
