"""HTTPS requests to a platform: complete answers only, without redirects."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import SplitResult, urlencode, urlsplit

from classrooms.connect.lms.faults import LmsFault
from games.public.base import conf
from games.public.work import outside

PATIENCE: Final = 10.0
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
BUSY: Final = frozenset({429, 503})


@dataclass(frozen=True)
class Answer:
    """The answer of a platform."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    host: str = field(default="")

    def json(self) -> Any:
        """The content as JSON data. Raises LmsFault if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise LmsFault("not_json", host=self.host, retry=True) from None

    def rows(self, key: str = "") -> list[dict[str, Any]]:
        """A list of objects, as the content or under `key`. Raises LmsFault for another shape."""
        content = self.json()
        found = content.get(key) if key and isinstance(content, dict) else content
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise LmsFault("unexpected", host=self.host)
        return found

    def record(self) -> dict[str, Any]:
        """An object. Raises LmsFault for another shape."""
        content = self.json()
        if not isinstance(content, dict):
            raise LmsFault("unexpected", host=self.host)
        return content


def parts_of(address: str) -> SplitResult:
    """The parts of an address. Raises LmsFault for all schemes but https; http is allowed to this machine in a
    development site.
    """
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise LmsFault("address", address=address) from None
    plain = address.isascii() and address.isprintable() and " " not in address
    near = parts.scheme == "http" and host in LOOPBACK and conf.LOCAL_ONLY
    if not plain or not host or parts.username is not None or not (parts.scheme == "https" or near):
        raise LmsFault("address", address=address)
    return parts


def origin_of(address: str) -> str:
    """Scheme, host and port; empty for an invalid address."""
    try:
        parts = parts_of(address)
    except LmsFault:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def call(
    address: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: Any = None,
    content_type: str = "application/json",
    form: Mapping[str, str] | None = None,
    good: tuple[int, ...] = (200, 201, 202, 204),
) -> Answer:
    """Send one request and return its complete answer. Raises LmsFault, with `retry` for a temporary fault."""
    parts = parts_of(address)
    body = None
    sent = {"Accept": "application/json", "User-Agent": "Domego LTI", **(headers or {})}
    if form is not None:
        body, sent["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
    elif content is not None:
        body, sent["Content-Type"] = json.dumps(content).encode(), content_type
    answer = _send(parts, method, body, sent)
    if answer.status in good:
        return answer
    if 300 <= answer.status < 400:
        raise LmsFault("elsewhere", host=parts.netloc)
    if answer.status in BUSY:
        raise LmsFault("busy", host=parts.netloc, retry=True, after=_seconds(answer.headers.get("retry-after", "")))
    raise LmsFault("refused", host=parts.netloc, status=answer.status, retry=answer.status >= 500)


def _send(parts: SplitResult, method: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
    try:
        answer = outside.call(parts, method=method, body=body, headers=headers, patience=PATIENCE, anywhere=True)
    except outside.Refused:
        raise LmsFault("address", address=parts.netloc) from None
    except outside.CallFault as fault:
        params = {**fault.params, "host": parts.netloc}
        may_pass = not isinstance(fault, outside.TooLong)
        raise LmsFault(fault.code, retry=may_pass, after=int(fault.params.get("seconds", 0)), **params) from None
    return Answer(answer.status, answer.headers, answer.content, parts.netloc)


def _seconds(text: str) -> int:
    """The seconds of a Retry-After header: at most an hour, a minute if it is unreadable."""
    return min(3600, int(text)) if text.isascii() and text.isdecimal() and len(text) < 6 else 60


def next_page(answer: Answer, address: str) -> str:
    """The address of the next page of a list; empty after the last one. Raises LmsFault for one on another host,
    which would receive our token.
    """
    for link in answer.headers.get("link", "").split(","):
        target, _sep, params = link.strip().partition(">")
        relation = params.replace('"', "").replace("“", "").replace("”", "").replace(" ", "").lower()
        if target.startswith("<") and "rel=next" in relation.split(";"):
            if origin_of(target[1:]) != origin_of(address):
                raise LmsFault("elsewhere", host=urlsplit(address).netloc)
            return target[1:]
    return ""
