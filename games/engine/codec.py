"""JSON texts and hashes of values. msgspec is the codec; the hash is taken over its bytes."""

import hashlib
from threading import Lock
from typing import Any

import msgspec

from games.engine.errors import BadMove, BadOptions, ScenarioError
from games.engine.shape import shape_faults

_encoder = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_msgpack_decoders: dict[Any, msgspec.msgpack.Decoder[Any]] = {}
_one_at_a_time = Lock()


def to_json(value: Any) -> bytes:
    """The canonical JSON text of a value. Equal values have equal texts."""
    return _encoder.encode(value)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A checking decoder for a type, cached and made by one thread at a time. msgspec 0.22 crashes the process if a
    thread uses a Struct during its first use by another thread. So all reading goes through this function.
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
    """The value of plain JSON data. Raises msgspec.ValidationError for data of any other form.

    It goes by the data's text: `msgspec.convert` inspects the type anew each time, which takes twenty times as long.
    """
    return decoder(kind).decode(_encoder.encode(data))


def from_msgpack(data: bytes, kind: Any) -> Any:
    """The value of MessagePack data. Raises msgspec.DecodeError for any other data."""
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
    """A scenario from a file's text. Raises ScenarioError with all faults of its shape (`tiles[3].a`)."""
    try:
        return decoder(kind).decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        found = shape_faults(text, kind, convert)
        raise (ScenarioError.of(*found) if found else ScenarioError(*_path_and_reason(fault))) from fault


def _path_and_reason(fault: Exception) -> tuple[str, str]:
    reason, _, path = str(fault).partition(" - at `")
    return (path.rstrip("`") or "$", reason)


def state_hash(text: bytes) -> str:
    """SHA-256 in hex of a state's text."""
    return hashlib.sha256(text).hexdigest()
