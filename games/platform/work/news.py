"""News for open pages: tickets that grant topics, and publishing.

A page carries a ticket, signed for ten minutes, that names its topics ("match-12"). `manage.py live`
(games.platform.work.live) serves its stream and passes on the news: a new revision, or only that something changed.
Both are hints: the page then asks as usual, and a page without news polls.

A revision may be followed by digests of the prompts that are then open (`prompt_digests`): a page whose reader has the
same prompts as before may wait before it asks (games.platform.work.crowding).
"""

import hashlib
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.db import models, transaction
from django.db.models.signals import post_save
from redis import Redis
from redis.exceptions import RedisError

from games.platform import hooks
from games.platform.conf import conf
from games.platform.work.outbox import loss_level

logger = logging.getLogger(__name__)

CHANNEL: Final = "news"
SALT: Final = "games.news"
TICKET_SECONDS: Final = 600
SOMETHING: Final = "+"
"""The message if no revision names the change."""
END: Final = "-"
"""The message that ends streams: the access to a topic has changed."""
NO_PROMPTS: Final = "-"
"""The digests of a match without open prompts."""
PAUSE: Final = 2.0
"""Seconds without publishing after a failure."""
_away_until = 0.0


@dataclass(frozen=True)
class Ticket:
    """The topics of a page. With `places`, its reader counts as present there (games.platform.work.presence) while the
    stream is open.
    """

    user_id: int
    topics: tuple[str, ...]
    places: tuple[Any, ...]


def ticket_for(user_id: int, topics: Iterable[str], places: Iterable[Any] = ()) -> str:
    """A signed ticket. Give it only to a reader who has just been shown the subject of these topics."""
    return signing.dumps([user_id, list(topics), list(places)], salt=SALT, compress=True)


def read_ticket(text: str) -> Ticket:
    """The content of a ticket. Raises BadSignature for a forged or expired one."""
    user_id, topics, places = signing.loads(text, salt=SALT, max_age=TICKET_SECONDS)
    return Ticket(user_id, tuple(topics), tuple(places))


def follow(kind: str, model: type[models.Model]) -> None:
    """Publish the topic "kind-id" on every save of this model's rows, whose `revision` grows with every change of
    their pages.
    """

    def saved(instance: Any, update_fields: Any = None, **rest: Any) -> None:
        if update_fields is None or "revision" in update_fields:
            digests = vars(instance).pop("open_prompts", "")
            publish(f"{kind}-{instance.pk}", f"{instance.revision} {digests}".strip())

    hooks.TOPICS[kind] = model
    post_save.connect(saved, sender=model, weak=False, dispatch_uid=f"news-{kind}")


def prompt_digests(match_id: int, prompts: Iterable[tuple[int, str]]) -> str:
    """Open prompts as news carry them: for each seat with any, its number and a digest of their keys; "-" for none.
    `prompts` are seats and keys. Set as `open_prompts` on a match, it is published with its next revision. The digests
    are keyed with the site's secret: they say nothing of another seat's prompts.
    """
    keys: dict[int, list[str]] = {}
    for seat, key in prompts:
        keys.setdefault(seat, []).append(key)
    return " ".join(f"{seat}:{_digest(match_id, seat, found)}" for seat, found in sorted(keys.items())) or NO_PROMPTS


def _digest(match_id: int, seat: int, keys: Iterable[str]) -> str:
    text = " ".join([str(match_id), str(seat), *sorted(keys)])
    return hashlib.blake2s(text.encode(), digest_size=4, key=_key()).hexdigest()


@cache
def _key() -> bytes:
    return hashlib.blake2s(f"games.news {settings.SECRET_KEY}".encode()).digest()


def joined(before: str | None, what: str) -> str:
    """The news of a topic for a page that has not been sent those `before`: the newest, without digests if those
    before had none.
    """
    if before == SOMETHING:
        return SOMETHING
    return what.partition(" ")[0] if before is not None and " " not in before else what


def revisions_of(topics: Iterable[str]) -> dict[str, int]:
    """The revisions of those topics that have any, from the database: one query for each kind."""
    wanted: dict[str, list[int]] = {}
    for topic in topics:
        kind, _dash, number = topic.rpartition("-")
        if kind in hooks.TOPICS:
            wanted.setdefault(kind, []).append(int(number))
    return {
        f"{kind}-{pk}": revision
        for kind, pks in wanted.items()
        for pk, revision in _revisions(hooks.TOPICS[kind], pks).items()
    }


def _revisions(model: Any, pks: Sequence[int]) -> Mapping[int, int]:
    return dict(model.objects.filter(pk__in=pks).values_list("pk", "revision"))


def publish(topic: str, what: str = SOMETHING) -> None:
    """Publish news after the commit. Without the broker they are a second late, as revisions are also polled."""
    if conf.NEWS_URL:
        transaction.on_commit(lambda: _publish(topic, what), robust=True)


def publish_to_person(user_id: int) -> None:
    """Publish a change that only this person's pages show."""
    publish(f"user-{user_id}")


def channel() -> str:
    """The channel's name with the database number: one server may serve several sites, and channels are common to its
    databases.
    """
    return f"{CHANNEL}-{server().connection_pool.connection_kwargs.get('db') or 0}"


@cache
def server() -> Redis:
    """The connection to the broker, which also serves the queues."""
    return Redis.from_url(conf.NEWS_URL, socket_connect_timeout=0.5, socket_timeout=1.0)


def _publish(topic: str, what: str) -> None:
    global _away_until  # noqa: PLW0603 - what one thread found out holds for all
    if time.monotonic() < _away_until:
        return
    try:
        server().publish(channel(), f"{topic} {what}")
    except RedisError as error:
        _away_until = time.monotonic() + PAUSE
        logger.log(loss_level.get(), "broker away, open pages learn of news a second later: %s", error)
