"""The prompts of the seats. Keys are `founding-K/uv` and `founding-K/cc` (K counts the UVs), then `turn-N/discard` and
`turn-N/offer-K`. The active player has `turn-N/step-S/` with `roll`, `robber`, `roads` or `act`. `orders` is open to
every seat at all times.
"""

from functools import lru_cache

from games.catalogue.utboheme.rules.trade import waits_for_answers
from games.catalogue.utboheme.rules.types import State
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Prompt, Seat

ORDERS = "orders"
Found = tuple[str, int]
"""The kind of a prompt, and the number of the offer concerned (0: none)."""


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """Discards, then answers to offers, then the active player; standing orders, which are optional, come last."""
    if state.stage == "over":
        return ()
    prompts = []
    if state.stage == "discard":
        prompts += [_discard(state.turn, seat, sum(state.hands[seat]) // 2) for seat in state.owing]
    for offer in state.offers:
        for seat, answer in enumerate(offer.answers):
            if answer in ("open", "accepted"):
                prompts.append(_answer(state.turn, offer.number, offer.seat, seat, answer != "open"))
    if state.stage != "discard":
        prompts.append(_active(state))
    if state.figures.asides:
        prompts += [_orders(seat) for seat in range(state.players)]
    return tuple(prompts)


def _active(state: State) -> Prompt:
    if state.stage == "found":
        return _founding(state.founded + 1, "uv", state.seat)
    if state.stage == "pave":
        return _founding(state.founded, "cc", state.seat)
    waits = state.stage == "act" and bool(state.offers) and waits_for_answers(state)
    return _turn(state.turn, state.step, state.stage, state.seat, waits)


@lru_cache(4096)
def _founding(number: int, piece: str, seat: Seat) -> Prompt:
    return Prompt(f"founding-{number}/{piece}", seat, f"found_{piece}", params={"number": number})


@lru_cache(4096)
def _turn(turn: int, step: int, stage: str, seat: Seat, waits: bool) -> Prompt:
    return Prompt(f"turn-{turn}/step-{step}/{stage}", seat, stage, passive=waits, params={"turn": turn})


@lru_cache(4096)
def _discard(turn: int, seat: Seat, cards: int) -> Prompt:
    return Prompt(f"turn-{turn}/discard", seat, "discard", simultaneous=True, params={"turn": turn, "cards": cards})


@lru_cache(4096)
def _answer(turn: int, number: int, by: Seat, seat: Seat, answered: bool) -> Prompt:
    params: dict[str, int | str] = {"turn": turn, "offer": number, "by": by}
    return Prompt(f"turn-{turn}/offer-{number}", seat, "answer", optional=answered, params=params)


@lru_cache(16)
def _orders(seat: Seat) -> Prompt:
    return Prompt(ORDERS, seat, "orders", optional=True)


def find(state: State, seat: Seat, key: str) -> Found:
    """The subject of an open prompt of a seat. Raises IllegalMove("prompt_closed") for any other key."""
    if key == ORDERS:
        if state.figures.asides and 0 <= seat < state.players and state.stage != "over":
            return ORDERS, 0
    elif seat == state.seat and state.stage not in ("discard", "over"):
        prompt = _active(state)
        if key == prompt.key:
            return prompt.kind, 0
    return _found_among_others(state, seat, key)


def _found_among_others(state: State, seat: Seat, key: str) -> Found:
    """The subject of a discard or of an answer to an offer."""
    if key == f"turn-{state.turn}/discard" and seat in state.owing:
        return "discard", 0
    for offer in state.offers:
        asked = 0 <= seat < state.players and offer.answers[seat] in ("open", "accepted")
        if asked and key == f"turn-{state.turn}/offer-{offer.number}":
            return "answer", offer.number
    raise IllegalMove(PROMPT_CLOSED)
