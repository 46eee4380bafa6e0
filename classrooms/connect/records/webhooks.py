"""Webhooks to the operator's own systems: signed, retried for days, and each call logged."""

import base64
import binascii
import hashlib
import hmac
import ipaddress
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet

from classrooms.models import Delivery, GradeBook, Session
from games.public import hooks
from games.public.base import clock, conf, site_url
from games.public.models import OVER, Job, Match
from games.public.work import outbox, outside

JOB: Final = "webhook"
PATIENCE: Final = 10.0
LOOK_EVERY: Final = 5
NEW_FOR: Final = timedelta(days=1)
"""Older events are not sent when the site first looks for events."""
MINUTES: Final = (1, 5, 30, 120, 360, 720, 1440, 1440)
"""Minutes from each attempt to the next: three days in all, then the call is given up."""
KEPT_FOR: Final = timedelta(days=30)
"""The time for which an accepted call is kept."""
PREFIX: Final = "whsec_"


class Unfit(ValueError):
    """An address or a secret that webhooks cannot use."""


def addresses() -> list[str]:
    """The addresses in the settings."""
    return [str(each) for each in conf.WEBHOOK_URLS.split()]


def is_on() -> bool:
    """Are webhooks on?"""
    return bool(conf.WEBHOOK_URLS.strip() and conf.WEBHOOK_SECRET)


def address_check(url: str) -> SplitResult:
    """The parts of an address. Raises Unfit for all but https to a public host; the host's IP addresses are checked at
    each call.
    """
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        raise Unfit("address") from None
    if not parts.hostname or parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise Unfit("address")
    if conf.WEBHOOKS_ANYWHERE:
        return parts
    if parts.scheme != "https" or port not in (None, 443, 8443):
        raise Unfit("https")
    try:
        number = ipaddress.ip_address(parts.hostname)
    except ValueError:
        if parts.hostname == "localhost" or parts.hostname.endswith((".localhost", ".local", ".internal")):
            raise Unfit("inside") from None
        return parts
    if not outside.is_public(number):
        raise Unfit("inside")
    return parts


