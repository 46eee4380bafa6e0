"""Dominato's implementation of the engine's rules interface."""

from typing import Any, Final

from games.catalogue.dominato.rules.challenges import claim, close, give
from games.catalogue.dominato.rules.choices import default_move, legal_choices
from games.catalogue.dominato.rules.dealing import set_up
from games.catalogue.dominato.rules.events import DominatoEvent
from games.catalogue.dominato.rules.facilitation import EVENTS
from games.catalogue.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.catalogue.dominato.rules.prompts import find, may_claim, open_prompts
from games.catalogue.dominato.rules.scenario import Scenario, load
from games.catalogue.dominato.rules.turn import lay, pass_turn, points_of
from games.catalogue.dominato.rules.types import Options, State
from games.catalogue.dominato.rules.view import view_of
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Facilitation
from games.engine.types import Outcome, Result, Seat, places


class DominatoRules:
    key = "dominato"
    version = 1
    state_type: Any = State
    move_type: Any = DominatoMove
    event_type: Any = DominatoEvent
    options_type: Any = Options
    facilitation: Facilitation = EVENTS
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    prompts = staticmethod(open_prompts)
    choices = staticmethod(legal_choices)
    default = staticmethod(default_move)
    view = staticmethod(view_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """The scenario's number of players, on which the size of the hands depends."""
        return range(scenario.players, scenario.players + 1)

    def apply(self, state: State, seat: Seat, key: str, move: DominatoMove, draws: Draws) -> Outcome:
        kind, window = find(state, seat, key), state.window
        match kind, move:
            case "play", Place():
                return lay(state, seat, move, draws)
            case "play", Pass():
                return pass_turn(state, seat, draws)
            case "play", Claim() if window is None or not may_claim(state, seat):
                raise IllegalMove("nothing_to_claim")
        if window is not None:
            match kind, move:
                case "play" | "claim" | "check", Claim():
                    return claim(state, window, seat, draws)
                case "claim" | "check", Close():
                    return close(state, window, seat, draws)
                case "give", Give():
                    return give(state, window, seat, move, draws)
        raise IllegalMove("wrong_move", kind=kind)

    def result(self, state: State) -> Result | None:
        """The result of a match. Points are tiles left over, so few are good."""
        if state.phase != "over":
            return None
        sums = points_of(state)
        return Result(sums, places(tuple(-points for points in sums)))


RULES: Final = DominatoRules()
