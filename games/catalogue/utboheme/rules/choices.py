"""All legal answers to a prompt."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import Layout, layout
from games.catalogue.utboheme.rules.cards import DISCOVERED, can_pave, playable
from games.catalogue.utboheme.rules.orders import refusals_of
from games.catalogue.utboheme.rules.places import cc_places, founding_places, uv_places
from games.catalogue.utboheme.rules.prompts import find
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, covers
from games.catalogue.utboheme.rules.robber import victims
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.trade import find_offer, partners, wanted
from games.catalogue.utboheme.rules.types import (
    ANCIEN,
    DISCOVERY,
    MONOPOLY,
    MOST_OFFERS,
    ROADS,
    OnOffer,
    RefusalOrder,
    State,
)
from games.engine.types import Choice, Seat, Span


def legal_choices(state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
    kind, number = find(state, seat, key)
    if kind == "act":
        return tuple(_act(state))
    if kind == "roll":
        return (Choice(m.Roll()), *_cards(state), _plan(m.Roll()))
    if kind == "robber":
        return tuple(_robber(state))
    if kind == "discard":
        hand = state.hands[seat]
        return tuple(Choice(m.Discard(*cards)) for cards in parts_of(hand, sum(hand) // 2))
    if kind == "answer":
        offer = find_offer(state, number)
        return tuple(_answers(state, seat, offer)) if offer else ()
    if kind == "orders":
        return tuple(_orders(state, seat))
    return _places(state, kind)


def _places(state: State, kind: str) -> tuple[Choice, ...]:
    """The places for a piece, while founding or with road building."""
    table = layout(state.board)
    if kind == "found_uv":
        return tuple(Choice(m.BuildUv(crossing)) for crossing in bits(founding_places(state, table)))
    if kind == "found_cc":
        taken = 0
        for mask in state.cc:
            taken |= mask
        return tuple(Choice(m.BuildCc(path)) for path in bits(table.paths_at[state.spot] & ~taken))
    paths = bits(cc_places(state, table, state.seat))
    return (*(Choice(m.BuildCc(path)) for path in paths), Choice(m.StopRoads()), _plan(m.StopRoads()))


def _plan(step: m.Step) -> Choice:
    return Choice(m.Plan((step,)), free=("steps",))


def _act(state: State) -> Iterator[Choice]:
    yield Choice(m.EndTurn())
    yield from _builds(state, layout(state.board))
    yield from _cards(state)
    if not state.building:
        yield from _bank(state)
        for offer in state.offers:
            yield from (Choice(m.Confirm(offer.number, partner)) for partner in partners(state, offer))
            yield Choice(m.Withdraw(offer.number))
        if state.trading:
            yield from _offers(state, state.seat, free=("to",))
    yield _plan(m.EndTurn())


def _builds(state: State, table: Layout) -> Iterator[Choice]:
    seat, figures, hand = state.seat, state.figures, state.hands[state.seat]
    if covers(hand, figures.cc_cost) and state.cc[seat].bit_count() < figures.cc:
        yield from (Choice(m.BuildCc(path)) for path in bits(cc_places(state, table, seat)))
    if covers(hand, figures.uv_cost) and state.uv[seat].bit_count() < figures.uv:
        yield from (Choice(m.BuildUv(crossing)) for crossing in bits(uv_places(state, table, seat)))
    if covers(hand, figures.upgrade_cost) and state.upgraded[seat].bit_count() < figures.upgraded:
        yield from (Choice(m.UpgradeUv(crossing)) for crossing in bits(state.uv[seat]))
    if covers(hand, figures.card_cost) and any(state.pile):
        yield Choice(m.BuyCard())


def _cards(state: State) -> Iterator[Choice]:
    if state.played:
        return
    if playable(state, ANCIEN):
        yield Choice(m.PlayAncien())
    if playable(state, ROADS) and can_pave(state):
        yield Choice(m.PlayRoads())
    if playable(state, DISCOVERY) and any(state.bank):
        number = min(DISCOVERED, sum(state.bank))
        yield from (Choice(m.PlayDiscovery(*cards)) for cards in parts_of(state.bank, number))
    if playable(state, MONOPOLY):
        yield from (Choice(m.PlayMonopoly(resource)) for resource in RESOURCES)


def _bank(state: State) -> Iterator[Choice]:
    rates = layout(state.board).rates(state.uv[state.seat] | state.upgraded[state.seat])
    for give, (held, rate) in enumerate(zip(state.hands[state.seat], rates, strict=True)):
        if held >= rate:
            for take, there in enumerate(state.bank):
                if there and take != give:
                    yield Choice(m.BankTrade(RESOURCES[give], RESOURCES[take]))


def _robber(state: State) -> Iterator[Choice]:
    table = layout(state.board)
    for hexagon in range(len(state.board.land)):
        if hexagon != state.robber:
            yield Choice(m.MoveRobber(hexagon))
            yield from (Choice(m.MoveRobber(hexagon, victim)) for victim in victims(state, table, hexagon))
    yield _plan(m.MoveRobber(0 if state.robber else 1))


def _answers(state: State, seat: Seat, offer: OnOffer) -> Iterator[Choice]:
    """The answers to an offer. An acceptance can be taken back; a counter-offer also refuses this offer."""
    if offer.answers[seat] == "open" and covers(state.hands[seat], wanted(offer.cards)):
        yield Choice(m.AcceptOffer())
    yield Choice(m.RefuseOffer())
    yield from _offers(state, seat)


def _offers(state: State, seat: Seat, free: tuple[str, ...] = ()) -> tuple[Choice, ...]:
    return offers_to(state.seat, free) if state.made[seat] < MOST_OFFERS else ()


@lru_cache(16)
def offers_to(seat: Seat, free: tuple[str, ...]) -> tuple[Choice, ...]:
    """Every possible offer to a seat: it gives something and asks for something. Hands do not limit it (README decision
    8).
    """
    found = []
    for given, asked in product(RESOURCES, repeat=2):
        if given != asked:
            spans = Span(given, 1, m.MOST_IN_OFFER), Span(asked, -m.MOST_IN_OFFER, -1)
            rest = tuple(resource for resource in RESOURCES if resource not in (given, asked))
            amounts: dict[str, Any] = {given: 1, asked: -1}
            found.append(Choice(m.Offer(seat, **amounts), spans, (*free, *rest, "need")))
    return tuple(found)


def _orders(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(m.KeepCards(), free=RESOURCES)
    yield Choice(m.DropKeep())
    if state.options.player_trade:
        for give, get in product(RESOURCES, repeat=2):
            if give != get:
                yield Choice(m.SetRate(give, get, 1), free=("most",))
        now = refusals_of(state, seat) or RefusalOrder()
        yield Choice(m.SetRefusals(True, now.asks, now.gives), free=("all_now", "asks", "gives"))
    if state.trading and seat != state.seat:
        yield from _offers(state, seat)


@lru_cache(1 << 14)
def parts_of(hand: Cards, number: int) -> tuple[Cards, ...]:
    """All handfuls of this many cards out of a hand, ordered by the number of cards of the first resource."""
    found: list[Cards] = []
    ranges = [range(min(held, number) + 1) for held in hand[:4]]
    for beer, sleep, coffee, course in product(*ranges):
        food = number - beer - sleep - coffee - course
        if 0 <= food <= hand[4]:
            found.append((beer, sleep, coffee, course, food))
    return tuple(found)
