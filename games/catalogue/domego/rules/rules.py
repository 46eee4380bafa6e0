"""Domego's implementation of the engine's rules interface."""

from typing import Any, Final

from games.catalogue.domego.rules.allocation import place
from games.catalogue.domego.rules.choices import default_move, legal_choices
from games.catalogue.domego.rules.events import DomegoEvent
from games.catalogue.domego.rules.facilitation import EVENTS
from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.loader import load
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, DomegoMove, Offer
from games.catalogue.domego.rules.negotiation import accept, break_off, offer
from games.catalogue.domego.rules.prompts import find, open_prompts
from games.catalogue.domego.rules.purchase import buy
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.scoring import result_of
from games.catalogue.domego.rules.setup import set_up
from games.catalogue.domego.rules.turn import advance
from games.catalogue.domego.rules.types import Options, State
from games.catalogue.domego.rules.view import view_of
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Facilitation
from games.engine.types import Outcome, Seat


class DomegoRules:
    """See `games.engine.rules.Rules`. A seat is a role, in the order of the scenario."""

    key: str = "domego"
    version: int = 1
    state_type: Any = State
    move_type: Any = DomegoMove
    event_type: Any = DomegoEvent
    options_type: Any = Options
    facilitation: Facilitation = EVENTS
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    prompts = staticmethod(open_prompts)
    """See `Rules.prompts`. Purchases come before negotiations, which are in sheet order, the payer's prompt first."""
    choices = staticmethod(legal_choices)
    default = staticmethod(default_move)
    view = staticmethod(view_of)
    result = staticmethod(result_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """All roles are always in play."""
        return range(len(scenario.roles), len(scenario.roles) + 1)

    def apply(self, state: State, seat: Seat, key: str, move: DomegoMove, draws: Draws) -> Outcome:
        kind, index = find(state, seat, key)
        match kind, move:
            case "allocate", Allocate():
                outcome = place(state, seat, move)
                return self._resolve(outcome, draws) if _all_placed(outcome.state) else outcome
            case "negotiate", Offer():
                return offer(state, seat, index, move)
        ledger = Ledger(state)
        match kind, move:
            case "buy", Buy():
                buy(ledger, seat, move)
            case "negotiate", Accept():
                accept(ledger, seat, index, move)
            case "negotiate", BreakOff():
                break_off(ledger, seat, index, move, draws)
            case _:
                raise IllegalMove("wrong_move", kind=kind)
        advance(ledger, draws)
        return ledger.close()

    def _resolve(self, placed: Outcome, draws: Draws) -> Outcome:
        """Carry out the activity after the last role has placed."""
        ledger = Ledger(placed.state)
        ledger.events.extend(placed.events)
        advance(ledger, draws)
        return ledger.close()


def _all_placed(state: State) -> bool:
    parts = state.sheet.activities[state.turn - 1].parts
    return all(move is not None or state.bankrupt[part.role] for part, move in zip(parts, state.placed, strict=True))


RULES: Final = DomegoRules()
