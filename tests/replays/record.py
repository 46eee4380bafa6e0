"""Record a match for `test_replays`: `python -m tests.replays.record GAME NAME SEED [OPTIONS]`.

Only after the rules' `version` was raised: until then the recorded matches must verify as they are.
"""

import sys
from pathlib import Path

import msgspec

from games.engine.codec import read_options, state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws, commitment
from games.engine.export import FORMAT, ExportedMove, Header, seal, write
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.replay import SeedFrom

RAW = msgspec.Raw


def record(game: str, seed: bytes, options: str) -> bytes:
    """An exported match of the first scenario, its seats dealt out among all strengths of bots."""
    spec = load(game)
    text = next(iter(spec.scenarios.values()))
    scenario, read = spec.rules.load_scenario(text), read_options(options, spec.rules.options_type)
    seats = max(spec.rules.seat_counts(scenario))
    draws = LabelledDraws(seed)
    start = spec.rules.setup(scenario, read, seats, draws)
    moves = [_move(0, None, "", None, start.events, draws, start.state)]
    states = [start.state]

    def keep(played):
        taken = LabelledDraws(seed)
        spec.rules.apply(states[-1], played.seat, played.key, played.move, taken)
        states.append(played.state)
        moves.append(_move(len(moves), played.seat, played.key, played.move, played.events, taken, played.state))

    strengths = list(spec.bots)
    bots = [spec.bot(strengths[seat % len(strengths)]) for seat in range(seats)]
    end = playout(spec.rules, start, bots, LabelledDraws(seed), bot_draws=FastDraws(1), on_move=keep)
    header = Header(
        format=FORMAT,
        game=game,
        rules_version=spec.rules.version,
        scenario=RAW(to_json(msgspec.json.decode(text))),
        options=RAW(to_json(read)),
        seats=seats,
        commitment=commitment(seed),
        seeds=(SeedFrom(0, seed.hex()),),
    )
    return write(seal(header, tuple(moves), end.result))


def _move(number, seat, key, move, events, draws, state):
    at = f"2025-10-21T{9 + number // 60:02}:{number % 60:02}:00+00:00"
    raw_events, digest = RAW(to_json(events)), state_hash(to_json(state))
    by = "rules" if move is None else "bot"
    return ExportedMove(number, seat, key, RAW(to_json(move)), raw_events, draws.taken, digest, by, at)


if __name__ == "__main__":
    game, name, seed, *options = sys.argv[1:]
    path = Path(__file__).with_name(f"{game}_{name}.json")
    path.write_bytes(record(game, seed.encode(), options[0] if options else "{}"))
