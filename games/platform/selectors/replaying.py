"""Replay of stored matches: to verify them, to fork them, and to show an earlier position."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine import codec
from games.engine.codec import to_json
from games.engine.draws import LabelledDraws
from games.engine.export import FORMAT, Export, ExportedMove, Header, seal
from games.engine.replay import Difference, Recorded, first_difference
from games.engine.types import Draw, Outcome, Result
from games.engine.undo import Line, recorded_move
from games.models import Match, Move
from games.platform.selectors.position import draws_for, game_of, options_of, scenario_of, seeds_of


@dataclass(frozen=True)
class Replayed:
    """A replayed stored move; `move` is None for the set-up."""

    row: Move
    move: Any | None
    outcome: Outcome
    draws: LabelledDraws


def replayed(match: Match, upto: int | None = None) -> Iterator[Replayed]:
    """Replay the stored moves in order, up to and including number `upto`. An undone move has no events. Raises
    RulesError for one that is refused.
    """
    rules = game_of(match).rules
    rows = match.moves.select_related("author").order_by("number")
    line = Line(rules)
    for row in rows if upto is None else rows.filter(number__lte=upto):
        draws = draws_for(match, row.number)
        if row.number == 0:
            move = None
            outcome = line.begin(rules.setup(scenario_of(match), options_of(match), match.seats.count(), draws))
        else:
            move = recorded_move(row.args, rules)
            outcome = line.play(row.number, row.seat, row.key, move, draws)
        yield Replayed(row, move, Outcome(outcome.state) if row.taken_back else outcome, draws)


def state_at(match: Match, number: int) -> Any:
    """The position after move `number`, by replay."""
    state = None
    for step in replayed(match, number):
        state = step.outcome.state
    return state


def recorded(match: Match) -> list[Recorded]:
    """The stored moves as the engine's records, events included."""
    events: dict[int, list[Any]] = {}
    for number, data in match.events.order_by("number").values_list("move__number", "data"):
        events.setdefault(number, []).append(data)
    rules = game_of(match).rules
    kind = rules.event_type
    return [
        Recorded(
            number=row.number,
            seat=row.seat,
            key=row.key,
            move=msgspec.Raw(to_json(recorded_move(row.args, rules)) if row.number else b"null"),
            events=msgspec.Raw(to_json([codec.convert(data, kind) for data in events.get(row.number, [])])),
            draws=codec.convert(row.draws, tuple[Draw, ...]),
            state_hash=row.state_hash,
        )
        for row in match.moves.order_by("number")
    ]


def difference(match: Match) -> Difference | None:
    """The first difference between the record and its replay, the snapshot included; None if the match verifies."""
    last: list[Any] = []
    found = first_difference(
        game_of(match).rules,
        scenario_of(match),
        options_of(match),
        match.seats.count(),
        seeds_of(match),
        recorded(match),
        on_step=last.append,
    )
    if found is not None:
        return found
    if last and (last[-1].state_text.decode() != match.state or last[-1].number != match.number):
        return Difference(match.number, "snapshot", match.state[:80], last[-1].state_text.decode()[:80])
    return None


def record_fault(match: Match) -> str:
    """The fault of a record that shows without a replay: missing moves, or a snapshot that is not the one after the
    last move. Empty if there is none.
    """
    rows = list(match.moves.order_by("number").values_list("number", "state_hash"))
    if [number for number, _hash in rows] != list(range(match.number + 1)):
        return "moves are missing"
    return "" if rows[-1][1] == codec.state_hash(match.state.encode()) else "the snapshot is not that of the last move"


def exported(match: Match) -> Export:
    """The match as one sealed file."""
    authors = {
        number: (kind, at.isoformat())
        for number, kind, at in match.moves.values_list("number", "author_kind", "created_at")
    }
    header = Header(
        format=FORMAT,
        game=match.game,
        rules_version=match.rules_version,
        scenario=msgspec.Raw(to_json(msgspec.json.decode(match.scenario))),
        options=msgspec.Raw(match.options.encode()),
        seats=match.seats.count(),
        commitment=match.commitment,
        seeds=seeds_of(match),
    )
    moves = tuple(
        ExportedMove(m.number, m.seat, m.key, m.move, m.events, m.draws, m.state_hash, *authors[m.number])
        for m in recorded(match)
    )
    result = None if match.result is None else codec.convert(match.result, Result)
    return seal(header, moves, result)
