"""A search for the best rest of a turn: purchases one after the other, with the bank trades for them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.outlook import UNKNOWN_CARD, horizon, worth
from games.catalogue.utboheme.bots.packed import LANE, LANES, holds, pack, size, unpack
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.choices import parts_of
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.topology import bits

DEPTH = 3
WIDTH = 5
"""The number of positions kept after each of the `DEPTH` purchases of the search."""


class Line(NamedTuple):
    """A position that the seat can reach: its worth, the first move towards it, and the number of moves. `bonus` is the
    worth of cards bought on the way, which are still unknown.
    """

    value: float
    first: Any
    position: Kernel
    bonus: float


def best_move(position: Kernel, cards: bool, depth: int = DEPTH) -> Any:
    """The first move of the best continuation; None if ending the turn is best. `cards` says whether one may be
    played.
    """
    throws, seat = horizon(position), position.seat
    best = Line(worth(position, seat, throws), None, position, 0.0)
    beam = [best]
    for ahead in range(depth):
        found = [
            Line(worth(after, seat, throws) + bonus, line.first or first, after, bonus)
            for line in beam
            for first, after, bonus in _ways_on(line, cards and ahead == 0)
        ]
        if not found:
            break
        found.sort(key=lambda line: -line.value)
        beam = found[:WIDTH]
        if beam[0].value > best.value:
            best = beam[0]
    return best.first


Way = tuple[Any, Kernel, float]


def _ways_on(line: Line, cards: bool) -> Iterator[Way]:
    position = line.position
    if position.stage != "act":
        return
    yield from _purchases(line)
    if cards:
        yield from ((first, after, line.bonus) for first, after in _cards(position))


def _purchases(line: Line) -> Iterator[Way]:
    """All purchases that the hand can pay for, now or after trades."""
    here, seat = line.position, line.position.seat
    ground, figures = here.ground, here.ground.figures
    for cost, kind in ((ground.upgrade, m.UpgradeUv), (ground.uv, m.BuildUv), (ground.cc, m.BuildCc)):
        first, start = paid_for(here, cost)
        if start is None:
            continue
        if kind is m.UpgradeUv:
            places = here.uv[seat] if here.upgraded[seat].bit_count() < figures.upgraded else 0
        elif kind is m.BuildUv:
            places = here.ends[seat] & here.open if here.uv[seat].bit_count() < figures.uv else 0
        else:
            places = here.reach[seat] & ~here.taken if here.cc[seat].bit_count() < figures.cc else 0
        for number in bits(places):
            after = start.copy()
            (after.upgrade if kind is m.UpgradeUv else after.build_uv if kind is m.BuildUv else after.build_cc)(
                1 << number
            )
            yield first or kind(number), after, line.bonus
    if here.pile:
        first, start = paid_for(here, ground.card)
        if start is not None:
            start.pay(ground.card, ground.card_size)
            yield first or m.BuyCard(), start, line.bonus + UNKNOWN_CARD


def _build(position: Kernel, kind: Any, place: int) -> None:
    if kind is m.UpgradeUv:
        position.upgrade(place)
    elif kind is m.BuildUv:
        position.build_uv(place)
    else:
        position.build_cc(place)


def paid_for(position: Kernel, cost: int) -> tuple[m.BankTrade | None, Kernel | None]:
    """A copy in which the hand holds this price after the fewest bank trades, and the first of these; None if
    impossible.
    """
    seat = position.seat
    hand = position.hands[seat]
    if holds(hand, cost):
        return None, position.copy()
    if position.building:
        return None, None
    rates = position.layout.rates(position.uv[seat] | position.upgraded[seat])
    spare = [held - asked for held, asked in zip(unpack(hand), unpack(cost), strict=True)]
    missing = [lane for lane in range(5) for _ in range(-spare[lane])]
    if sum(max(0, each) // rate for each, rate in zip(spare, rates, strict=True)) < len(missing):
        return None, None
    after, first = position.copy(), None
    for take in missing:
        if not after.bank >> LANES[take] & 0xFF:
            return None, None
        give = max(range(5), key=lambda lane: (spare[lane] >= rates[lane], spare[lane] / rates[lane]))
        after.trade(give, rates[give], take)
        spare[give] -= rates[give]
        first = first or m.BankTrade(RESOURCES[give], RESOURCES[take])
    return first, after


def _cards(position: Kernel) -> Iterator[tuple[Any, Kernel]]:
    """The development cards that can be played now, except anciens."""
    playable = position.playable()
    if playable >> LANE & 0xFF and position.can_pave():
        yield from _free_roads(position)
    if playable >> 2 * LANE & 0xFF and position.bank:
        number = min(2, size(position.bank))
        for cards in parts_of(unpack(position.bank), number):
            after = position.copy()
            after.play_discovery(pack(cards), number)
            yield m.PlayDiscovery(*cards), after
    if playable >> 3 * LANE & 0xFF:
        for lane, resource in enumerate(RESOURCES):
            after = position.copy()
            after.play_monopoly(lane)
            yield m.PlayMonopoly(resource), after


def _free_roads(position: Kernel) -> Iterator[tuple[Any, Kernel]]:
    """Road building with each first path and the best second path."""
    start = position.copy()
    start.play_roads()
    throws, seat = horizon(position), position.seat
    for path in bits(start.reach[seat] & ~start.taken):
        after = start.copy()
        after.pave_free(1 << path)
        if after.stage == "roads":
            second = best_free_path(after, throws)
            after.pave_free(1 << second)
        yield m.PlayRoads(), after


def best_free_path(position: Kernel, throws: float) -> int:
    """The number of the path on which a free CC is worth most."""
    seat, best = position.seat, (-1.0, 0)
    for path in bits(position.reach[seat] & ~position.taken):
        after = position.copy()
        after.pave_free(1 << path)
        best = max(best, (worth(after, seat, throws), path))
    return best[1]
