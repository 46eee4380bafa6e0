"""Undo of moves: one rule, tried on every game that has a folder. No game is named here."""

from collections import Counter

import msgspec
import pytest

from games.engine.choices import edges
from games.engine.codec import state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.replay import Recorded, SeedFrom, Step, first_difference, fold
from games.engine.undo import TakeBack, reveals
from tests.every_game import GAMES, played, settings, spread
from tests.secrets import CHANGES, with_other_secrets

MOST = 400
"""The number of moves of a game that are tried."""


def moves_of(name):
    """(state before, (seat, key, move)) for the moves of seeded games. Some positions also give one legal move of each
    kind and prompt, even if bots never make it.
    """
    rules = settings()[name].game.rules
    for bot in (settings()[name].game.usual_bot, "random"):
        start, moves, _end = played(name, bot)
        states = [start.state, *(each.state for each in moves)]
        made = [(each.seat, each.key, each.move) for each in moves]
        yield from list(zip(states, made, strict=False))[:: -(-len(moves) // MOST)]
    for state in spread(name, 7, most=60):
        for prompt in rules.prompts(state):
            kinds = {}
            for move in edges(rules.choices(state, prompt.seat, prompt.key)):
                kinds.setdefault(type(move), move)
            yield from ((state, (prompt.seat, prompt.key, move)) for move in kinds.values())


def told(rules, seat, outcome):
    """The information that a seat gets from a move: its view, its events, and the open prompts."""
    return (
        to_json(rules.view(outcome.state, seat)),
        [to_json(event) for event in outcome.events if event.audience is None or seat in event.audience],
        [(each.seat, each.kind) for each in rules.prompts(outcome.state)],
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_taken_back_tells_nothing_that_others_keep_to_themselves(game):
    """For all hidden cards of the others, the move is legal and can be undone. Its seat sees the same after it."""
    tried = Counter()
    for name in (name for name in settings() if name.startswith(f"{game}/")):
        where, chance = settings()[name], FastDraws(1)
        rules = where.game.rules

        def outcome_of(state, made, where=where):
            draws = LabelledDraws(where.seed)
            outcome = where.game.rules.apply(state, *made, draws)
            return outcome, reveals(where.game, state, made[0], made[2], outcome, draws.taken)

        for before, made in moves_of(name):
            outcome, stands = outcome_of(before, made)
            seat = made[0]
            tried["stands" if stands else "can be taken back"] += 1
            for other in with_other_secrets(game, before, seat, chance) if not stands else ():
                assert to_json(rules.view(other, seat)) == to_json(rules.view(before, seat))
                there, stands_there = outcome_of(other, made)
                assert told(rules, seat, there) == told(rules, seat, outcome), (name, made)
                assert not stands_there
                tried["other secrets"] += other != before

    assert min(tried["stands"], tried["can be taken back"]) > 5
    assert game not in CHANGES or tried["other secrets"] > 50


def log_of(name):
    """A seeded game of random bots. Each move that can be undone is undone once and made again."""
    where = settings()[name]
    start, moves, _end = played(name, "random")
    state, log = start.state, []
    for made in moves[:MOST]:
        draws = LabelledDraws(where.seed)
        outcome = where.game.rules.apply(state, made.seat, made.key, made.move, draws)
        place = (made.seat, made.key)
        log.append((*place, made.move))
        if not reveals(where.game, state, made.seat, made.move, outcome, draws.taken):
            log += [(*place, TakeBack(len(log))), (*place, made.move)]
        state = outcome.state
    return log, state


def recorded(steps: list[Step], log):
    places = [(None, "", None), *log]
    return [
        Recorded(
            step.number,
            seat,
            key,
            msgspec.Raw(to_json(move)),
            msgspec.Raw(to_json(step.events)),
            step.draws,
            step.state_hash,
        )
        for step, (seat, key, move) in zip(steps, places, strict=True)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_log_with_moves_taken_back_replays_to_the_position_without_them(game):
    name = next(name for name in settings() if name.startswith(f"{game}/"))
    where = settings()[name]
    log, state = log_of(name)
    seats = max(where.game.rules.seat_counts(where.scenario))
    set_up = (where.game.rules, where.scenario, where.options, seats, (SeedFrom(0, where.seed.hex()),))

    steps = list(fold(*set_up, log))

    assert any(isinstance(move, TakeBack) for _seat, _key, move in log)
    assert steps[-1].state == state
    for number, (_seat, _key, move) in enumerate(log, start=1):
        if isinstance(move, TakeBack):
            assert (steps[number - 1].events, steps[number].events, steps[number].draws) == ((), (), ())
            assert steps[number].state_text == steps[number - 2].state_text
    records = recorded(steps, log)
    assert first_difference(*set_up, records) is None
    forged = next(place for place, (_s, _k, move) in enumerate(log, start=1) if isinstance(move, TakeBack))
    records[forged] = msgspec.structs.replace(records[forged], state_hash=state_hash(b"{}"))
    assert first_difference(*set_up, records).number == forged


@pytest.mark.parametrize("wrong", ["another number", "another seat", "twice", "what chance answered", "the set-up"])
def test_only_the_move_before_can_be_taken_back(wrong):
    where = settings()["domego/pair"]
    seed = (SeedFrom(0, where.seed.hex()),)
    _start, moves, _end = played("domego/pair", "random")
    log = [(each.seat, each.key, each.move) for each in moves]
    steps = list(fold(where.game.rules, where.scenario, where.options, 2, seed, log))
    quiet = next(step.number for step in steps[1:] if not step.draws)
    drawn = next(step.number for step in steps[1:] if step.draws)
    seat, key, _move = log[quiet - 1]
    tries = {
        "another number": [*log[:quiet], (seat, key, TakeBack(quiet + 1))],
        "another seat": [*log[:quiet], (1 - seat, key, TakeBack(quiet))],
        "twice": [*log[:quiet], (seat, key, TakeBack(quiet)), (seat, key, TakeBack(quiet))],
        "what chance answered": [*log[:drawn], (*log[drawn - 1][:2], TakeBack(drawn))],
        "the set-up": [(seat, key, TakeBack(0))],
    }

    with pytest.raises(IllegalMove, match="nothing_to_take_back"):
        list(fold(where.game.rules, where.scenario, where.options, 2, seed, tries[wrong]))
