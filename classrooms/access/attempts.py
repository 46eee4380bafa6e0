"""What a site that counts wrong passwords with django-axes keeps of them."""

from typing import Any

from django.apps import apps


def attempt_models() -> tuple[Any, ...]:
    """The tables of sign-ins and attempts at them; none where axes is not installed."""
    if not apps.is_installed("axes"):
        return ()
    from axes.models import AccessAttempt, AccessFailureLog, AccessLog

    return AccessAttempt, AccessFailureLog, AccessLog
