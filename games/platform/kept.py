"""Values that are kept in the cache until what they were computed from changes: their keys name it. Pages can do
without the cache.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from django.core.cache import cache

from games.engine import codec


def _plain(value: Any) -> str:
    """Texts that are marked as safe HTML are texts."""
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return "".join((value,))


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_plain)


def kept_values(
    kind: Any, keys: Mapping[str, int], compute: Callable[[list[int]], Iterable[tuple[int, str, Any]]], seconds: int
) -> dict[int, Any]:
    """The values of type `kind` by id, from ids by cache key. `compute` gets the ids whose values are missing or
    unreadable, and returns id, key and value of each that it can compute; they are kept for so many seconds. It takes
    one cache lookup.
    """
    found: dict[int, Any] = {}
    for key, text in cache.get_many(keys).items():
        try:
            found[keys[key]] = codec.from_msgpack(text, kind)
        except msgspec.DecodeError:
            continue
    missing = [each for each in keys.values() if each not in found]
    if missing:
        fresh = list(compute(missing))
        cache.set_many({key: _ENCODER.encode(value) for _each, key, value in fresh}, seconds)
        found |= {each: value for each, _key, value in fresh}
    return found
