"""The possible next purchases of a player, and the bank trades for them."""

from typing import Any, NamedTuple

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.places import cc_places, uv_places
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards
from games.catalogue.utboheme.rules.types import State
from games.engine.types import Seat


class Goal(NamedTuple):
    """A kind of purchase with its price, the dearest first."""

    move: Any
    cost: Cards


def goals(state: State, seat: Seat | None = None) -> list[Goal]:
    """The purchases for which a piece and a place are available, whether or not they can be paid for."""
    seat, figures, table = state.seat if seat is None else seat, state.figures, layout(state.board)
    found = []
    if state.uv[seat] and state.upgraded[seat].bit_count() < figures.upgraded:
        found.append(Goal(m.UpgradeUv, figures.upgrade_cost))
    if state.uv[seat].bit_count() < figures.uv and uv_places(state, table, seat):
        found.append(Goal(m.BuildUv, figures.uv_cost))
    if any(state.pile):
        found.append(Goal(m.BuyCard, figures.card_cost))
    if state.cc[seat].bit_count() < figures.cc and cc_places(state, table, seat):
        found.append(Goal(m.BuildCc, figures.cc_cost))
    return found


def next_trade(state: State, goal: Goal) -> m.BankTrade | None:
    """The first of the bank trades after which a goal can be paid; None if no trades suffice."""
    seat = state.seat
    rates = layout(state.board).rates(state.uv[seat] | state.upgraded[seat])
    spare = [held - cost for held, cost in zip(state.hands[seat], goal.cost, strict=True)]
    missing = [index for index in range(5) for _ in range(-spare[index])]
    if not missing or sum(max(0, each) // rate for each, rate in zip(spare, rates, strict=True)) < len(missing):
        return None
    if any(state.bank[index] < missing.count(index) for index in missing):
        return None
    give = max(range(5), key=lambda index: (spare[index] // rates[index], -rates[index], spare[index]))
    return m.BankTrade(RESOURCES[give], RESOURCES[missing[0]])
