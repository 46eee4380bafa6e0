"""The game's implementation of the engine's rules interface."""

from typing import Any, Final

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.actions import act, act_aside
from games.catalogue.utboheme.rules.choices import legal_choices
from games.catalogue.utboheme.rules.defaults import default_move
from games.catalogue.utboheme.rules.events import UtbohemeEvent
from games.catalogue.utboheme.rules.facilitation import EVENTS
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.plans import play_plan
from games.catalogue.utboheme.rules.prompts import find, open_prompts
from games.catalogue.utboheme.rules.scenario import Scenario, load
from games.catalogue.utboheme.rules.scoring import result_of, settle
from games.catalogue.utboheme.rules.setup import set_up
from games.catalogue.utboheme.rules.types import Options, State
from games.catalogue.utboheme.rules.view import view_of
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Facilitation
from games.engine.types import Outcome, Seat

FEWEST = 2
"""The fewest players with the option `two_players`."""
PLANNED: Final = ("roll", "act", "robber", "roads")
"""The kinds of prompts that a plan can answer."""


class UtbohemeRules:
    key: str = "utboheme"
    version: int = 1
    state_type: Any = State
    move_type: Any = m.UtbohemeMove
    event_type: Any = UtbohemeEvent
    options_type: Any = Options
    facilitation: Facilitation = EVENTS
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    prompts = staticmethod(open_prompts)
    choices = staticmethod(legal_choices)
    default = staticmethod(default_move)
    view = staticmethod(view_of)
    result = staticmethod(result_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """The scenario's numbers of players; two only with the option."""
        return range(FEWEST, scenario.players[1] + 1)

    def apply(self, state: State, seat: Seat, key: str, move: m.UtbohemeMove, draws: Draws) -> Outcome:
        kind, number = find(state, seat, key)
        ledger = Ledger(state)

        def play(ledger: Ledger, seat: Seat, kind: str, step: m.UtbohemeMove) -> None:
            act(ledger, seat, kind, step, draws)
            if ledger.turn and ledger.stage != "over":
                settle(ledger)

        if kind in ("answer", "orders"):
            act_aside(ledger, seat, kind, number, move)
        elif isinstance(move, m.Plan):
            if kind not in PLANNED:
                raise IllegalMove("wrong_move", kind=kind)
            play_plan(ledger, seat, move, play)
        else:
            play(ledger, seat, kind, move)
        return ledger.outcome()


RULES: Final = UtbohemeRules()
