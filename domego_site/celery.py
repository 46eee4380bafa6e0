"""Background work in four queues: `play` for work that a turn waits for, `heavy` for work of seconds, `analysis` for
work of minutes, `expected` for the expected end on open pages. The database holds the jobs and tasks carry ids only, so
a lost message costs one sweep. No task is ever sent with a delay: Redis gives a message that waits longer than the
visibility timeout to a second worker.
"""

import os
import sys
import time
import warnings
from typing import Any

from celery import Celery, bootsteps, signals
from celery.exceptions import CPendingDeprecationWarning
from celery.platforms import SecurityWarning
from click import Option
from django.db import close_old_connections
from kombu import Queue

from domego_site import heartbeats, processes
from games import embedding

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")

# Containers run as root; messages are JSON, which runs nothing.
warnings.filterwarnings("ignore", category=SecurityWarning)
# Tasks go on while the broker is away: what they write counts once, however often they are handed out.
warnings.filterwarnings("ignore", "(?s).*on connection loss cancels", category=CPendingDeprecationWarning)

_noted = float("-inf")

app = Celery("domego_site")
app.set_default()  # threads of the web server see the default app only
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_queues=tuple(Queue(name) for name in processes.QUEUES),
    task_default_queue="play",
    task_create_missing_queues=False,
    task_routes=embedding.ROUTES,
    task_serializer="json",
    accept_content=["json"],
    result_backend=None,
    task_ignore_result=True,
    # A task is done when it is finished, and belongs to another worker when its process dies.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    # A web request that cannot publish goes on within a second; the sweep finds the work in the database.
    task_publish_retry=False,
    broker_connection_timeout=1,
    broker_transport_options={
        "visibility_timeout": 900,
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
        "max_retries": 0,
    },
    # A worker waits for its broker for as long as it takes.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_hijack_root_logger=False,
    # Celery would close the database's connections around each task: `_keep_connections` does as web servers do.
    CELERY_DB_REUSE_MAX=sys.maxsize,
    beat_schedule=embedding.SCHEDULE,
    beat_max_loop_interval=embedding.SWEEP_SECONDS,
    beat_scheduler="games.platform.work.beating:Beat",
)
app.autodiscover_tasks()


@signals.celeryd_init.connect
def _let_worker_wait(conf: Any, **_: Any) -> None:
    """Give workers longer time limits for the broker than web requests: waiting costs a worker nothing. They ask it
    every two seconds whether it still waits for them, which is half of what an idle worker does.
    """
    limits = {"socket_connect_timeout": 5, "socket_timeout": 30, "polling_interval": 2}
    conf.broker_transport_options = {**conf.broker_transport_options, **limits}


@signals.celeryd_init.connect
def _stand_back(sender: Any, **_: Any) -> None:
    """Lower the priority of heavy work: moves come before papers; analyses and expected ends use the remaining
    processor time.
    """
    queue = str(sender).partition("-")[0]
    os.nice({"heavy": 5, "analysis": 19, "expected": 19}.get(queue, 0))


@signals.task_prerun.connect
@signals.task_postrun.connect
def _keep_connections(sender: Any, **_: Any) -> None:
    """Close connections that are unusable or too old, as around a request. Those to SQLite stay open: opening one took
    half the time of a sweep.
    """
    if not sender.request.is_eager:
        close_old_connections()


@signals.worker_process_init.connect
@signals.beat_embedded_init.connect
def _die_with_worker(**_: Any) -> None:
    processes.die_with_parent()


@signals.worker_process_shutdown.connect
def _leave_the_pool(exitcode: int, **_: Any) -> None:
    """The worker has taken all results of this process of its pool, which would now sleep for a second."""
    os._exit(exitcode)


class Heartbeat(bootsteps.StartStopStep):
    """A worker's main process leaves a sign of life, from the loop that also takes in its messages."""

    requires = {"celery.worker.components:Timer"}

    def start(self, worker: Any) -> None:
        queue = worker.hostname.partition("-")[0]
        heartbeats.begin(queue)
        worker.timer.call_repeatedly(heartbeats.EVERY, heartbeats.leave, (queue,))

    def stop(self, worker: Any) -> None:
        heartbeats.end(worker.hostname.partition("-")[0])


