"""The expected end of matches for pages about several of them, for the teaching team and the room. It is the forecast
of the students' pages (`games.platform.work.expected`), computed from the public view. All of it is in the cache; pages
can do without it.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.core.cache import cache

from games.engine import codec
from games.engine.expected import TargetEnds, has_collective
from games.models import Match, Status
from games.platform.conf import conf
from games.platform.selectors.position import game_of
from games.platform.work import expected

KEPT_FOR: Final = 3600
USUAL_KEPT_FOR: Final = 24 * 3600
WANTED_FOR: Final = 120


class Ends(msgspec.Struct, frozen=True, array_like=True):
    """The collective targets over playouts from the position after move `number`. `usual` are their chances over
    playouts from the start. Empty if they could not be computed.
    """

    number: int
    targets: tuple[TargetEnds, ...] = ()
    usual: tuple[float, ...] = ()


_ENCODER: Final = msgspec.msgpack.Encoder()


def ends_of(matches: Iterable[Match]) -> dict[int, Ends]:
    """The known ends of running matches by id: of this position, else of the last computed one. A worker is requested
    for missing ones. One request to the cache.
    """
    playing = {_key(match.pk): match for match in matches if _is_played(match) and has_ends(match)}
    kept = cache.get_many(playing)
    found: dict[int, Ends] = {}
    for key, match in playing.items():
        ends = codec.from_msgpack(kept[key], Ends) if key in kept else None
        if ends is None or ends.number != match.number:
            cache.set(_wanted_key(match.pk), 1, WANTED_FOR)
            expected.request_estimate(match.pk)
        if ends is not None and ends.targets:
            found[match.pk] = ends
    return found


def has_ends(match: Match) -> bool:
    """Can the end of a match be computed?"""
    return bool(conf.EXPECTED_END and has_collective(game_of(match)))


def _is_played(match: Match) -> bool:
    return match.started_at is not None and match.status in (Status.RUNNING, Status.PAUSED)


def is_wanted(match_id: int) -> bool:
    """Has a page requested it since the last result?"""
    return cache.get(_wanted_key(match_id)) is not None


def keep(match_id: int, ends: Ends) -> None:
    """Cache a worker's result."""
    cache.set(_key(match_id), _ENCODER.encode(ends), KEPT_FOR)
    cache.delete(_wanted_key(match_id))


def usual_of(digest: str) -> Any:
    """The usual chances for a start, which several matches may share; None if they are unknown."""
    return cache.get(f"usual-{digest}")


def keep_usual(digest: str, chances: tuple[float, ...]) -> None:
    cache.set(f"usual-{digest}", chances, USUAL_KEPT_FOR)


def _key(match_id: int) -> str:
    return f"ends-{match_id}"


def _wanted_key(match_id: int) -> str:
    return f"ends-wanted-{match_id}"
