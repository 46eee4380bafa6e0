"""The record store (LRS) of the site's operator."""

import base64
import json
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from classrooms.connect.records.statements import VERSION
from games.public.base import conf
from games.public.work import outside

AT_ONCE: Final = 100
"""Statements in one request."""
PATIENCE: Final = 20.0
CONFLICT: Final = 409


class NotTaken(Exception):
    """The store is unreachable, or refuses the statements."""


def is_on() -> bool:
    """Is there a store?"""
    return bool(conf.XAPI_ENDPOINT)


def send(statements: Sequence[dict[str, Any]]) -> None:
    """Returns once the store has all of them. Raises NotTaken, also where it has some of them already."""
    for at in range(0, len(statements), AT_ONCE):
        _send_some(statements[at : at + AT_ONCE])


def _send_some(statements: Sequence[dict[str, Any]]) -> None:
    status = _post(list(statements))
    if status == CONFLICT:
        # It knows one of these ids with something else under it: a pseudonym or a name of before. That one stays.
        for each in statements:
            _taken(_post([each]), but=CONFLICT)
        return
    _taken(status)


def _taken(status: int, but: int = 0) -> None:
    if status not in (200, 204, but):
        raise NotTaken(f"the record store answered {status}")


def _post(statements: list[dict[str, Any]]) -> int:
    key = base64.b64encode(f"{conf.XAPI_KEY}:{conf.XAPI_SECRET}".encode()).decode()
    try:
        return outside.call(
            urlsplit(conf.XAPI_ENDPOINT.rstrip("/") + "/statements"),
            method="POST",
            body=json.dumps(statements).encode(),
            headers={
                "Authorization": f"Basic {key}",
                "Content-Type": "application/json",
                "X-Experience-API-Version": VERSION,
            },
            patience=PATIENCE,
            anywhere=True,
            content=False,
        ).status
    except outside.CallFault as fault:
        raise NotTaken(f"the record store is away: {fault.code}") from fault
