"""Playing recorded moves again: the states they lead to, and the first place where a record differs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.engine.codec import state_hash, to_json
from games.engine.draws import LabelledDraws
from games.engine.rules import Rules
from games.engine.types import Draw, Outcome, Seat
from games.engine.undo import Line, TakeBack, recorded_move


class SeedFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The seed of the draws, in hex, from move `number` on (0 is the set-up). A fork changes the seed in mid-match.

    `dealt`, in the first one of a match, are the draws of a table with its own cards: they come before all seeds. None:
    the seeds draw everything.
    """

    number: int
    seed: str
    dealt: tuple[Draw, ...] | None = None


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as it was stored. Number 0 is the set-up and has no seat, key or move. An event of the
    facilitator has no seat."""

    number: int
    seat: Seat | None
    key: str
    move: msgspec.Raw
    events: msgspec.Raw
    draws: tuple[Draw, ...]
    state_hash: str


class Step(msgspec.Struct, frozen=True):
    """The result of a recorded move under the current rules."""

    number: int
    state: Any
    state_text: bytes
    state_hash: str
    events: tuple[Any, ...]
    draws: tuple[Draw, ...]


class Difference(msgspec.Struct, frozen=True):
    """The first move whose replay differs from the record, and the part that differs."""

    number: int
    what: str
    recorded: str
    replayed: str


def seed_at(seeds: Iterable[SeedFrom], number: int) -> bytes:
    """The seed in force for move `number`."""
    return bytes.fromhex([part.seed for part in seeds if part.number <= number][-1])


def draws_at(seeds: Sequence[SeedFrom], number: int) -> LabelledDraws:
    """The draws for move `number`."""
    return LabelledDraws(seed_at(seeds, number), seeds[0].dealt or ())


def fold(
    rules: Rules,
    scenario: Any,
    options: Any,
    seats: int,
    seeds: tuple[SeedFrom, ...],
    moves: Iterable[tuple[Seat | None, str, Any]],
) -> Iterator[Step]:
    """Set up and play (seat, key, move) one after the other; a Step for the set-up (number 0) and for each move. A
    move that the next one undoes has no events.
    """
    made = list(moves)
    gone = {move.number for _seat, _key, move in made if isinstance(move, TakeBack)}
    draws, line = draws_at(seeds, 0), Line(rules)
    yield _step(0, line.begin(rules.setup(scenario, options, seats, draws)), draws)
    for number, (seat, key, move) in enumerate(made, start=1):
        draws = draws_at(seeds, number)
        outcome = line.play(number, seat, key, move, draws)
        yield _step(number, Outcome(outcome.state) if number in gone else outcome, draws)


def _step(number: int, outcome: Outcome, draws: LabelledDraws) -> Step:
    text = to_json(outcome.state)
    return Step(number, outcome.state, text, state_hash(text), outcome.events, draws.taken)


def first_difference(
    rules: Rules,
    scenario: Any,
    options: Any,
    seats: int,
    seeds: tuple[SeedFrom, ...],
    recorded: Iterable[Recorded],
    on_step: Callable[[Step], None] = lambda step: None,
) -> Difference | None:
    """Replay a record and compare state hashes, events and draws; None where all agree. A move that is refused raises
    its RulesError.

    `on_step` gets each step that is replayed.
    """
    records = list(recorded)
    moves = [(r.seat, r.key, recorded_move(r.move, rules)) for r in records if r.number]
    for record, step in zip(records, fold(rules, scenario, options, seats, seeds, moves), strict=True):
        on_step(step)
        pairs = (
            ("number", str(record.number), str(step.number)),
            ("events", bytes(record.events).decode(), to_json(step.events).decode()),
            ("draws", to_json(record.draws).decode(), to_json(step.draws).decode()),
            ("state", record.state_hash, step.state_hash),
        )
        for what, then, now in pairs:
            if then != now:
                return Difference(step.number, what, then, now)
    return None
