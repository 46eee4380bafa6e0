"""The expected end of a Dominato match. Hidden tiles are dealt at random to the other hands and aside."""

from typing import Final

from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import State
from games.catalogue.dominato.rules.view import View
from games.engine.draws import Draws
from games.engine.expected import PositionOnly, shuffled


class DominatoExpecting(PositionOnly):
    """See `games.engine.expected.Expecting`. A pass gives no information about the hand."""

    policy = "greedy"

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        shown = {laid.tile for laid in view.table} | set(view.hand)
        left = shuffled((tile for tile in range(len(view.deck.tiles)) if tile not in shown), draws, "tiles")
        hands = []
        for seat, count in enumerate(view.counts):
            if seat == view.viewer:
                hands.append(view.hand)
            else:
                hands.append(tuple(sorted(left[:count])))
                left = left[count:]
        return State(
            view.deck, view.options, view.games, view.game, view.starter, view.seat, view.step, view.phase, view.table,
            tuple(hands), tuple(sorted(left)), view.passes, view.window, view.done, view.tries,
            view.brought,
        )  # fmt: skip


EXPECTING: Final = DominatoExpecting(RULES)
