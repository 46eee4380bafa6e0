"""The order of requests when a web process gets more than it can answer: moves first, then other posts. Pages follow in
the order of arrival, last come the polls of open pages. A page that would wait longer than `PATIENCE` gets an answer at
once that says so. It keeps its reader's place, and reloads by itself. The place is the time of the first request,
signed, in a cookie; programs are recognised by their token. Posts are never refused, as they come only from open pages.
"""

import hashlib
import heapq
import math
import random
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from enum import IntEnum
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

COOKIE: Final = "place"
PLACE_SECONDS: Final = 600
"""Seconds for which the place of a person asked to return is kept."""
SHORTEST: Final = 3
"""The least seconds after which a person is asked to return."""
LONGEST: Final = 20
PLACES: Final = 2000
"""The greatest number of remembered places in one process."""
PROBES: Final = ("/livez", "/healthz", "/readyz", "/metrics")


class Rank(IntEnum):
    """Lower ones are answered first."""

    DECISION = 0
    SENT = 1
    PAGE = 2
    NEWS = 3


PATIENCE: Final = {Rank.PAGE: 4.0, Rank.NEWS: 2.0}
"""Seconds for which a request of this rank waits; other ranks wait without a limit."""


def rank_of(request: Any) -> Rank:
    """The rank of a request read by waitress. Static files rank as posts: a person with a page needs them."""
    if request.error:
        return Rank.SENT
    method, path = request.command, request.path
    if path in PROBES:
        return Rank.DECISION
    if method not in ("GET", "HEAD"):
        return Rank.DECISION if "/matches/" in path else Rank.SENT
    if path.startswith("/static/"):
        return Rank.SENT
    return Rank.NEWS if path.endswith("/live/") else Rank.PAGE


@dataclass(frozen=True)
class ComeAgain:
    """The answer to a request that is refused, as waitress takes it for an error of a request."""

    seconds: int
    rank: Rank
    since: float
    languages: str
    is_for_programs: bool = False

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body."""
        from django.conf import settings

        from domego_site import refusals

        kind, body = "text/html; charset=utf-8", b""
        if self.is_for_programs:
            kind, body = "application/json", refusals.busy_for_programs(self.languages)
        elif self.rank == Rank.PAGE:
            body = refusals.busy_page(self.languages, self.seconds)
        headers = [("Content-Type", kind), ("Retry-After", str(self.seconds)), ("Cache-Control", "no-store")]
        if self.rank == Rank.NEWS:
            headers.append(("X-Wait", "1"))
        else:
            place = f"{COOKIE}={_signed(self.since)}; Max-Age={PLACE_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
            place += "; Secure" if settings.SESSION_COOKIE_SECURE else ""
            headers += [("Set-Cookie", place), ("Content-Security-Policy", refusals.BUSY_POLICY)]
        return "503 Service Unavailable", headers, body


@dataclass(order=True)
class _Waiting:
    rank: Rank
    since: float
    number: int
    channel: Any = field(compare=False)


@dataclass
class Line:
    """The waiting requests of one process, in their order, with the durations of such requests. Not safe for
    threads.
    """

    threads: int
    clock: Any = time.time
    costs: dict[Rank, float] = field(default_factory=lambda: dict.fromkeys(Rank, 0.05))
    """Seconds of a thread, of the last ones."""
    _waiting: list[_Waiting] = field(default_factory=list)
    _expected: "OrderedDict[float, float]" = field(default_factory=OrderedDict)
    """Places of people asked to return, with the times at which they expire."""
    _programs: "OrderedDict[str, float]" = field(default_factory=OrderedDict)
    _number: int = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def append(self, channel: Any) -> None:
        """Add a request to the queue."""
        request = channel.requests[0]
        rank = rank_of(request)
        self._number += 1
        heapq.heappush(self._waiting, _Waiting(rank, self.place_of(request, rank), self._number, channel))

    def popleft(self) -> Any:
        """The channel of the next request."""
        turn = heapq.heappop(self._waiting)
        if turn.rank == Rank.PAGE:
            self._expected.pop(turn.since, None)
        return turn.channel

    def took(self, rank: Rank, seconds: float) -> None:
        """A request of this rank was answered."""
        self.costs[rank] += (seconds - self.costs[rank]) / 16

    def refusal(self, request: Any) -> ComeAgain | None:
        """The answer to a request that would wait for longer than its rank has patience."""
        rank = rank_of(request)
        if rank not in PATIENCE or not self._waiting:
            return None
        since = self.place_of(request, rank)
        wait = self.wait(rank, since)
        if wait <= PATIENCE[rank]:
            return None
        seconds = min(LONGEST, max(SHORTEST, math.ceil(wait)))
        if rank == Rank.PAGE:
            self._keep(request, since, seconds)
        else:
            seconds += random.randrange(SHORTEST)  # noqa: S311 - so that pages do not all ask at one moment
        languages = ",".join((_cookie(request, "django_language"), request.headers.get("ACCEPT_LANGUAGE", "")))
        is_for_programs = request.path.startswith("/api/")
        return ComeAgain(seconds, rank, since, languages, is_for_programs)

    def wait(self, rank: Rank, since: float) -> float:
        """Seconds until it would be the turn of a request with this place."""
        ahead = Counter(each.rank for each in self._waiting if (each.rank, each.since) < (rank, since))
        if rank == Rank.PAGE:
            ahead[rank] += sum(1 for place, until in self._expected.items() if place < since and until > self.clock())
        return sum(self.costs[each] * number for each, number in ahead.items()) / self.threads

    def place_of(self, request: Any, rank: Rank) -> float:
        """The moment from which a request counts: its own, or that of the first time its sender was refused."""
        now = round(self.clock(), 3)  # as a cookie says it: the place that comes back is the one that was given
        if rank != Rank.PAGE:
            return now
        kept = self._programs.get(_program(request)) or _unsigned(_cookie(request, COOKIE))
        return kept if kept is not None and now - PLACE_SECONDS < kept < now else now

    def _keep(self, request: Any, since: float, seconds: int) -> None:
        self._expected[since] = self.clock() + seconds + SHORTEST
        if program := _program(request):
            self._programs[program] = since
        for kept in (self._expected, self._programs):
            while len(kept) > PLACES:
                kept.popitem(last=False)


def _program(request: Any) -> str:
    token = request.headers.get("AUTHORIZATION", "")
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def _cookie(request: Any, name: str) -> str:
    try:
        found = SimpleCookie(request.headers.get("COOKIE", "")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _signed(since: float) -> str:
    from django.core.signing import Signer

    return Signer(salt=__name__).sign(f"{since:.3f}")


def _unsigned(place: str) -> float | None:
    from django.core.signing import BadSignature, Signer

    try:
        return float(Signer(salt=__name__).unsign(place)) if place else None
    except BadSignature:
        return None


class Turns(ThreadedTaskDispatcher):
    """The threads of one process, each of which answers the next request of the queue; one more thread refuses."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = Line(threads)
        self._porter = ThreadedTaskDispatcher()
        self._porter.set_thread_count(1)
        self.set_thread_count(threads)

    def add_task(self, channel: Any) -> None:
        request, channel.asked_at = channel.requests[0], time.monotonic()
        with self.lock:
            refusal = None if request.error else self.queue.refusal(request)
            if refusal is None:
                self.queue.append(channel)
                self.queue_cv.notify()
                return
        request.error = refusal
        self._porter.add_task(channel)

    def took(self, rank: Rank, seconds: float) -> None:
        """A request of this rank was answered."""
        with self.lock:
            self.queue.took(rank, seconds)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self._porter.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))
