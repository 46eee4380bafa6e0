"""Text and hash of values. msgspec is the codec; the hash is taken over its bytes."""

import hashlib
from threading import Lock
from typing import Any

import msgspec

from games.engine.errors import BadMove, BadOptions, ScenarioError

_encoder = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_msgpack_decoders: dict[Any, msgspec.msgpack.Decoder[Any]] = {}
_one_at_a_time = Lock()


def to_json(value: Any) -> bytes:
    """The one JSON text of a value. Equal values have equal texts."""
    return _encoder.encode(value)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A checking decoder for a type, made once, and by one thread at a time: msgspec 0.22 crashes the process where a
    thread uses a Struct that another one is using for the very first time. So nothing is read but through here.
    """
    found = _decoders.get(kind)
    if found is None:
        with _one_at_a_time:
            found = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    return found


def from_json(text: bytes | str, kind: Any) -> Any:
    """The value of a text that `to_json` wrote. Raises msgspec.ValidationError for any other."""
    return decoder(kind).decode(text)


def convert(data: Any, kind: Any) -> Any:
    """The value of plain data, as JSON has it. Raises msgspec.ValidationError for data of any other form.

    By way of its text: `msgspec.convert` looks at the type anew each time, which takes twenty times as long.
    """
    return decoder(kind).decode(_encoder.encode(data))


def from_msgpack(data: bytes, kind: Any) -> Any:
    """The value of a text in MessagePack. Raises msgspec.DecodeError for any other."""
    decoder(kind)
    found = _msgpack_decoders.get(kind)
    if found is None:
        with _one_at_a_time:
            found = _msgpack_decoders.setdefault(kind, msgspec.msgpack.Decoder(kind))
    return found.decode(data)


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


def read_scenario(text: bytes | str, kind: Any) -> Any:
    """A scenario from a file's text. Raises ScenarioError with the path of the first fault (`tiles[3].a`)."""
    try:
        return decoder(kind).decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        path, reason = _path_and_reason(fault)
        raise ScenarioError(path.removeprefix("$").removeprefix(".") or "$", reason) from fault


def _path_and_reason(fault: Exception) -> tuple[str, str]:
    reason, _, path = str(fault).partition(" - at `")
    return (path.rstrip("`") or "$", reason)


def state_hash(text: bytes) -> str:
    """SHA-256 in hex of a state's text."""
    return hashlib.sha256(text).hexdigest()
