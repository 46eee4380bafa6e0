"""A match as one file that can be verified: everything needed to play it again, under a chain of hashes.

`python -m games.engine.verify FILE` checks such a file with nothing but Python, this package and the game's rules.
"""

import hashlib
import re
from typing import Any

import msgspec

from games.engine import codec
from games.engine.codec import read_options, to_json
from games.engine.draws import commitment
from games.engine.errors import RulesError
from games.engine.registry import Game
from games.engine.replay import Recorded, SeedFrom, first_difference
from games.engine.types import Draw, Result, Seat

FORMAT = 1
SEED = re.compile(r"([0-9a-f]{2})+")


class ExportedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded move with its author's kind (`player`, `bot`, `deadline`, `instructor`, `rules`) and its time (ISO
    8601, UTC). `chain` is the hash chain up to it.
    """

    number: int
    seat: Seat | None
    key: str
    move: msgspec.Raw
    events: msgspec.Raw
    draws: tuple[Draw, ...]
    state_hash: str
    by: str
    at: str
    chain: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of a match. `commitment` is the SHA-256 of the first seed, shown from the start."""

    format: int
    game: str
    rules_version: int
    scenario: msgspec.Raw
    options: msgspec.Raw
    seats: int
    commitment: str
    seeds: tuple[SeedFrom, ...]


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: header, moves (number 0 is the set-up), result (null while the match runs) and the last link of the
    chain.
    """

    header: Header
    moves: tuple[ExportedMove, ...]
    result: Result | None
    chain: str


class ExportError(Exception):
    """A file that fails verification; the text names the fault and its place."""


def seal(header: Header, moves: tuple[ExportedMove, ...], result: Result | None) -> Export:
    """Chain the parts together."""
    link = _link("", header)
    chained = []
    for move in moves:
        link = _link(link, msgspec.structs.replace(move, chain=""))
        chained.append(msgspec.structs.replace(move, chain=link))
    return Export(header, tuple(chained), result, _link(link, result))


def _link(before: str, part: Any) -> str:
    return hashlib.sha256(before.encode() + to_json(part)).hexdigest()


def write(export: Export) -> bytes:
    """The file's bytes: one line of JSON."""
    return to_json(export) + b"\n"


def parse_export(text: bytes) -> Export:
    """Read a file and check its bytes and its chain, not yet its moves. Raises ExportError."""
    try:
        export: Export = codec.from_json(text, Export)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise ExportError(f"not an exported match: {fault}") from fault
    if write(export) != text:
        raise ExportError("the bytes are not those that were exported")
    sealed = seal(export.header, export.moves, export.result)
    for was, should_be in zip(export.moves, sealed.moves, strict=True):
        if was.chain != should_be.chain:
            raise ExportError(f"move {was.number}: the hash chain is broken")
    if export.chain != sealed.chain:
        raise ExportError("the hash chain is broken at the result")
    return export


def verify(text: bytes, game: Game) -> Export:
    """Read a file and play its match again under today's rules. Raises ExportError naming the first difference."""
    export = parse_export(text)
    header, rules = export.header, game.rules
    if (header.format, header.game, header.rules_version) != (FORMAT, game.key, rules.version):
        raise ExportError(
            f"format {header.format}, game {header.game}, rules {header.rules_version}: "
            f"this is format {FORMAT}, {game.key}, rules {rules.version}"
        )
    _check_numbers(export)
    if commitment(bytes.fromhex(header.seeds[0].seed)) != header.commitment:
        raise ExportError("the seed is not the one that was committed to")
    try:
        difference, result = _replay(export, game)
    except RulesError as refused:
        raise ExportError(f"the rules refuse a recorded move: {refused}") from refused
    except msgspec.DecodeError as fault:
        raise ExportError(f"a recorded move cannot be read: {fault}") from fault
    if difference is not None:
        raise ExportError(
            f"move {difference.number}: {difference.what} differs: "
            f"{difference.recorded} was recorded, {difference.replayed} is replayed"
        )
    if result != export.result:
        raise ExportError("the result is not the one that the moves lead to")
    return export


def _check_numbers(export: Export) -> None:
    """Raises ExportError unless the set-up is there, no number is missing, and seeds are seeds."""
    for number, move in enumerate(export.moves):
        if move.number != number:
            raise ExportError(f"move {number} is missing")
    if not export.moves:
        raise ExportError("the set-up is missing")
    seeds = export.header.seeds
    if not seeds or seeds[0].number != 0 or not all(SEED.fullmatch(part.seed) for part in seeds):
        raise ExportError("the seeds are not those of a match")
    _check_dealt(export)


def _check_dealt(export: Export) -> None:
    """Raises ExportError unless each draw that a table made itself was drawn by a move, once."""
    first, *later = export.header.seeds
    dealt = first.dealt or ()
    drawn = {draw for move in export.moves for draw in move.draws}
    is_known = len({each.label for each in dealt}) == len(dealt) and drawn.issuperset(dealt)
    if not is_known or any(part.dealt is not None for part in later):
        raise ExportError("the cards of the table are not those that its moves drew")


def _replay(export: Export, game: Game) -> tuple[Any, Result | None]:
    header, rules = export.header, game.rules
    scenario = rules.load_scenario(bytes(header.scenario))
    options = read_options(bytes(header.options), rules.options_type)
    records = [Recorded(m.number, m.seat, m.key, m.move, m.events, m.draws, m.state_hash) for m in export.moves]
    last: list[Any] = []
    difference = first_difference(
        rules, scenario, options, header.seats, header.seeds, records, on_step=lambda step: last.append(step.state)
    )
    return difference, rules.result(last[-1])
