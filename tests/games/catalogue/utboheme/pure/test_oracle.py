"""The rules compared with a second program: every position after one move, along random games."""

from collections import Counter

import pytest

from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.setup import set_up
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.types import KINDS, Options
from games.engine.choices import expand
from games.engine.draws import FastDraws, LabelledDraws
from tests.games.catalogue.utboheme.games_played import SCENARIOS
from tests.games.catalogue.utboheme.oracle import CARDS, Oracle
from tests.games.catalogue.utboheme.oracle import KINDS as RESOURCES_THERE


def ours(state):
    """A position in a form that both programs share."""
    seats = range(state.players)
    over = state.stage == "over"
    return (
        state.turn,
        None if over else state.seat,
        "over" if over else state.stage,
        tuple(tuple(bits(mask)) for mask in (*state.uv, *state.upgraded, *state.cc)),
        state.hands,
        state.cards,
        state.robber,
        tuple(points_of(state, seat) for seat in seats),
    )


def theirs(oracle, state):
    seats = range(oracle.players)

    def of(pieces):
        return tuple(tuple(sorted(n for n, owner in state[pieces].items() if owner == seat)) for seat in seats)

    return (
        state["turn"],
        None if state["over"] else state["seat"],
        "over" if state["over"] else state["stage"],
        (*of("houses"), *of("towns"), *of("roads")),
        tuple(tuple(hand[kind] for kind in RESOURCES_THERE) for hand in state["hands"]),
        tuple(tuple(hidden[kind] for kind in CARDS) for hidden in state["cards"]),
        state["robber"],
        tuple(oracle.points(state, seat) for seat in seats),
    )


@pytest.mark.parametrize(("scenario", "seed"), [("triangle", 1), ("triangle", 2), ("quiet", 3), ("quiet", 4)])
def test_both_programs_know_the_same_ways_on_from_every_position_of_a_game(scenario, seed):
    luck = b"oracle" + bytes([seed])
    oracle, draws, random = Oracle(scenario, luck), LabelledDraws(luck), FastDraws(seed)
    chosen = SCENARIOS[scenario]
    state, there = set_up(chosen, Options(), chosen.players[1], draws).state, oracle.start()
    assert (RESOURCES_THERE, CARDS) == (RESOURCES, KINDS)
    for _ in range(250):
        assert ours(state) == theirs(oracle, there)
        nexts = [
            RULES.apply(state, prompt.seat, prompt.key, move, draws).state
            for prompt in RULES.prompts(state)
            for move in expand(RULES.choices(state, prompt.seat, prompt.key))
        ]
        others = [new for _, found in oracle.asked(there) for new in found]
        assert Counter(map(ours, nexts)) == Counter(theirs(oracle, new) for new in others)
        if not nexts:
            break
        state = nexts[random.below(len(nexts), "way")]
        there = next(new for new in others if theirs(oracle, new) == ours(state))