def secret_read() -> bytes:
    """The signing key. Raises Unfit unless it is `whsec_` and 24 to 64 bytes in base64."""
    text = conf.WEBHOOK_SECRET
    try:
        key = base64.b64decode(text.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        raise Unfit("secret") from None
    if not text.startswith(PREFIX) or not 24 <= len(key) <= 64:
        raise Unfit("secret")
    return key


def signature(number: str, at: int, body: bytes) -> str:
    """The signature of Standard Webhooks: version 1, HMAC-SHA256 over id, time and body."""
    signed = hmac.digest(secret_read(), f"{number}.{at}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def _look(now: datetime) -> None:
    if not is_on() or not cache.add("webhooks-looked", 1, LOOK_EVERY):
        return
    deliveries_write(now=now)
    for pk in due(now).values_list("pk", flat=True)[:100]:
        outbox.job_request(kind=JOB, subject=str(pk), now=now, again=True)
    _forget_old(now)


def _forget_old(now: datetime) -> None:
    old = list(
        Delivery.objects.filter(state=Delivery.State.DONE, done_at__lt=now - KEPT_FOR).values_list("pk", flat=True)
    )
    if old:
        Job.objects.filter(kind=JOB, match=None, subject__in=[str(pk) for pk in old]).delete()
        Delivery.objects.filter(pk__in=old).delete()


def due(now: datetime) -> QuerySet[Delivery]:
    """Calls that are due."""
    rows = Delivery.objects.filter(state=Delivery.State.WAITING)
    return rows.filter(Q(next_at__isnull=True) | Q(next_at__lte=now)).order_by("created_at", "pk")


def deliveries_write(*, now: datetime) -> int:
    """Store a call to each address for each new event; returns their number. Safe to repeat and to run twice at once.
    Events are read from the rows, so that no event is lost with a process.
    """
    wanted = [
        Delivery(
            url=url, kind=kind, key=key, body={"type": kind, "timestamp": _moment(at), "data": data}, created_at=now
        )
        for kind, key, at, data in _news(now)
        for url in addresses()
    ]
    known = set(Delivery.objects.filter(key__in={each.key for each in wanted}).values_list("url", "key"))
    new = [each for each in wanted if (each.url, each.key) not in known]
    Delivery.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def _news(now: datetime) -> Iterable[tuple[str, str, datetime, dict[str, Any]]]:
    since = now - NEW_FOR
    tables = Match.objects.filter(session_team__session__is_rehearsal=False).select_related("session_team__session")
    for match in tables.filter(started_at__gte=since).order_by("pk"):
        if match.started_at is not None:
            yield "match.started", f"match-{match.pk}-started", match.started_at, _of_match(match)
    for match in tables.filter(ended_at__gte=since, status__in=OVER).order_by("pk"):
        if match.ended_at is not None:
            yield "match.finished", f"match-{match.pk}-finished", match.ended_at, _of_match(match)
    for session in Session.objects.filter(finished_at__gte=since, is_rehearsal=False).order_by("pk"):
        if session.finished_at is not None:
            at = session.finished_at
            yield "session.finished", f"session-{session.pk}-{int(at.timestamp())}", at, _of_session(session)
    for book in GradeBook.objects.filter(published_at__gte=since).select_related("session").order_by("pk"):
        if book.published_at is not None:
            at = book.published_at
            yield "marks.published", f"marks-{book.pk}-{int(at.timestamp() * 1000)}", at, _of_session(book.session)


def _of_match(match: Match) -> dict[str, Any]:
    url = site_url("games:match", match.pk)
    status = "started" if match.ended_at is None else match.status
    return {"match": match.pk, "game": match.game, "status": status, "url": url, **_of_session(_session_of(match))}


def _session_of(match: Match) -> Session:
    table: Any = match
    found: Session = table.session_team.session
    return found


def _of_session(session: Session) -> dict[str, Any]:
    return {"session": session.pk, "course": session.course_id}


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _send(job: Job) -> None:
    """The result is stored with the call; an unreachable system does not fail the job."""
    delivery_send(delivery_id=int(job.subject))


def delivery_send(*, delivery_id: int, now: datetime | None = None) -> Delivery | None:
    """Make a due call; None for one that is done, given up or not due. The attempt is stored before the call, so a
    worker that dies during it costs one attempt. The receiver recognises a second call by its id.
    """
    now = now or clock.now()
    with transaction.atomic():
        delivery = Delivery.objects.select_for_update().filter(pk=delivery_id).first()
        if delivery is None or delivery.state != Delivery.State.WAITING or not is_on():
            return None
        if delivery.next_at is not None and delivery.next_at > now:
            return None
        last = delivery.attempts >= len(MINUTES)
        delivery.next_at = now + timedelta(minutes=MINUTES[min(delivery.attempts, len(MINUTES) - 1)])
        delivery.attempts += 1
        delivery.save(update_fields=["attempts", "next_at"])
    delivery.error = _called(delivery, int(now.timestamp()))
    if not delivery.error:
        delivery.state, delivery.done_at, delivery.next_at = Delivery.State.DONE, now, None
    elif last:
        delivery.state, delivery.next_at = Delivery.State.FAILED, None
    delivery.save(update_fields=["state", "error", "next_at", "done_at"])
    return delivery


def _called(delivery: Delivery, at: int) -> str:
    """The error of the call; empty if the receiver accepted it."""
    body = json.dumps(delivery.body, separators=(",", ":")).encode()
    number = f"msg_{delivery.pk}"
    try:
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "domego-webhooks",
            "webhook-id": number,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(number, at, body),
        }
        if delivery.url not in addresses():
            raise Unfit("no longer in WEBHOOK_URLS")
        parts = address_check(delivery.url)
        answer = outside.call(
            parts,
            method="POST",
            body=body,
            headers=headers,
            patience=PATIENCE,
            anywhere=conf.WEBHOOKS_ANYWHERE,
            content=False,
        )
    except Unfit as refused:
        return f"refused: {refused}"
    except outside.Refused as refused:
        return f"refused: {refused.code}"
    except outside.CallFault as fault:
        return f"{fault.code} {fault.detail}".strip()
    return "" if 200 <= answer.status < 300 else f"answered {answer.status}"


@transaction.atomic
def deliveries_again(*, deliveries: QuerySet[Delivery], now: datetime | None = None) -> int:
    """Send calls again from the first attempt on, in any state; returns their number."""
    now = now or clock.now()
    rows = list(deliveries.values_list("pk", flat=True))
    fresh = {"state": Delivery.State.WAITING, "attempts": 0, "next_at": None, "error": "", "done_at": None}
    deliveries.model.objects.filter(pk__in=rows).update(**fresh)
    for pk in rows:
        outbox.job_request(kind=JOB, subject=str(pk), now=now, again=True)
    return len(rows)


hooks.JOBS[JOB] = hooks.Work(_send)
hooks.SWEEPS.fill(_look)
