"""The tables in which django-axes keeps sign-ins and failed attempts."""

from typing import Any

from django.apps import apps


def attempt_models() -> tuple[Any, ...]:
    """The models of sign-ins and attempts; empty where django-axes is not installed."""
    if not apps.is_installed("axes"):
        return ()
    from axes.models import AccessAttempt, AccessFailureLog, AccessLog

    return AccessAttempt, AccessFailureLog, AccessLog