app.steps["worker"].add(Heartbeat)


class BeatWithin(bootsteps.StartStopStep):
    """With `--beat-thread`: beat in a thread of the worker (domego_site.beat_thread)."""

    requires = {"celery.worker.components:Beat"}
    conditional = True

    def __init__(self, worker: Any, beat_thread: bool = False, **options: Any) -> None:
        self.enabled = beat_thread
        super().__init__(worker, **options)

    def create(self, worker: Any) -> Any:
        from domego_site.beat_thread import BeatThread

        worker.beat = BeatThread(worker.app)
        return worker.beat

    def terminate(self, worker: Any) -> None:
        """The thread ends with its process."""


app.steps["worker"].add(BeatWithin)
app.user_options["worker"].add(Option(["--beat-thread"], is_flag=True, help="Do the sweep in a thread."))


class EndWithBeat(bootsteps.StartStopStep):
    """Stops a worker whose beat died, so that both are started again: nothing else would send sweeps."""

    requires = {"celery.worker.components:Timer", BeatWithin}

    def start(self, worker: Any) -> None:
        if worker.beat is not None:
            worker.timer.call_repeatedly(heartbeats.EVERY, self._look, (worker.beat,))

    def _look(self, beat: Any) -> None:
        from celery.worker import state

        if not beat.is_alive() and state.should_stop is None:
            state.should_stop = os.EX_SOFTWARE


app.steps["worker"].add(EndWithBeat)


class EndAtRest(bootsteps.StartStopStep):
    """With `--end-at-rest`: ends a worker without tasks for so many seconds. Its main process starts it again when
    there is work.
    """

    requires = {"celery.worker.components:Timer"}
    conditional = True

    def __init__(self, worker: Any, end_at_rest: int = 0, **options: Any) -> None:
        self.enabled = bool(end_at_rest)
        self._seconds = end_at_rest
        self._seen = (0, 0.0)
        super().__init__(worker, **options)

    def start(self, worker: Any) -> None:
        self._seen = (0, time.monotonic())
        worker.timer.call_repeatedly(self._seconds / 10, self._look)

    def _look(self) -> None:
        from celery.worker import state

        begun, now = state.all_total_count[0], time.monotonic()
        if state.reserved_requests or begun != self._seen[0]:
            self._seen = (begun, now)
        elif now - self._seen[1] >= self._seconds and state.should_stop is None:
            state.should_stop = os.EX_OK


app.steps["worker"].add(EndAtRest)
app.user_options["worker"].add(Option(["--end-at-rest"], type=int, default=0, help="Seconds without a task."))


@signals.worker_shutdown.connect
def _end_at_once(sender: Any, **_: Any) -> None:
    """End the worker at once: its tasks are finished, and it has left the broker."""
    processes.end_at_once(sender.exitcode or 0)


@signals.beat_init.connect
@signals.beat_embedded_init.connect
def _begin_beating(**_: Any) -> None:
    processes.be_called("beat")
    heartbeats.begin(heartbeats.BEAT)


@signals.after_task_publish.connect(sender="games.sweep")
def _beat(**_: Any) -> None:
    """Note a sign of life of beat. It is called when a sweep was handed to the broker, and only beat sends sweeps."""
    heartbeats.leave(heartbeats.BEAT)


@signals.task_success.connect
def _note_sweep(sender: Any, **_: Any) -> None:
    """Note the time of a sweep, at most once in some seconds: the operator needs no more, and each costs a write."""
    global _noted  # noqa: PLW0603 - what this process wrote last
    if sender.name == "games.sweep" and time.monotonic() - _noted >= heartbeats.EVERY:
        from domego_site.watching import figures
        from games.public.base import clock

        figures.note_sweep(clock.now())
        _noted = time.monotonic()
