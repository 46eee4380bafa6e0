"""The estimated worth of a position for a seat, in expected points.
It adds the present points, the purchases of future income, the nearest purchase of the hand, the places to expand, and
progress to the two special cards. Only comparisons between positions are meaningful.
"""

from typing import Final

from games.catalogue.utboheme.bots.packed import LANE, unpack
from games.catalogue.utboheme.bots.position import Position
from games.catalogue.utboheme.rules.board import dots
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.types import ANCIEN, VICTORY

MIX: Final = (0.18, 0.27, 0.12, 0.26, 0.17)
"""The shares of the resources in a winner's purchases."""
CARDS_A_POINT: Final = 5.3
THROWS_A_POINT: Final = 8.0
"""The throws, over all players, in which the leader gains a point."""
WON: Final = 1000.0
HIDDEN: Final = (0.45, 0.5, 0.4, 0.5, 0.0)
"""The worth of an unplayed card of each kind; victory cards are counted in the points."""
UNKNOWN_CARD: Final = 0.62
"""The worth of a card that will be bought."""
BLOCKED: Final = 0.45
"""The part of a hexagon's income that counts under the robber, because the robber moves on."""
NEAREST: Final = 0.75
SPARE_CARD: Final = 0.07
LOST_TO_SEVEN: Final = 0.08
"""The factors of a hand's worth. `NEAREST` is for progress to the nearest purchase, `SPARE_CARD` for each card,
`LOST_TO_SEVEN` for each card that a seven would take.
"""
NEAR: Final = (0.42, 0.24, 0.13)
"""The worth of a place for a UV, by the number of CC missing to it."""


def incomes(position: Position, seat: int) -> list[float]:
    """The mean number of cards of each resource from a throw."""
    found = [0.0] * 5
    layout = position.layout
    for hexagon, weight in enumerate(position.weights):
        if weight[seat]:
            share = weight[seat] * dots(layout.token[hexagon]) / 36
            found[layout.resource[hexagon]] += share * BLOCKED if hexagon == position.robber else share
    return found


def power(income: list[float], rates: tuple[int, ...]) -> float:
    """The number of units of the mix that an income can buy in a throw, with surplus traded at the bank."""
    low, high = 0.0, sum(income)
    for _ in range(7):
        middle = (low + high) / 2
        short = spare = 0.0
        for got, share, rate in zip(income, MIX, rates, strict=True):
            over = got - middle * share
            if over > 0:
                spare += over / rate
            else:
                short -= over
        if short <= spare:
            low = middle
        else:
            high = middle
    return low


def horizon(position: Position) -> float:
    """The number of throws that the match may still last."""
    left = position.ground.figures.target - max(position.points)
    return THROWS_A_POINT * max(0.6, left)


def worth(position: Position, seat: int, throws: float) -> float:
    """The outlook of a seat."""
    points = position.points[seat]
    if position.winner == seat:
        return WON
    pieces = position.uv[seat] | position.upgraded[seat]
    rates = position.layout.rates(pieces)
    income = incomes(position, seat)
    strength = power(income, rates) + 0.12 * sum(income)
    found = points + strength * throws / CARDS_A_POINT
    found += _hand(position, seat, rates)
    found += _room(position, seat, throws)
    return found + _specials(position, seat)


def _hand(position: Position, seat: int, rates: tuple[int, ...]) -> float:
    """The worth of the cards by the nearest purchase, less the expected loss to a seven."""
    hand, total = unpack(position.hands[seat]), position.totals[seat]
    if not total:
        return 0.0
    figures = position.ground.figures
    best = 0.0
    for cost, value in (
        (figures.upgrade_cost, 1.15),
        (figures.uv_cost, 1.1),
        (figures.card_cost, 0.6),
        (figures.cc_cost, 0.4),
    ):
        covered = spare = 0.0
        for held, asked, rate in zip(hand, cost, rates, strict=True):
            covered += min(held, asked)
            spare += max(0, held - asked) / rate
        part = min(1.0, (covered + min(spare, 1.5)) / sum(cost))
        best = max(best, value * part * part)
    limit = figures.hand_limit
    lost = LOST_TO_SEVEN * (total // 2) if total > limit else 0.0
    return NEAREST * best + SPARE_CARD * total - lost


def _room(position: Position, seat: int, throws: float) -> float:
    """The worth of the two best near places for another UV."""
    figures = position.ground.figures
    if position.uv[seat].bit_count() >= figures.uv:
        return 0.0
    layout = position.layout
    free_paths = layout.every_path & ~position.taken
    foreign = position.pieces & ~(position.uv[seat] | position.upgraded[seat])
    reached, paths, found = position.ends[seat], position.reach[seat] & free_paths, []
    for near in NEAR:
        for crossing in bits(reached & position.open):
            found.append(near * place_worth(position, crossing, throws))
        nexts = 0
        for path in bits(paths):
            nexts |= layout.end_mask[path]
        reached = nexts & ~reached
        paths = 0
        for crossing in bits(reached & ~foreign):
            paths |= layout.paths_at[crossing] & free_paths
    found.sort(reverse=True)
    return found[0] + 0.4 * found[1] if len(found) > 1 else sum(found)


def place_worth(position: Position, crossing: int, throws: float) -> float:
    """The worth of a UV on a crossing: a point, income, a trade zone."""
    layout = position.layout
    harbour = layout.harbour_mask
    for mask in layout.special_mask:
        harbour |= mask
    brings = 0.8 * layout.dots_at[crossing] / 36
    return 0.4 + brings * throws / CARDS_A_POINT + (0.25 if harbour >> crossing & 1 else 0.0)


def _specials(position: Position, seat: int) -> float:
    """The worth of hidden cards, and of progress to the two special cards."""
    figures, cards = position.ground.figures, position.cards[seat]
    found = 0.0
    for kind in range(VICTORY):
        found += HIDDEN[kind] * (cards >> LANE * kind & 0xFF)
    if position.oldest != seat:
        shown = position.anciens[seat] + (cards >> LANE * ANCIEN & 0xFF)
        least = figures.oldest_from
        if position.oldest is not None:
            least = max(least, position.anciens[position.oldest] + 1)
        found += (0.12, 0.3, 0.7)[max(0, 2 - max(0, least - shown))] if shown else 0.0
    if position.longest != seat:
        least = figures.longest_from
        if position.longest is not None:
            least = max(least, position.lengths[position.longest] + 1)
        missing = least - position.lengths[seat]
        found += (0.9, 0.6, 0.32, 0.15)[missing] if 0 <= missing <= 3 else 0.0
    return found
