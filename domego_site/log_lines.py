"""The format of log lines in every process: time with zone, request number, and no secrets. Django and others log
paths, which may contain secret links. The secrets in paths are derived from the URL conf: every part that is no number,
no slug and not named in OPEN. Of queries, only numbers are logged.
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
"""Names of path parts that give no access."""
SHORTEST: Final = 4
"""The least length of a value that is masked in any text: shorter ones occur in many words."""

# The request that is being answered here, and its number.
request_now: ContextVar["HttpRequest | None"] = ContextVar("request_now", default=None)
request_id: ContextVar[str] = ContextVar("request_id", default="-")

_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
_QUERY = re.compile(r"([?&][\w.\[\]-]+=)(?!\d+(?:[&\s\"'#]|$))[^&\s\"'<>#]+")


def masked(text: str) -> str:
    """The text with all secrets masked."""
    from django.apps import apps  # not in gunicorn's own process, which logs in this form too

    if not apps.ready:
        return text
    for value in sorted(_secrets(request_now.get()), key=len, reverse=True):
        text = text.replace(value, MASK)
    for path in _secret_paths():
        text = path.sub(_without_groups, text)
    return _QUERY.sub(rf"\1{MASK}", text)


def is_secret(name: str, kind: str | None) -> bool:
    """Does a part of a path give access to its holder? `kind` is its converter."""
    return kind not in {"int", "slug"} and name not in OPEN


def routes(patterns: Sequence[Any], before: str = "") -> Iterator[str]:
    """Every address pattern of a URL conf."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


@cache
def _secret_paths() -> list[re.Pattern[str]]:
    """One pattern for each address with a secret, up to the last secret; its groups are the secrets."""
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
    """The secrets, whole and in the parts of signed values, since an error may quote one part alone."""
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
    """The format for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}]: {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id.get()
        return masked(super().format(record))


class JsonLine(Line):
    """The format for programs: one JSON object per line."""

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
    """The formatter for LOG_FORMAT."""
    return JsonLine() if kind == "json" else Line()
