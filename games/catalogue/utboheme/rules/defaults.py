"""The default moves of a passed deadline. README decision 15."""

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import Layout, layout
from games.catalogue.utboheme.rules.orders import is_refused, refusals_of
from games.catalogue.utboheme.rules.places import founding_places
from games.catalogue.utboheme.rules.prompts import find
from games.catalogue.utboheme.rules.resources import covers
from games.catalogue.utboheme.rules.robber import neighbours_of, victims
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.trade import find_offer, wanted
from games.catalogue.utboheme.rules.turn import most_numerous
from games.catalogue.utboheme.rules.types import State
from games.engine.types import Prompt, Seat


def default_move(state: State, seat: Seat, key: str) -> m.UtbohemeMove:
    """See `Rules.default`. Standing orders remain as they are."""
    table = layout(state.board)
    match find(state, seat, key)[0]:
        case "found_uv":
            return m.BuildUv(_most_dots(state, table))
        case "found_cc":
            taken = 0
            for mask in state.cc:
                taken |= mask
            return m.BuildCc(next(bits(table.paths_at[state.spot] & ~taken)))
        case "roll":
            return m.Roll()
        case "discard":
            return m.Discard(*most_numerous(state.hands[seat], sum(state.hands[seat]) // 2))
        case "robber":
            return _robber(state, table)
        case "answer":
            return m.RefuseOffer()
        case "roads":
            return m.StopRoads()
        case "orders":
            return _no_change(state, seat)
    return m.EndTurn()


def only_refusal(state: State, prompt: Prompt) -> m.RefuseOffer | None:
    """The answer to an offer that the seat cannot pay or has ordered to refuse; None for any other."""
    offer, seat = find_offer(state, int(prompt.params["offer"])), prompt.seat
    if offer is None:
        return None
    pays = covers(state.hands[seat], wanted(offer.cards))
    return None if pays and not is_refused(refusals_of(state, seat), offer.cards) else m.RefuseOffer()


def _most_dots(state: State, table: Layout) -> int:
    """The crossing with most dots; among equals the one whose hexagons come first in the spiral."""
    free = bits(founding_places(state, table))
    return min(free, key=lambda crossing: (-table.dots_at[crossing], table.hexagons_at[crossing], crossing))


def _robber(state: State, table: Layout) -> m.MoveRobber:
    """The first hexagon of the spiral with a possible victim and no own piece; the victim is the next player
    clockwise.
    """
    spiral = [hexagon for hexagon in state.figures.first_spiral if hexagon != state.robber]
    for hexagon in spiral:
        found = victims(state, table, hexagon)
        if found and state.seat not in neighbours_of(state, table, hexagon):
            return m.MoveRobber(hexagon, min(found, key=lambda seat: (seat - state.seat) % state.players))
    return m.MoveRobber(spiral[0])


def _no_change(state: State, seat: Seat) -> m.KeepCards | m.DropKeep:
    keep = state.keep[seat]
    return m.DropKeep() if keep is None else m.KeepCards(*keep)
