"""The prompts of the seats. A key is `activity-N/buy/role`, `activity-N/allocate/role` or, for both seats,
`activity-N/negotiate/payer>payee`.
"""

from functools import lru_cache

from games.catalogue.domego.rules.sheet import Contract
from games.catalogue.domego.rules.types import State
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Prompt, Seat

Found = tuple[str, int]
"""The kind of a prompt, and its index: role (buy), negotiation (negotiate), line of the sheet (allocate)."""


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """All prompts: purchases in sheet order, then negotiations, payer before payee; later the placements."""
    if state.phase == "allocation":
        return _placements(state)
    if state.phase == "over":
        return ()
    sheet, turn = state.sheet, state.turn
    prompts = [_buy_prompt(turn, role, sheet.role_ids[role], sheet.roles[role].required) for role in state.buyers]
    for talk in state.talks:
        if talk.how == "open":
            contract = sheet.contracts[talk.contract]
            ids = (sheet.role_ids[contract.payer], sheet.role_ids[contract.payee])
            minutes = _minutes(state, contract)
            standard = (contract.low, contract.high)
            for seat, side in ((contract.payer, "payer"), (contract.payee, "payee")):
                prompts.append(_talk_prompt(turn, seat, ids, standard, minutes, side, talk.last == seat))
    return tuple(prompts)


def _placements(state: State) -> tuple[Prompt, ...]:
    sheet, turn = state.sheet, state.turn
    return tuple(
        _allocate_prompt(turn, part.role, sheet.role_ids[part.role], part.required, move is not None)
        for part, move in zip(sheet.activities[turn - 1].parts, state.placed, strict=True)
        if not state.bankrupt[part.role]
    )


def _minutes(state: State, contract: Contract) -> int:
    """The time limit. A payer who negotiates with several roles gets a longer one, which does not shrink as contracts
    are settled.
    """
    if state.options.negotiation_minutes is not None:
        return state.options.negotiation_minutes
    contracts = state.sheet.contracts
    talks = sum(contracts[talk.contract].payer == contract.payer for talk in state.talks if talk.how != "fixed")
    return state.sheet.minutes_one if talks == 1 else state.sheet.minutes_several


@lru_cache(4096)
def _buy_prompt(turn: int, role: int, role_id: str, required: int) -> Prompt:
    key = f"activity-{turn}/buy/{role_id}"
    params: dict[str, int | str] = {"role": role_id, "required": required}
    return Prompt(key, role, "buy", simultaneous=True, params=params)


@lru_cache(4096)
def _talk_prompt(
    turn: int, seat: int, ids: tuple[str, str], standard: tuple[int, int], minutes: int, side: str, passive: bool
) -> Prompt:
    params: dict[str, int | str] = {
        "payer": ids[0],
        "payee": ids[1],
        "low": standard[0],
        "high": standard[1],
        "side": side,
    }
    key = f"activity-{turn}/negotiate/{ids[0]}>{ids[1]}"
    return Prompt(key, seat, "negotiate", passive=passive, minutes=minutes, params=params)


@lru_cache(4096)
def _allocate_prompt(turn: int, role: int, role_id: str, required: int, placed: bool) -> Prompt:
    params: dict[str, int | str] = {"role": role_id, "required": required}
    return Prompt(
        f"activity-{turn}/allocate/{role_id}", role, "allocate", simultaneous=True, optional=placed, params=params
    )


def find(state: State, seat: Seat, key: str) -> Found:
    """The subject of an open prompt of a seat. Raises IllegalMove("prompt_closed") for any other key."""
    turn, kind, name = _read_key(key)
    if turn == state.turn:
        if state.phase == "allocation" and kind == "allocate":
            line = _line_of(state, seat, name)
            if line >= 0:
                return kind, line
        elif state.phase == "special" and kind == "buy":
            if seat in state.buyers and state.sheet.role_ids[seat] == name:
                return kind, seat
        elif state.phase == "special" and kind == "negotiate":
            index = _talk_of(state, seat, name)
            if index >= 0:
                return kind, index
    raise IllegalMove(PROMPT_CLOSED)


@lru_cache(4096)
def _read_key(key: str) -> tuple[int, str, str]:
    """The parts (activity, kind, name) of a key, or (0, "", "") for any other text."""
    turn, _, rest = key.partition("/")
    kind, _, name = rest.partition("/")
    number = turn.removeprefix("activity-")
    if number == turn or not (number.isascii() and number.isdecimal()) or number.startswith("0") or len(number) > 3:
        return 0, "", ""
    return int(number), kind, name


def _line_of(state: State, seat: Seat, name: str) -> int:
    if not 0 <= seat < len(state.firms) or state.bankrupt[seat] or state.sheet.role_ids[seat] != name:
        return -1
    return state.sheet.activities[state.turn - 1].part_of[seat]


def _talk_of(state: State, seat: Seat, name: str) -> int:
    ids = state.sheet.role_ids
    for index, talk in enumerate(state.talks):
        contract = state.sheet.contracts[talk.contract]
        sides = (contract.payer, contract.payee)
        if talk.how == "open" and seat in sides and name == f"{ids[sides[0]]}>{ids[sides[1]]}":
            return index
    return -1
