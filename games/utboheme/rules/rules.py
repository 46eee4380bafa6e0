"""Les colons de l'UTBoheme as the engine sees it."""

from typing import Any, Final

from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Choice, Outcome, Prompt, Result, Seat
from games.utboheme.rules import moves as m
from games.utboheme.rules.actions import act, act_aside
from games.utboheme.rules.choices import legal_choices
from games.utboheme.rules.defaults import default_move
from games.utboheme.rules.events import UtbohemeEvent
from games.utboheme.rules.ledger import Ledger
from games.utboheme.rules.plans import play_plan
from games.utboheme.rules.prompts import find, open_prompts
from games.utboheme.rules.scenario import Scenario, load
from games.utboheme.rules.scoring import result_of, settle
from games.utboheme.rules.setup import set_up
from games.utboheme.rules.types import Options, State
from games.utboheme.rules.view import View, view_of

FEWEST = 2
"""Players with the option `two_players`."""
PLANNED: Final = ("roll", "act", "robber", "roads")
"""Questions that a plan can answer."""


class UtbohemeRules:
    key: str = "utboheme"
    version: int = 1
    state_type: Any = State
    move_type: Any = m.UtbohemeMove
    event_type: Any = UtbohemeEvent
    options_type: Any = Options

    def load_scenario(self, text: bytes | str) -> Scenario:
        return load(text)

    def seat_counts(self, scenario: Scenario) -> range:
        """As many as the scenario says; two only with the option."""
        return range(FEWEST, scenario.players[1] + 1)

    def setup(self, scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
        return set_up(scenario, options, seats, draws)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return open_prompts(state)

    def choices(self, state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
        return legal_choices(state, seat, key)

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

    def default(self, state: State, seat: Seat, key: str) -> m.UtbohemeMove:
        return default_move(state, seat, key)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        return result_of(state)


RULES: Final = UtbohemeRules()
