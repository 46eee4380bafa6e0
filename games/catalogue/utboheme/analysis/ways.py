"""Choices with their circumstances, so that texts about them need no state."""

from collections.abc import Iterator
from typing import Any, Final

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import Layout, dots, layout
from games.catalogue.utboheme.rules.choices import legal_choices
from games.catalogue.utboheme.rules.prompts import find
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, Resource, covers, minus, plus
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.trade import find_offer, given, wanted
from games.catalogue.utboheme.rules.types import State
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Seat, Value

WEIGHED: Final[dict[str, tuple[type, ...]]] = {
    "found_uv": (m.BuildUv,),
    "robber": (m.MoveRobber,),
    "act": (m.BuildCc, m.BuildUv, m.UpgradeUv, m.BuyCard, m.PlayAncien, m.BankTrade, m.Confirm, m.EndTurn),
    "answer": (m.AcceptOffer, m.RefuseOffer),
}
"""The moves that are compared with each other, by the kind of prompt."""
Region = tuple[Resource | None, int]
"""A hexagon: its resource and its number, none in the desert."""


class Way(Value, frozen=True):
    """A move with its circumstances. `regions` surround it; `zones` are trade zones that it opens (rate and resource).
    `cards` are those that a trade gives (above 0) or costs the deciding seat; `partner` is the other side. `hand` is
    the seat's hand; with another hand the move is not carried out.
    """

    move: m.UtbohemeMove
    hand: Cards
    regions: tuple[Region, ...] = ()
    zones: tuple[tuple[int, Resource | None], ...] = ()
    cards: Cards | None = None
    partner: Seat | None = None

    @property
    def dots(self) -> int:
        """The mean number of cards in 36 throws, with one UV at this place."""
        return sum(dots(number) for _resource, number in self.regions)


def is_weighed(kind: str, move: object) -> bool:
    """True if this kind of move is compared for this kind of prompt. A plan is compared with the moves possible now."""
    return isinstance(move, WEIGHED.get(kind, ())) or (isinstance(move, m.Plan) and kind in ("act", "robber"))


def ways(state: State, seat: Seat, key: str) -> Iterator[Way]:
    """All legal moves of the kinds that are compared."""
    kind, _number = find(state, seat, key)
    for choice in legal_choices(state, seat, key):
        if isinstance(choice.move, WEIGHED.get(kind, ())):
            move: Any = choice.move
            yield way(state, seat, key, move)


def way(state: State, seat: Seat, key: str, move: m.UtbohemeMove) -> Way:
    """A move of a seat with its circumstances."""
    table, hand = layout(state.board), state.hands[seat]
    match move:
        case m.BuildUv(crossing=crossing) | m.UpgradeUv(crossing=crossing):
            return Way(move, hand, _regions(table, table.hexagons_at[crossing]), _zones(state, crossing))
        case m.BuildCc(path=path):
            one, other = table.ends[path]
            shared = [each for each in table.hexagons_at[one] if each in table.hexagons_at[other]]
            return Way(move, hand, _regions(table, shared))
        case m.MoveRobber(hexagon=hexagon, victim=victim):
            return Way(move, hand, _regions(table, [hexagon]), partner=victim)
        case m.Confirm(offer=number, partner=partner):
            offer = find_offer(state, number)
            cards = offer.cards if offer is not None else None
            if offer is not None and offer.seat != seat:
                cards = _turned(offer.cards)
            return Way(move, hand, cards=cards, partner=partner)
        case m.AcceptOffer() | m.RefuseOffer():
            offer = find_offer(state, find(state, seat, key)[1])
            if offer is not None:
                return Way(move, hand, cards=_turned(offer.cards), partner=offer.seat)
    return Way(move, hand)


def _turned(cards: Cards) -> Cards:
    return tuple(-number for number in cards)  # type: ignore[return-value]


def _regions(table: Layout, hexagons: Iterator[int] | tuple[int, ...] | list[int]) -> tuple[Region, ...]:
    found: list[Region] = []
    for hexagon in hexagons:
        resource = table.resource[hexagon]
        found.append((RESOURCES[resource] if resource >= 0 else None, table.token[hexagon]))
    return tuple(found)


def _zones(state: State, crossing: int) -> tuple[tuple[int, Resource | None], ...]:
    return tuple((each.rate, each.resource) for each in state.board.harbours if crossing in each.crossings)


def after(state: State, seat: Seat, key: str, move: m.UtbohemeMove, draws: Draws) -> State | None:
    """The state after a move; None if it is not legal. An accepted offer is carried out at once."""
    if isinstance(move, m.RefuseOffer):
        return state
    if isinstance(move, m.AcceptOffer):
        return _accepted(state, seat, find(state, seat, key)[1])
    try:
        found: State = RULES.apply(state, seat, key, move, draws).state
    except IllegalMove:
        return None
    return found


def _accepted(state: State, seat: Seat, number: int) -> State | None:
    offer = find_offer(state, number)
    if offer is None:
        return None
    gives, gets = wanted(offer.cards), given(offer.cards)
    if not covers(state.hands[seat], gives) or not covers(state.hands[offer.seat], gets):
        return None
    swapped = {seat: plus(minus(state.hands[seat], gives), gets)}
    swapped[offer.seat] = plus(minus(state.hands[offer.seat], gets), gives)
    hands = tuple(swapped.get(each, hand) for each, hand in enumerate(state.hands))
    return _with_hands(state, hands)


def _with_hands(state: State, hands: tuple[Cards, ...]) -> State:
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    return State(**{**fields, "hands": hands})
