"""Every address of the site, from its URL conf."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = ("GET", "POST")
ADMIN = "admin/"


def addresses() -> dict[str, str]:
    """Route by name (with namespaces) of each URL outside `ADMIN`. A URL without a name fails."""
    found: dict[str, str] = {}
    for name, route in _walk(get_resolver().url_patterns, "", ""):
        if route.startswith(ADMIN):
            continue
        assert name, f"{route} has no name"
        assert name not in found, f"{name} is there twice"
        found[name] = route
    return found


def admin_addresses() -> list[str]:
    """The routes of the admin site."""
    return sorted(route for _name, route in _walk(get_resolver().url_patterns, "", "") if route.startswith(ADMIN))


def _walk(patterns: Any, space: str, before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + _plain(pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern.url_patterns, inner, route)
        elif isinstance(pattern, URLPattern):
            yield (f"{space}{pattern.name}" if pattern.name else ""), route


def _plain(pattern: Any) -> str:
    """The route of a path(), or the expression of a re_path() without anchors."""
    text = str(pattern.pattern)
    return re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", text).strip("^$").replace("\\Z", "").replace("\\", "")


def parameters(route: str) -> list[str]:
    """The names of a route's parameters."""
    return PARAMETER.findall(route)


def filled(route: str, values: Mapping[str, Any]) -> str:
    """The URL of a route with these values."""
    return "/" + PARAMETER.sub(lambda found: str(values[found[1]]), route)
