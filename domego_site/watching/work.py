"""Metrics of the site's work in the database: the same from every process and machine of the site."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import Error
from django.db.models import Count
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from domego_site.watching import figures
from domego_site.watching.alerts import open_alerts
from games.public.base import clock
from games.public.models import Job, Move, PushSubscription

KEPT_FOR: Final = 10.0
"""Seconds for which the same answer is given, regardless of the number of requests."""
SETTLED_AFTER: Final = timedelta(seconds=30)
"""The age at which every transaction with an older number has ended."""


class Moves:
    """Counts moves since this object was made, by reading new ones only. Set-up moves are not counted."""

    def __init__(self) -> None:
        self._upto: int | None = None
        self._counts: Counter[tuple[str, str]] = Counter()

    def metric(self, now: datetime) -> Metric:
        upto = self._newest(now)
        if self._upto is not None and upto > self._upto:
            new = Move.objects.filter(pk__gt=self._upto, pk__lte=upto, number__gt=0).order_by()
            for game, origin, count in new.values_list("match__game", "author_kind").annotate(Count("pk")):
                self._counts[game, origin] += count
        # A clock that was put back must not have moves counted twice.
        self._upto = max(upto, self._upto or 0)
        metric = CounterMetricFamily("domego_moves", "Moves that were played.", labels=["game", "origin"])
        for labels, count in sorted(self._counts.items()):
            metric.add_metric(labels, count)
        return metric

    def _newest(self, now: datetime) -> int:
        settled = Move.objects.filter(created_at__lte=now - SETTLED_AFTER).order_by("-pk")
        return settled.values_list("pk", flat=True).first() or 0


class Work(Collector):
    """A collector of the database's figures, read at most once in ten seconds; it reports an unreachable database."""

    def __init__(self) -> None:
        self._moves = Moves()
        self._lock = threading.Lock()
        self._asked = float("-inf")
        self._answer: list[Metric] = []

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            if time.monotonic() - self._asked >= KEPT_FOR:
                self._answer = self._ask()
                self._asked = time.monotonic()
            return self._answer

    def _ask(self) -> list[Metric]:
        try:
            return [_gauge("domego_database_up", "Does the database answer?", 1), *self._metrics(clock.now())]
        except (Error, OSError):
            return [_gauge("domego_database_up", "Does the database answer?", 0)]

    def _metrics(self, now: datetime) -> Iterator[Metric]:
        yield self._moves.metric(now)
        yield from _decisions(now)
        yield from _jobs(now)
        yield from _notifications(now)
        last = figures.last_sweep()
        lag = GaugeMetricFamily("domego_sweep_lag_seconds", "Seconds since a sweep went through, to about five.")
        if last is not None:
            lag.add_metric([], max(0.0, (now - last).total_seconds()))
        yield lag
        age = GaugeMetricFamily("domego_backup_age_seconds", "Age of what the newest backup holds.")
        if (backup := figures.last_backup()) is not None:
            age.add_metric([], max(0.0, (now - backup).total_seconds()))
        yield age
        alerts = GaugeMetricFamily("domego_alerts", "What the operator was told of and is not over.", labels=["kind"])
        for kind, count in open_alerts().order_by().values_list("kind").annotate(Count("pk")):
            alerts.add_metric([kind], count)
        yield alerts


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value=value)


def _decisions(now: datetime) -> Iterator[Metric]:
    yield _gauge("domego_decisions_open", "Decisions pending in running matches.", figures.open_decisions().count())
    overdue = figures.overdue_decisions(now).count()
    yield _gauge("domego_decisions_overdue", "Decisions whose deadline has passed and was not played.", overdue)


def _jobs(now: datetime) -> Iterator[Metric]:
    count = GaugeMetricFamily("domego_jobs", "Jobs that are not done.", labels=["kind", "state"])
    oldest = GaugeMetricFamily("domego_job_oldest_seconds", "Age of the oldest job to be done.", labels=["kind"])
    ages: dict[str, float] = {}
    for kind, state, rows, since in figures.jobs_by_kind():
        count.add_metric([kind, state], rows)
        if state != Job.State.FAILED:
            ages[kind] = max(ages.get(kind, 0.0), (now - since).total_seconds())
    for kind, age in ages.items():
        oldest.add_metric([kind], age)
    yield from (count, oldest)


def _notifications(now: datetime) -> Iterator[Metric]:
    unsent, waiting = figures.mails_unsent(now), figures.mails_waiting(now)
    yield _gauge("domego_mails_unsent", "Mails of the last day that were claimed and did not go out.", unsent)
    yield _gauge("domego_mails_waiting", "Mails that have been due for half an hour and nobody claimed.", waiting)
    devices = PushSubscription.objects.order_by()
    yield _gauge("domego_push_devices", "Devices that are told of turns.", devices.count())
    failing = devices.filter(failures__gt=0).count()
    yield _gauge("domego_push_devices_failing", "Those of them whose last alert did not arrive.", failing)
