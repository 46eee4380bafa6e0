"""The prompts of the seats. A key starts with the round: `round-2/hire-1`, `round-2/auction-3/bid-over-7`."""

from functools import lru_cache

from games.catalogue.master_builder.rules import happenings, hiring, market, renting, wages
from games.catalogue.master_builder.rules.types import Auction, State
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Prompt, Seat

MINUTES = {
    "draft": 2, "hire": 2, "take": 2, "nominate": 3, "bid": 2, "buy": 2, "play_event": 2, "choose": 2, "rent": 5,
    "plan": 5, "borrow": 2,
}  # fmt: skip
"""Time limits for live matches."""


@lru_cache(256)
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The pending decisions, in the order in which deadlines are settled, then the optional ones. Cached, because every
    move needs them again.
    """
    match state.phase:
        case "hire":
            required = _hiring(state)
        case "contracts":
            required = _market(state)
        case "events":
            required = _events(state)
        case "rent":
            required = [_rent(state, seat) for seat in renting.in_talks(state)]
        case "plan":
            key = f"round-{state.round}/plan"
            required = [_prompt(key, seat, "plan") for seat in state.order if state.plans[seat] is None]
        case "wages":
            required = _loans(state)
        case _:
            return ()
    return (*required, *_repayments(state))


@lru_cache(8192)
def _prompt(
    key: str, seat: Seat, kind: str, params: tuple[tuple[str, int | str], ...] = (), simultaneous: bool = False
) -> Prompt:
    return Prompt(
        key,
        seat,
        kind,
        simultaneous=simultaneous or kind == "plan",
        optional=kind not in MINUTES,
        minutes=MINUTES.get(kind),
        params=dict(params),
    )


def _hiring(state: State) -> list[Prompt]:
    """The prompt of the player in turn, and the lists of wishes of all whose turn is still to come in this phase."""
    go, seat = state.hiring.go, state.order[state.hiring.at]
    kind = "draft" if state.round == 1 else "hire"
    key = f"round-{state.round}/{kind}-{go}"
    if state.hiring.looking is not None:
        required = _prompt(f"{key}/take", seat, "take", (("skill", state.hiring.looking),))
    else:
        required = _prompt(key, seat, kind, (("go", go),))
    later = state.order if go < hiring.goes(state.sheet, state.round) else state.order[state.hiring.at :]
    return [required, *(_prompt(f"round-{state.round}/wishes", each, "wish") for each in later)]


def _market(state: State) -> list[Prompt]:
    key = f"round-{state.round}/auction-{state.market.number}"
    auction = state.market.auction
    if auction is not None:
        return _auction(auction, key)
    return [_prompt(f"{key}/{kind}", seat, kind) for seat, kind in market.next_prompts(state)]


def _auction(auction: Auction, key: str) -> list[Prompt]:
    """The prompt of the player who raises or passes next, and the optional limits of the others."""
    about = (("contract", auction.contract),)
    bid = _prompt(f"{key}/bid-over-{auction.price}", auction.asked, "bid", (*about, ("price", auction.price)))
    others = [seat for seat in auction.still if seat != auction.asked]
    return [bid, *(_prompt(f"{key}/limit", seat, "limit", about) for seat in others)]


def _events(state: State) -> list[Prompt]:
    key = f"round-{state.round}/event-{state.fate.card}"
    if happenings.from_hand(state):
        return [_prompt(f"{key}/play", state.first, "play_event")]
    seat, op = happenings.current(state)
    params: tuple[tuple[str, int | str], ...] = (
        ("event", state.fate.event), ("op", op.op), ("count", op.count), ("amount", op.amount),
    )  # fmt: skip
    return [_prompt(f"{key}/choose-{state.fate.op + 1}", seat, "choose", params)]


def _rent(state: State, seat: Seat) -> Prompt:
    """The prompt is passive if the seat waits for answers to its offers and has none to answer itself."""
    asked = renting.talks_to_answer(state, seat)
    waiting = any(talk.by == seat for talk in state.talks.open)
    key = f"round-{state.round}/rent"
    return Prompt(key, seat, "rent", passive=waiting and not asked, minutes=MINUTES["rent"])


def _loans(state: State) -> list[Prompt]:
    """The prompts of players who need a loan. They are simultaneous if their choices cannot affect each other."""
    asked = wages.choosing_seats(state)
    return [_loan(state, seat, len(asked) > 1) for seat in asked]


def _loan(state: State, seat: Seat, simultaneous: bool) -> Prompt:
    firm = state.firms[seat]
    key = f"round-{state.round}/loan-{firm.small + firm.large + 1}"
    short = wages.due(state, seat) - firm.cash
    return _prompt(key, seat, "borrow", (("short", short),), simultaneous)


def _repayments(state: State) -> list[Prompt]:
    return [
        _prompt(f"repay-{firm.small}-{firm.large}", seat, "repay")
        for seat, firm in enumerate(state.firms)
        if (firm.small or firm.large) and wages.repayable(state, seat)
    ]


def find(state: State, seat: Seat, key: str) -> Prompt:
    """The open prompt of a seat. Raises IllegalMove("prompt_closed") for any other key."""
    for prompt in open_prompts(state):
        if prompt.seat == seat and prompt.key == key:
            return prompt
    raise IllegalMove(PROMPT_CLOSED)
