"""The first state of a match."""

from games.catalogue.dominyam.rules.dominoes import DOMINOES, Domino
from games.catalogue.dominyam.rules.events import Dealt
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.turn import begin
from games.catalogue.dominyam.rules.types import ROLLS, Options, State, step_of
from games.engine.draws import Draws
from games.engine.errors import BadOptions
from games.engine.types import Outcome


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The first state: shuffle the dominoes onto the spiral, draw the first player, throw the first dice. Raises
    BadOptions.
    """
    if seats != scenario.players:
        raise BadOptions("seats", f"{scenario.id} is for {scenario.players} players, not {seats}")
    dominoes = _shuffled(draws)
    first = draws.below(seats, "first-player")
    state = State(
        options=options,
        dominoes=dominoes,
        left=scenario.places,
        turn=scenario.turns,
        attempt=1,
        seat=first,
        target=0,
        roll=0,
        rolls_left=ROLLS,
        dice=(),
        idle=0,
        hands=((),) * seats,
        points=(0,) * seats,
    )
    lying = tuple(dominoes[place - 1] for place in scenario.places)
    dealt = Dealt(turn=step_of(scenario.turns), seat=first, places=scenario.places, dominoes=lying)
    begun = begin(state, scenario.turns, 1, first, draws)
    return Outcome(begun.state, (dealt, *begun.events))


def _shuffled(draws: Draws) -> tuple[Domino, ...]:
    """The dominoes by place, each turned at random."""
    pool = list(DOMINOES)
    laid: list[Domino] = []
    while pool:
        place = len(laid) + 1
        low, high = pool.pop(draws.below(len(pool), f"place-{place}/domino"))
        laid.append((high, low) if draws.below(2, f"place-{place}/turned") else (low, high))
    return tuple(laid)
