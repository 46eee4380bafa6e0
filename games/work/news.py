"""News for open pages: who may hear of what, and telling it.

A page carries a ticket, signed for ten minutes, that names its topics ("match-12"). `manage.py live` (games.work.live)
holds its stream and passes on what is told of them: that a revision was reached, or only that something is new. Both
are hints: the page then asks as it always did, and one that hears nothing asks by itself.
"""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.core import signing
from django.db import models, transaction
from django.db.models.signals import post_save
from redis import Redis
from redis.exceptions import RedisError

from games.conf import conf
from games.work.outbox import loss_level

logger = logging.getLogger(__name__)

CHANNEL: Final = "news"
SALT: Final = "games.news"
TICKET_SECONDS: Final = 600
SOMETHING: Final = "+"
"""Told where no revision says what is new."""
END: Final = "-"
"""Told where streams must end: who may hear of this has changed."""
PAUSE: Final = 2.0
"""Seconds without telling anything after a failure."""
_FOLLOWED: Final[dict[str, type[models.Model]]] = {}
_away_until = 0.0


@dataclass(frozen=True)
class Ticket:
    """What a page may hear of. With `places`, who reads it is seen there (games.work.presence) while its stream is
    open.
    """

    user_id: int
    topics: tuple[str, ...]
    places: tuple[Any, ...]


def ticket_for(user_id: int, topics: Iterable[str], places: Iterable[Any] = ()) -> str:
    """To be given only to who has just been shown what these topics are about."""
    return signing.dumps([user_id, list(topics), list(places)], salt=SALT, compress=True)


def read_ticket(text: str) -> Ticket:
    """Raises BadSignature for one that is forged or too old."""
    user_id, topics, places = signing.loads(text, salt=SALT, max_age=TICKET_SECONDS)
    return Ticket(user_id, tuple(topics), tuple(places))


def follow(kind: str, model: type[models.Model]) -> None:
    """Rows of this model have a `revision` that grows with everything that their pages show: whoever saves it tells the
    topic "kind-id".
    """

    def saved(instance: Any, update_fields: Any = None, **rest: Any) -> None:
        if update_fields is None or "revision" in update_fields:
            tell(f"{kind}-{instance.pk}", str(instance.revision))

    _FOLLOWED[kind] = model
    post_save.connect(saved, sender=model, weak=False, dispatch_uid=f"news-{kind}")


def revisions_of(topics: Iterable[str]) -> dict[str, int]:
    """As the database has them, of those topics that have any: one query for each kind."""
    wanted: dict[str, list[int]] = {}
    for topic in topics:
        kind, _dash, number = topic.rpartition("-")
        if kind in _FOLLOWED:
            wanted.setdefault(kind, []).append(int(number))
    return {
        f"{kind}-{pk}": revision
        for kind, pks in wanted.items()
        for pk, revision in _revisions(_FOLLOWED[kind], pks).items()
    }


def _revisions(model: Any, pks: Sequence[int]) -> Mapping[int, int]:
    return dict(model.objects.filter(pk__in=pks).values_list("pk", "revision"))


def tell(topic: str, what: str = SOMETHING) -> None:
    """After the commit, to everybody who listens. A broker that is away costs a second: revisions are looked at too."""
    if conf.NEWS_URL:
        transaction.on_commit(lambda: _publish(topic, what), robust=True)


def tell_person(user_id: int) -> None:
    """Something that only this person's pages show is new."""
    tell(f"user-{user_id}")


def channel() -> str:
    """One server may serve several sites, each with databases of its own; its channels know none."""
    return f"{CHANNEL}-{server().connection_pool.connection_kwargs.get('db') or 0}"


@cache
def server() -> Redis:
    """The broker's, that of the queues."""
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
