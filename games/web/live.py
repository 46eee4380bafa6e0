"""Live updates of pages: the address and ticket of the news stream, and headers of polled answers."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.platform.conf import conf
from games.platform.persons import reader_id
from games.platform.work import news
from games.platform.work.crowding import crowding
from games.templatetags.ui import epoch_ms

Answer = TypeVar("Answer", bound=HttpResponse)


def stream_url(request: HttpRequest) -> str:
    """The URL of the news stream; empty if there is none."""
    if not conf.NEWS_URL or not conf.LIVE_PORT:
        return ""
    if conf.LIVE_URL or conf.BEHIND_PROXY:
        return str(conf.LIVE_URL)
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return f"{request.scheme}://{name}:{conf.LIVE_PORT}/"


def stream(request: HttpRequest, topics_of: Callable[[], Iterable[str]], *places: Any) -> dict[str, str]:
    """Attributes of the #live element of a page, which its reader may see: the stream's URL for these topics, and a
    ticket. The reader counts as present at `places` while the stream is open. Empty without a stream.
    """
    url = stream_url(request)
    if not url:
        return {}
    topics = list(topics_of())
    only = topics[0] if len(topics) == 1 else ""
    return {"stream_url": url, "stream_ticket": ticket(request, topics, *places), "stream_topic": only}


def renewed(request: HttpRequest, topics_of: Callable[[], Iterable[str]], *places: Any) -> str:
    """A new ticket for an open page that sends an old one, if its reader may still see it; else empty."""
    return ticket(request, topics_of(), *places) if "X-Ticket" in request.headers else ""


def ticket(request: HttpRequest, topics: Iterable[str], *places: Any) -> str:
    """A ticket that opens the stream of these topics and of the reader's own."""
    user_id = reader_id(request)
    own = (f"user-{user_id}",) if user_id else ()
    return news.ticket_for(user_id, (*topics, *own), places if user_id else ())


def stamped(response: Answer, etag: str = "", ticket: str = "", again: float | None = None) -> Answer:
    """Add headers: the server's time for all countdowns, the tag of the content, and the next ticket. `again` are the
    seconds after which the page must ask even without news. Under load, a pause for pages of waiting people.
    """
    if etag:
        response["ETag"] = etag
    if ticket:
        response["X-Ticket"] = ticket
    if again is not None:
        response["X-Again"] = f"{max(again, 0.1):.1f}"
    if (pause := crowding.pause) > 0:
        response["X-Pause"] = f"{pause:.1f}"
    response["X-Now"] = str(epoch_ms(timezone.now()))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def has_news(request: HttpRequest, etag: str) -> bool:
    """Is the content of the requesting page different from `etag`? A tag may have become weak by compression on the
    way.
    """
    return request.headers.get("If-None-Match", "").removeprefix("W/") != etag
