"""The expected end of a Dominyam match. Nothing is hidden; only the future dice are random."""

from typing import Final

from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import State
from games.catalogue.dominyam.rules.view import View
from games.engine.draws import Draws
from games.engine.expected import PositionOnly


class DominyamExpecting(PositionOnly):
    policy = "greedy"

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        """The state itself."""
        return State(
            view.options, view.dominoes, view.left, view.turn, view.attempt, view.seat, view.target, view.roll,
            view.rolls_left, view.dice, view.idle, view.hands, view.points, view.ended, view.guesses,
        )  # fmt: skip


EXPECTING: Final = DominyamExpecting(RULES)
