"""The load of this process, and the pauses by which pages of waiting people relieve it.

Somebody who waits for others can see their moves a few seconds later; somebody who is asked must see it at once. While
pages are drawn promptly, every open page asks for each change. While a page takes much longer than its own processor
time, because many are drawn at once, pages of waiting people ask less often and get several changes at once. A page
also waits for the database: the ratio of the promptest pages is taken as usual.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PROMPT: Final = 1.6
"""Times the usual ratio that a page may take before pages of waiting people pause."""
CROWDED: Final = 3.0
"""The same for the longest pause."""
LONGEST: Final = 4.0
"""Seconds of the longest pause."""
MOST_USUAL: Final = 1.5
"""The greatest ratio of elapsed to processor time that is taken as usual: a database far away."""
SHARE: Final = 0.9
"""The weight of earlier pages against the newest one."""


class Crowding:
    """Recent pages of a process: elapsed and processor seconds, older ones with less weight. `usual` is the least ratio
    of the two so far.
    """

    def __init__(self) -> None:
        self.elapsed = self.spent = 0.0
        self.usual = MOST_USUAL

    def note(self, elapsed: float, spent: float) -> None:
        """Add a page. Threads may overwrite each other's last page: it is an estimate."""
        self.elapsed = SHARE * self.elapsed + elapsed
        self.spent = SHARE * self.spent + spent
        self.usual = min(self.usual, max(1.0, self.ratio))

    @property
    def ratio(self) -> float:
        """Elapsed seconds for each second of the processor."""
        return self.elapsed / self.spent if self.spent else 1.0

    @contextmanager
    def page(self) -> Iterator[None]:
        """Add the page that is drawn inside, by one thread and without waiting for anything else."""
        began, spent = time.perf_counter(), time.thread_time()
        try:
            yield
        finally:
            self.note(time.perf_counter() - began, time.thread_time() - spent)

    @property
    def pause(self) -> float:
        """Seconds for which pages of waiting people are left as they are after an answer."""
        return LONGEST * min(1.0, max(0.0, (self.ratio / self.usual - PROMPT) / (CROWDED - PROMPT)))


crowding: Final = Crowding()
"""The estimate for this process."""
