"""Answers to pages that ask for news, and where the pages hear that there are some."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.conf import conf
from games.persons import reader_id
from games.templatetags.kit import epoch_ms
from games.work import news

Answer = TypeVar("Answer", bound=HttpResponse)


def stream_url(request: HttpRequest) -> str:
    """Where the page's stream is served; empty where there is none."""
    if not conf.NEWS_URL or not conf.LIVE_PORT:
        return ""
    if conf.LIVE_URL or conf.BEHIND_PROXY:
        return str(conf.LIVE_URL)
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return f"{request.scheme}://{name}:{conf.LIVE_PORT}/"


def stream(request: HttpRequest, topics_of: Callable[[], Iterable[str]], *places: Any) -> dict[str, str]:
    """For the #live of a page that its reader may see: where it hears of these topics, and its ticket. Who has it open
    is seen at these places. Nothing where there is no stream.
    """
    url = stream_url(request)
    if not url:
        return {}
    topics = list(topics_of())
    only = topics[0] if len(topics) == 1 else ""
    return {"stream_url": url, "stream_ticket": ticket(request, topics, *places), "stream_topic": only}


def renewed(request: HttpRequest, topics_of: Callable[[], Iterable[str]], *places: Any) -> str:
    """Another ticket for an open page whose reader may still see it, if it says that its own is old; else none."""
    return ticket(request, topics_of(), *places) if "X-Ticket" in request.headers else ""


def ticket(request: HttpRequest, topics: Iterable[str], *places: Any) -> str:
    """What opens the stream of a page."""
    user_id = reader_id(request)
    own = (f"user-{user_id}",) if user_id else ()
    return news.ticket_for(user_id, (*topics, *own), places if user_id else ())


def stamped(response: Answer, etag: str = "", ticket: str = "", again: float | None = None) -> Answer:
    """With the server's time, by which all countdowns run, the tag of what was shown, the next ticket for the stream of
    news, and after how many seconds something is new that nobody tells.
    """
    if etag:
        response["ETag"] = etag
    if ticket:
        response["X-Ticket"] = ticket
    if again is not None:
        response["X-Again"] = f"{max(again, 0.1):.1f}"
    response["X-Now"] = str(epoch_ms(timezone.now()))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def has_news(request: HttpRequest, etag: str) -> bool:
    """Has the page that asks something else than what `etag` names? What was compressed on the way has a weak tag."""
    return request.headers.get("If-None-Match", "").removeprefix("W/") != etag
