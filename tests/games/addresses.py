"""All addresses of the site that belong to a match, found in the URL resolver: new URLs are covered automatically."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

FILLERS = {"seat": 0, "index": 0, "number": 0}


def match_addresses(match_id: int) -> dict[str, str]:
    """The path of each URL by name; other parameters are 0."""
    found = {}
    for name, pattern in _named(get_resolver(), ""):
        parameters = pattern.pattern.converters
        if "match_id" in parameters:
            values = {key: match_id if key == "match_id" else FILLERS.get(key, 0) for key in parameters}
            found[name] = reverse(name, kwargs=values)
    return found


def _named(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            if each.app_name != "admin":
                yield from _named(each, f"{prefix}{each.namespace}:" if each.namespace else prefix)
        elif each.name:
            yield prefix + each.name, each
