"""Small recorded matches for tests of replay and export."""

import msgspec

from games.engine.codec import state_hash, to_json
from games.engine.draws import LabelledDraws, commitment
from games.engine.export import FORMAT, ExportedMove, Header, seal
from games.engine.replay import Recorded, SeedFrom, fold
from tests.games.engine.counting import GAME, RULES, Goal, Nothing, Say

SEED = bytes(range(32))
SEEDS = (SeedFrom(0, SEED.hex()),)
MOVES = [(0, 1, 2), (1, 1, 3), (1, 2, 1), (0, 2, 1), (0, 3, 1), (1, 3, 3)]
"""Moves as (seat, turn, number)."""


def moves():
    return [(seat, f"turn-{turn}/say", Say(number)) for seat, turn, number in MOVES]


def steps(seeds=SEEDS):
    return list(fold(RULES, Goal(10), Nothing(), 2, seeds, moves()))


def recorded(seeds=SEEDS):
    raw = msgspec.Raw
    inputs = [(None, "", None), *moves()]
    return [
        Recorded(
            step.number, *place[:2], raw(to_json(place[2])), raw(to_json(step.events)), step.draws, step.state_hash
        )
        for step, place in zip(steps(seeds), inputs, strict=True)
    ]


def exported(seeds=SEEDS, result="played"):
    raw = msgspec.Raw
    header = Header(
        FORMAT, "counting", 1, raw(b'{"goal":10}'), raw(b"{}"), 2, commitment(bytes.fromhex(seeds[0].seed)), seeds
    )
    chain = tuple(
        ExportedMove(
            r.number, r.seat, r.key, r.move, r.events, r.draws, r.state_hash, "player", f"2025-10-21T09:0{r.number}Z"
        )
        for r in recorded(seeds)
    )
    return seal(header, chain, RULES.result(steps(seeds)[-1].state) if result == "played" else result)


__all__ = ["GAME", "LabelledDraws", "exported", "moves", "recorded", "state_hash", "steps"]
