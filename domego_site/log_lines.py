"""How a line of the log looks, in every process: its time with the zone, the request it belongs to, and no secret.

Links that let somebody in stand in paths, which Django and others write to logs. What is secret in a path follows from
the URL conf: any part that is no number, no slug and not named in OPEN. Of a query, numbers alone are shown.
"""

import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from django.http import HttpRequest

MASK: Final = "***"
OPEN: Final = frozenset({"app_label", "content_type_id", "id", "name", "object_id", "url"})
"""Names of parts of a path that let nobody in."""
SHORTEST: Final = 4
"""Characters of a value that is looked for in any text: shorter ones are in every second word."""

# The request that is being answered here, and its number.
request_now: ContextVar["HttpRequest | None"] = ContextVar("request_now", default=None)
request_id: ContextVar[str] = ContextVar("request_id", default="-")

_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
_QUERY = re.compile(r"([?&][\w.\[\]-]+=)(?!\d+(?:[&\s\"'#]|$))[^&\s\"'<>#]+")


def masked(text: str) -> str:
    """`text` without what would let its reader in."""
    from django.apps import apps  # not in gunicorn's own process, which logs in this form too

    if not apps.ready:
        return text
    for value in sorted(_secrets(request_now.get()), key=len, reverse=True):
        text = text.replace(value, MASK)
    for path in _secret_paths():
        text = path.sub(_without_groups, text)
    return _QUERY.sub(rf"\1{MASK}", text)


def is_secret(name: str, kind: str | None) -> bool:
    """Does a part of a path, `kind` being its converter, let in whoever knows it?"""
    return kind not in {"int", "slug"} and name not in OPEN


def routes(patterns: Sequence[Any], before: str = "") -> Iterator[str]:
    """Every address of a URL conf, as it is written there."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


@cache
def _secret_paths() -> list[re.Pattern[str]]:
    """One for each address with a secret, up to the last of them; the secrets are its groups."""
    from django.urls import get_resolver

    found = {_path_regex(route) for route in routes(get_resolver().url_patterns)}
    return [re.compile(regex) for regex in sorted(filter(None, found))]


def _path_regex(route: str) -> str:
    regex, kept, end = "(?<=/)", "", 0
    for part in _PART.finditer(route):
        regex += re.escape(route[end : part.start()])
        end = part.end()
        if is_secret(part["name"], part["kind"]):
            regex += r"""([^/\s?"'<>]+)"""
            kept = regex
        else:
            regex += r"""[^/\s?"'<>]+"""
    return kept


def _without_groups(match: re.Match[str]) -> str:
    text, start = match[0], match.start()
    for group in range(len(match.groups()), 0, -1):
        begin, end = match.span(group)
        text = text[: begin - start] + MASK + text[end - start :]
    return text


def _secrets(request: "HttpRequest | None") -> set[str]:
    """Whole and in the parts that signed values consist of, as an error may quote one alone."""
    if request is None:
        return set()
    values = [*request.COOKIES.values(), *request.headers.get("Authorization", "").split()[1:]]
    values += [value for name in request.GET for value in request.GET.getlist(name)]
    if match := request.resolver_match:
        kinds = {part["name"]: part["kind"] for part in _PART.finditer(match.route)}
        values += [str(value) for name, value in match.kwargs.items() if is_secret(name, kinds.get(name))]
    parts = {part for value in values for part in (value, *value.split(":"))}
    return {part for part in parts if len(part) >= SHORTEST and not part.isdecimal()}


class Line(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}]: {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id.get()
        return masked(super().format(record))


class JsonLine(Line):
    """For programs: one object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": masked(record.getMessage()),
            "process": record.process,
        }
        line |= {name: masked(value) if isinstance(value, str) else value for name, value in _fields(record).items()}
        if record.exc_info:
            line["error"] = masked(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = masked(self.formatStack(record.stack_info))
        return json.dumps(line, ensure_ascii=False)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields = getattr(record, "fields", None)
    return fields if isinstance(fields, dict) else {}


def formatter(kind: str = "text") -> logging.Formatter:
    """LOG_FORMAT's."""
    return JsonLine() if kind == "json" else Line()
