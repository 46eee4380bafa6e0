"""Text and hash of values. msgspec is the codec; the hash is taken over its bytes."""

import hashlib
from functools import cache
from typing import Any

import msgspec

from games.engine.errors import BadMove, BadOptions

_encoder = msgspec.json.Encoder()


def to_json(value: Any) -> bytes:
    """The one JSON text of a value. Equal values have equal texts."""
    return _encoder.encode(value)


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A checking decoder for a type, made once."""
    return msgspec.json.Decoder(kind)


def from_json(text: bytes | str, kind: Any) -> Any:
    """The value of a text that `to_json` wrote. Raises msgspec.ValidationError for any other."""
    return decoder(kind).decode(text)


def read_move(body: bytes | str, kind: Any) -> Any:
    """A move from untrusted JSON. Raises BadMove with the path of the fault."""
    try:
        return decoder(kind).decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadMove(*_path_and_reason(fault)) from fault


def read_options(body: bytes | str, kind: Any) -> Any:
    """Options from untrusted JSON. Raises BadOptions with the path of the fault."""
    try:
        return decoder(kind).decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadOptions(*_path_and_reason(fault)) from fault


def _path_and_reason(fault: Exception) -> tuple[str, str]:
    reason, _, path = str(fault).partition(" - at `")
    return (path.rstrip("`") or "$", reason)


def state_hash(text: bytes) -> str:
    """SHA-256 in hex of a state's text."""
    return hashlib.sha256(text).hexdigest()
