"""Error reports of web processes and workers to a Sentry server, loaded only if `SENTRY_DSN` is set. A report has only
the fields named here: the error, its place in the code, and the page or task. Inputs, people and error messages stay in
the site's own log.
"""

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.argv import ArgvIntegration
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.modules import ModulesIntegration
from sentry_sdk.integrations.stdlib import StdlibIntegration
from sentry_sdk.types import Event, Hint

OWN_LOGGERS = ("classrooms", "domego_site", "games")
"""Loggers whose messages are constants in the code; arguments are left out."""
PLAIN = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "server_name", "sdk")
FRAME = (
    "filename",
    "abs_path",
    "function",
    "module",
    "lineno",
    "context_line",
    "pre_context",
    "post_context",
    "in_app",
)


def start(dsn: str, *, environment: str) -> None:
    """Start reporting. Web processes and workers call this before any fork of a worker's pool."""
    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(transaction_style="function_name", middleware_spans=False),
            CeleryIntegration(propagate_traces=False),
            LoggingIntegration(level=None),
        ],
        # Nothing is added to what the site asks of others.
        disabled_integrations=[ArgvIntegration(), ModulesIntegration(), StdlibIntegration()],
        before_send=built_up,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
    )


def built_up(event: Event, hint: Hint) -> Event:
    """The report that leaves the site."""
    given: dict[str, Any] = {**event}
    report: dict[str, Any] = {name: given[name] for name in PLAIN if name in given}
    if given.get("transaction_info", {}).get("source") in ("component", "task"):  # else it may be a path with a secret
        report["transaction"] = given.get("transaction")
    if "request" in given:
        report["request"] = {"method": given["request"].get("method")}
    if "exception" in given:
        report["exception"] = {"values": [_error(value) for value in given["exception"].get("values") or ()]}
    if str(given.get("logger")).partition(".")[0] in OWN_LOGGERS and "logentry" in given:
        report["logentry"] = {"message": given["logentry"].get("message")}
    return report  # type: ignore[return-value]


def _error(value: dict[str, Any]) -> dict[str, Any]:
    """The error without its message, since a database quotes the refused row."""
    frames = (value.get("stacktrace") or {}).get("frames") or ()
    known = [{name: frame[name] for name in FRAME if name in frame} for frame in frames]
    mechanism = {name: (value.get("mechanism") or {}).get(name) for name in ("type", "handled")}
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "mechanism": mechanism,
        "stacktrace": {"frames": known},
    }
