"""The site of `manage.py run` in one tree of processes. Gunicorn's main process loads the site once. Its children share
that memory: two serve pages, one does the work that turns wait for, sends the sweep and streams news. A worker of a
slow queue is only there while its queue has work. Each is the worker of `manage.py work`, so time limits, priority and
renewal are the same.
"""

import gc
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

import redis
from celery import signals
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.arbiter import Arbiter

from domego_site import heartbeats, processes

BROKER_SECONDS: Final = 1.0
"""Seconds for the broker to say how much work waits."""
BROKER_PAUSE: Final = 5.0
"""Seconds until a broker that did not answer is asked again."""
STEADY_SECONDS: Final = 60.0
LONGEST_PAUSE: Final = 30.0
STOP_SECONDS: Final = 110.0
"""Seconds for running tasks when the site is replaced. The supervisor kills the tree after 120 s."""

SIGNALS: Final = (*Arbiter.SIGNALS, signal.SIGCHLD)

logger = logging.getLogger(__name__)


class Hand:
    """A worker that is forked when it is needed. `work` runs in the child and returns when the worker has finished."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self.name = name
        self._work = work
        self._failures = 0
        self._began = 0.0
        self._due = 0.0
        self._pid = 0

    def look(self, *, needed: bool) -> None:
        """Start it if it is needed and does not run. After failures it waits for 0, 1, 2, 4 ... seconds."""
        if needed and not self.is_alive() and time.monotonic() >= self._due:
            self._began, parent = time.monotonic(), os.getpid()
            # A signal that comes now must not go to gunicorn's handlers in the child.
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
            self._pid = os.fork()
            if not self._pid:
                self._become(parent)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def is_alive(self) -> bool:
        if not self._pid:
            return False
        try:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
        except ChildProcessError:  # gunicorn took it as one of its own
            pid, status = self._pid, 0
        if pid:
            self._note_end(status)
        return bool(self._pid)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        if self.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self._pid, by)

    def _note_end(self, status: int) -> None:
        self._pid, now = 0, time.monotonic()
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            self._failures, self._due = 0, now
            return
        self._failures = 0 if now - self._began > STEADY_SECONDS else self._failures + 1
        pause = min(2.0 ** (self._failures - 2), LONGEST_PAUSE) if self._failures > 1 else 0.0
        self._due = now + pause
        logger.warning("The worker %s ended with code %s; it may start again in %.0f s.", self.name, code, pause)

    def _become(self, parent: int) -> NoReturn:
        """Runs in the child: leave gunicorn's signals behind, do the work, and end with the parent."""
        processes.die_with_parent()
        processes.be_called(self.name)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        code = 1
        try:
            gc.enable()
            if os.getppid() == parent:
                self._work()
                code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        except BaseException:
            logger.exception("The worker %s failed.", self.name)
        finally:
            processes.end_at_once(code)


class Broker:
    """Says which queues have work. A broker that is away has none, and is left alone for some seconds."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._ask_at = 0.0

    def busy(self) -> set[str] | None:
        """The queues that hold messages; None if the broker does not say."""
        if time.monotonic() < self._ask_at:
            return None
        try:
            lengths = self._lengths()
        except (redis.RedisError, OSError):
            self.forget()
            self._ask_at = time.monotonic() + BROKER_PAUSE
            return None
        return {queue for queue, length in zip(processes.SLOW_QUEUES, lengths, strict=True) if length}

    def forget(self) -> None:
        """Close this process's copy of the connection."""
        if self._client is not None:
            self._client.connection_pool.disconnect()
            self._client = None

    def _lengths(self) -> list[int]:
        if self._client is None:
            url = settings.REDIS_URL or f"unix://{settings.BROKER_SOCKET}?db=0"
            limit = {"socket_timeout": BROKER_SECONDS, "socket_connect_timeout": BROKER_SECONDS}
            self._client = redis.Redis.from_url(url, **limit)
        with self._client.pipeline(transaction=False) as asked:
            for queue in processes.SLOW_QUEUES:
                asked.llen(queue)
            return list(asked.execute())


