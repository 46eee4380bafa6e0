"""Rate limits of the API. Counts are kept in the cache: without its server there are no limits."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, SimpleRateThrottle, UserRateThrottle

from games.platform.addresses import client_address

# A whole class may ask from one address, hence the generous limit for those who sign in.
RATES: Final[Mapping[str, str | None]] = {"anon": "300/min", "user": "600/min", "token": "400/min", "create": "60/hour"}


class _OwnRates(SimpleRateThrottle):
    THROTTLE_RATES: Any = RATES

    def get_ident(self, request: Request) -> str:
        """The client's address: behind the site's own proxy, the one that the proxy saw."""
        return client_address(request) or ""


class VisitorsThrottle(_OwnRates, AnonRateThrottle):
    """A limit for each address, for requests without a person."""


class PeopleThrottle(_OwnRates, UserRateThrottle):
    """A limit for each person."""


class ScopedThrottle(_OwnRates, ScopedRateThrottle):
    """A limit by the view's `throttle_scope`."""
