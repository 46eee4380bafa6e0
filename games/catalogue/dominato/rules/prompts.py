"""The prompts of the seats. A key is `game-N/step-M/kind`. The step is the next one for "play" and "give", and that of
the last tile for "claim" and "check". After a wrong try "play" is `.../play-2` and so on.
"""

from functools import lru_cache

from games.catalogue.dominato.rules.types import State, Window
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Prompt, Seat


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The prompt of the player in turn, then those of the players who may still check the last tile, in the order of
    play.
    """
    if state.phase == "over":
        return ()
    game, games, window = state.game, state.games, state.window
    if window is not None and window.claimant is not None:
        return (_prompt(game, games, state.step + 1, "give", window.claimant),)
    if window is not None and state.phase == "check":
        return tuple(_prompt(game, games, window.step, "check", seat) for seat in watching(state, window))
    play = _prompt(game, games, state.step + 1, "play", state.seat, len(state.tries or ()))
    if window is None:
        return (play,)
    others = (seat for seat in watching(state, window) if seat != state.seat)
    return (play, *(_prompt(game, games, window.step, "claim", seat) for seat in others))


def watching(state: State, window: Window) -> list[Seat]:
    """The opponents who have not accepted the last tile, the next player first."""
    order = [(window.seat + ahead) % state.players for ahead in range(1, state.players)]
    return [seat for seat in order if seat not in window.closed]


@lru_cache(4096)
def _prompt(game: int, games: int, step: int, kind: str, seat: Seat, tries: int = 0) -> Prompt:
    params: dict[str, int | str] = {"game": game, "games": games, "step": step}
    again = f"-{tries + 1}" if tries else ""
    return Prompt(f"game-{game}/step-{step}/{kind}{again}", seat, kind, optional=kind == "claim", params=params)


def find(state: State, seat: Seat, key: str) -> str:
    """The kind of an open prompt of a seat. Raises IllegalMove("prompt_closed") for any other key."""
    for prompt in open_prompts(state):
        if prompt.seat == seat and prompt.key == key:
            return prompt.kind
    raise IllegalMove(PROMPT_CLOSED)


def may_claim(state: State, seat: Seat) -> bool:
    """True if the player in turn can still claim an error in the last placement."""
    window = state.window
    return window is not None and seat != window.seat and seat not in window.closed