class Crew:
    """The workers beside the web processes."""

    def __init__(self, listeners: Callable[[], list[Any]]) -> None:
        self._listeners = listeners
        self._play = Hand("play", self._do_play)
        self._slow = {queue: self._hand(queue) for queue in processes.SLOW_QUEUES}
        self._broker = Broker()
        self._signs_due = 0.0
        self._is_leaving = False

    def _hand(self, queue: str) -> Hand:
        return Hand(queue, lambda: self._do(processes.resting_worker(queue)))

    def look(self) -> None:
        """Start the workers that are needed and do not run."""
        if self._is_leaving:
            return
        self._play.look(needed=True)
        busy = self._broker.busy()
        for queue, hand in self._slow.items():
            hand.look(needed=queue in (busy or ()))
        if busy is not None and time.monotonic() >= self._signs_due:
            self._signs_due = time.monotonic() + heartbeats.EVERY
            for queue, hand in self._slow.items():
                if not hand.is_alive():
                    heartbeats.leave(queue)  # work of this queue would be taken up

    def reap(self) -> None:
        """Note which workers have ended."""
        for hand in self._all():
            hand.is_alive()

    def stop(self) -> None:
        """Ask all to finish their tasks and end."""
        self._is_leaving = True
        for hand in self._all():
            hand.stop()
        for queue in self._slow:
            heartbeats.end(queue)

    def wait(self, until: float) -> None:
        """Wait for the end of all, then kill them."""
        while any(hand.is_alive() for hand in self._all()) and time.monotonic() < until:
            time.sleep(0.05)
        for hand in self._all():
            hand.stop(signal.SIGKILL)

    def _all(self) -> list[Hand]:
        return [self._play, *self._slow.values()]

    def _do_play(self) -> None:
        if (listener := live_socket()) is not None:
            from games.management.commands.live import stream_in_thread

            end = stream_in_thread(listener)
            signals.worker_shutting_down.connect(lambda **_: end(), weak=False)
        self._do(processes.play_in_threads())

    def _do(self, arguments: list[str]) -> None:
        """Be a Celery worker, in a forked process."""
        self._broker.forget()
        for listener in self._listeners():
            listener.close()
        # As processes.worker_environment does: a pool would be closed after each task.
        for each in connections.settings.values():
            each.get("OPTIONS", {}).pop("pool", None)
        from domego_site.celery import app

        app.worker_main(arguments)


class Site(Arbiter):
    """Gunicorn's main process, with the workers among its children."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._crew = Crew(lambda: self.LISTENERS)

    def manage_workers(self) -> None:
        super().manage_workers()
        self._crew.look()

    def reap_workers(self) -> None:
        self._crew.reap()  # first: gunicorn takes every child that has ended
        super().reap_workers()

    def stop(self, graceful: bool = True) -> None:
        until = time.monotonic() + STOP_SECONDS
        self._crew.stop()
        super().stop(graceful)
        self._crew.wait(until)


class Application(WSGIApplication):
    """The site, loaded before its processes fork."""

    def load(self) -> Any:
        """Load all that the processes share. Nothing may be open or run in a thread afterwards."""
        with _without_collections():
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
            logging.captureWarnings(True)
            application = get_wsgi_application()
            _load_parts()
            connections.close_all()
        return application

    def run(self) -> None:
        Site(self).run()


@contextmanager
def _without_collections() -> Iterator[None]:
    """Leave the garbage collector off: it would find nothing. It never looks through these objects again, so their
    memory stays shared between the processes.
    """
    gc.disable()
    yield
    processes.keep_what_is_loaded()


def _load_parts() -> None:
    from domego_site.celery import app
    from games.public.pages import fragments

    fragments.load_all()
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # `manage.py run` has made them
    app.loader.import_default_modules()
    app.finalize()


def live_socket() -> socket.socket | None:
    """The socket on which this site streams news, inherited from the supervisor."""
    number = os.environ.get(processes.LIVE_SOCKET)
    return socket.socket(fileno=os.dup(int(number))) if number else None


if __name__ == "__main__":
    Application("%(prog)s [OPTIONS] [APP_MODULE]").run()
