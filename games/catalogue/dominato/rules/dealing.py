"""The start of a match, and of each game in it."""

from msgspec import structs

from games.catalogue.dominato.rules.events import Dealt, DominatoEvent, GameBegun
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Deck, Options, State
from games.engine.draws import Draws
from games.engine.errors import ScenarioError
from games.engine.types import Outcome


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The first game, with a random starting player. Raises ScenarioError for another number of players."""
    if seats != scenario.players:
        raise ScenarioError("players", f"{scenario.players} play, not {seats}")
    state = State(
        deck=Deck(scenario.tiles, scenario.hand, scenario.triple_bonus_points),
        options=options,
        games=options.games or seats,
        game=1,
        starter=draws.below(seats, "game-1/starter"),
        seat=0,
        step=0,
        phase="play",
        table=(),
        hands=((),) * seats,
        aside=(),
        passes=0,
        window=None,
        done=(),
    )
    return Outcome(*deal(state, draws))


def deal(state: State, draws: Draws) -> tuple[State, tuple[DominatoEvent, ...]]:
    """Deal the game of the state's number and starting player. The draw of a tile is named by the order of dealing."""
    left = list(range(len(state.deck.tiles)))
    hands: list[list[int]] = [[] for _ in range(state.players)]
    for number in range(state.deck.hand * state.players):
        tile = left.pop(draws.below(len(left), f"game-{state.game}/tile-{number + 1}"))
        hands[(state.starter + number) % state.players].append(tile)
    dealt = structs.replace(
        state,
        seat=state.starter,
        step=0,
        phase="play",
        table=(),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        aside=tuple(left),
        passes=0,
        window=None,
    )
    begun = GameBegun(turn=state.game, seat=state.starter, games=state.games, hand=state.deck.hand, aside=len(left))
    own = (Dealt(turn=state.game, seat=seat, audience=(seat,), tiles=hand) for seat, hand in enumerate(dealt.hands))
    return dealt, (begun, *own)
