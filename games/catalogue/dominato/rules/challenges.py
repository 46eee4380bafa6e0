"""Claims against the last placement, with `validation` "challenge" only."""

from msgspec import structs

from games.catalogue.dominato.rules.events import Checked, Claimed, DominatoEvent, Given, Received, TakenBack
from games.catalogue.dominato.rules.moves import Give
from games.catalogue.dominato.rules.places import is_right
from games.catalogue.dominato.rules.turn import end_game, stand, with_hand
from games.catalogue.dominato.rules.types import State, Window
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat


def claim(state: State, window: Window, seat: Seat, draws: Draws) -> Outcome:
    """Claim an error. If it is true, the tile is taken back and the claimant must give a tile. If it is false, nothing
    changes.
    """
    upheld = not is_right(state.table)
    event = Claimed(turn=state.game, seat=seat, step=window.step, offender=window.seat, upheld=upheld)
    if not upheld:
        return _closed(state, window, seat, event, draws)
    last = state.table[-1]
    hand = tuple(sorted((*state.hands[window.seat], last.tile)))
    taken = TakenBack(turn=state.game, seat=window.seat, step=state.step + 1, tile=last.tile, left=len(hand))
    after = structs.replace(
        state,
        phase="give",
        step=state.step + 1,
        table=state.table[:-1],
        hands=with_hand(state.hands, window.seat, hand),
        window=structs.replace(window, claimant=seat),
    )
    return Outcome(after, (event, taken))


def close(state: State, window: Window, seat: Seat, draws: Draws) -> Outcome:
    """Accept the placement."""
    event = Checked(turn=state.game, seat=seat, step=window.step, offender=window.seat)
    return _closed(state, window, seat, event, draws)


def _closed(state: State, window: Window, seat: Seat, event: DominatoEvent, draws: Draws) -> Outcome:
    """Remove an opponent from those who can claim. If the game waits for all of them, the last one lets it continue."""
    window = structs.replace(window, closed=tuple(sorted((*window.closed, seat))))
    after = structs.replace(state, window=window)
    if state.phase == "check" and len(window.closed) == state.players - 1:
        return stand(after, window.seat, window.order, (event,), draws)
    return Outcome(after, (event,))


def give(state: State, window: Window, seat: Seat, move: Give, draws: Draws) -> Outcome:
    """Give a tile of the claimant to the player who was wrong. A claimant who gives the last tile wins."""
    if move.tile not in state.hands[seat]:
        raise IllegalMove("tile_not_in_hand", tile=move.tile)
    to = window.seat
    hand = tuple(each for each in state.hands[seat] if each != move.tile)
    hands = with_hand(state.hands, seat, hand)
    hands = with_hand(hands, to, tuple(sorted((*hands[to], move.tile))))
    events = (
        Given(turn=state.game, seat=seat, to=to, left=len(hand)),
        Received(turn=state.game, seat=to, audience=tuple(sorted((seat, to))), giver=seat, tile=move.tile),
    )
    after = structs.replace(
        state, phase="play", seat=(to + 1) % state.players, step=state.step + 1, hands=hands, window=None
    )
    return Outcome(after, events) if hand else end_game(after, "out", seat, events, draws)
