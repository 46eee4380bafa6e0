"""Answers to pages that ask for news."""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.templatetags.kit import epoch_ms

Answer = TypeVar("Answer", bound=HttpResponse)


def stamped(response: Answer, etag: str = "") -> Answer:
    """With the server's time, by which all countdowns run, and the tag of what was shown."""
    if etag:
        response["ETag"] = etag
    response["X-Now"] = str(epoch_ms(timezone.now()))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def has_news(request: HttpRequest, etag: str) -> bool:
    """Has the page that asks something else than what `etag` names? What was compressed on the way has a weak tag."""
    return request.headers.get("If-None-Match", "").removeprefix("W/") != etag
