"""Perft: counts all lines of play to a depth. A changed count shows that the rules changed by accident."""

from typing import Any

import msgspec

from games.engine.choices import expand
from games.engine.draws import Draws
from games.engine.rules import Rules


class Count(msgspec.Struct, frozen=True):
    """`nodes` positions after exactly `depth` moves; `ends` are those where the match is over (also
    reached earlier).
    """

    depth: int
    nodes: int
    ends: int


def perft(rules: Rules, state: Any, depth: int, draws: Draws) -> Count:
    """Count all move sequences of `depth` moves over all open prompts. A finished position counts once."""
    prompts = rules.prompts(state)
    if not prompts:
        return Count(depth, 1, 1)
    if depth == 0:
        return Count(depth, 1, 0)
    nodes = ends = 0
    for prompt in prompts:
        for move in expand(rules.choices(state, prompt.seat, prompt.key)):
            below = perft(rules, rules.apply(state, prompt.seat, prompt.key, move, draws).state, depth - 1, draws)
            nodes, ends = nodes + below.nodes, ends + below.ends
    return Count(depth, nodes, ends)


def divide(rules: Rules, state: Any, depth: int, draws: Draws) -> dict[str, int]:
    """The `perft` of each first move, to find the wrong branch."""
    return {
        f"{prompt.key} {prompt.seat} {move}": perft(
            rules, rules.apply(state, prompt.seat, prompt.key, move, draws).state, depth - 1, draws
        ).nodes
        for prompt in rules.prompts(state)
        for move in expand(rules.choices(state, prompt.seat, prompt.key))
    }
