"""The scheduler of a site, which sends the sweep each second."""

from datetime import timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler

A_MOMENT: Final = timedelta(seconds=5)


class Beat(PersistentScheduler):
    """Celery's scheduler, corrected for a clock that was set back. Celery stores the last times: it would wait until
    they are past, even after a restart.
    """

    def tick(self, *args: Any, **options: Any) -> Any:
        """See Celery. Tasks that were last sent in the future are sent again at once."""
        early = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now() + A_MOMENT]
        for entry in early:
            entry.last_run_at = entry.default_now() - timedelta(days=1)
        if early:
            self._heap = None  # it is in the order of the old times
        return super().tick(*args, **options)
