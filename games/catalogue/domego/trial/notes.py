"""The events of a game as notes of a trial: tiers, contracts, bankruptcies, and cards with or without effect."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Agreed,
    Allocated,
    Bankrupt,
    Bought,
    BrokenOff,
    CardDrawn,
    CardsDue,
    ContractDrawn,
    EffectApplied,
    EffectDeferred,
)
from games.catalogue.domego.rules.prompts import find
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.types import State
from games.engine.trial.rules import Drawn, Happened, Note, Notes, Took
from games.engine.types import Prompt

PLACING: Final = 240
"""Seconds of an activity's placements, its cards included. With it ten activities of the classic project last the 55
minutes of the lesson plan.
"""
BUYING: Final = 120


def seconds(prompt: Prompt) -> int:
    """A negotiation lasts as long as its limit."""
    if prompt.kind == "negotiate":
        return 60 * (prompt.minutes or 0)
    return PLACING if prompt.kind == "allocate" else BUYING


def round_of(prompt: Prompt) -> str:
    """Purchases and negotiations of an activity are one round, its placements another."""
    return f"{prompt.key.partition('/')[0]}/{prompt.kind == 'allocate'}"


def place(state: State, prompt: Prompt) -> str:
    """The contract of a negotiation; the activity of a placement; its special actions for a purchase."""
    if prompt.kind == "allocate":
        return f"activities[{state.turn - 1}].participants"
    return f"activities[{state.turn - 1}].special"


def is_free(state: State, prompt: Prompt) -> bool:
    """Is there anything to choose? More cubes than needed are no choice."""
    kind, index = find(state, prompt.seat, prompt.key)
    if kind == "negotiate":
        contract = state.sheet.contracts[state.talks[index].contract]
        return contract.low < contract.high
    firm = state.firms[prompt.seat]
    if kind == "buy":
        return firm.money >= state.sheet.low_price
    part = state.sheet.activities[state.turn - 1].parts[index]
    most = firm.stock + firm.money // state.sheet.high_price - part.required
    return any(cubes <= most for cubes, _gain in (*part.risk[1:], *part.delay[1:]))


def notes(scenario: Scenario) -> Notes:
    """The notes of this scenario's games."""
    return _Places(scenario).notes


class _Places:
    """The paths of a scenario's lines, contracts and cards."""

    def __init__(self, scenario: Scenario) -> None:
        ids = [role.id for role in scenario.roles]
        self.lines = {
            (turn, ids.index(part.role)): (f"activities[{turn - 1}].participants[{line}]", part)
            for turn, activity in enumerate(scenario.activities, start=1)
            for line, part in enumerate(activity.participants)
        }
        self.contracts = {
            (ids.index(each.payer), ids.index(each.payee)): f"standard_contracts[{index}]"
            for index, each in enumerate(scenario.standard_contracts)
        }
        self.cards = {card.id: f"risk_cards[{index}]" for index, card in enumerate(scenario.risk_cards)}

    def notes(self, events: Sequence[Any]) -> Iterator[Note]:
        """All notes of a game."""
        for event in events:
            match event:
                case Allocated():
                    path, part = self.lines[event.turn, event.seat or 0]
                    if part.risk:
                        yield Took(f"{path}.risk", str(event.risk_tier))
                    if part.delay:
                        yield Took(f"{path}.delay", str(event.delay_tier))
                case Bought():
                    yield Took(f"roles[{event.seat}].bought", str(event.quantity))
                case Agreed():
                    path = self.contracts[event.payer, event.payee]
                    yield Took(path, "agreed")
                    yield Took(f"{path}.price", str(event.price))
                case ContractDrawn():
                    yield Took(self.contracts[event.payer, event.payee], event.which)
                case BrokenOff():
                    yield Happened("failed", event.payer)
                    yield Happened("failed", event.payee)
                case Bankrupt():
                    yield Happened("bankruptcies", event.seat or 0)
                    yield Took(f"roles[{event.seat}].bankrupt", event.cause)
                case CardDrawn():
                    pass
        yield from self._drawn(events)

    def _drawn(self, events: Sequence[Any]) -> Iterator[Drawn]:
        ended = {event.turn: event for event in events if isinstance(event, ActivityEnded)}
        due = {event.turn: event for event in events if isinstance(event, CardsDue)}
        effects: dict[str, list[Any]] = {}
        for event in events:
            match event:
                case CardDrawn():
                    effects.setdefault(event.card, [])
                case EffectApplied():
                    effects.setdefault(event.card, []).append(event)
                case EffectDeferred() if event.op == "risk":
                    effects.setdefault(event.card, []).append(event)
        for card, found in effects.items():
            yield Drawn(self.cards[card], _why(found, ended, due))


def _why(effects: Sequence[Any], ended: dict[int, ActivityEnded], due: dict[int, CardsDue]) -> str:
    """The reason why these effects of a card changed nothing; empty if they changed something. `blank`: it has none;
    `void`: its role was bankrupt; `clamped`: the activity took no time anyway, or its days cancel out; `spared`: the
    later activity draws the same number of cards; `waiting`: the game ended before.
    """
    why, days = "blank", dict[int, int]()
    for effect in effects:
        match effect:
            case EffectDeferred():
                later = due.get(effect.activity)
                if later is not None:
                    before = later.slots + later.added - later.reduced
                    if max(0, before) != max(0, before - effect.amount):
                        return ""
                why = "spared"
            case EffectApplied() if effect.how == "void":
                why = "void"
            case EffectApplied() if effect.op == "delay":
                days[effect.turn] = days.get(effect.turn, 0) + effect.amount
            case _:
                return ""
    for turn, number in days.items():
        each = ended[turn]
        total = each.base_days - each.fewer_days + each.card_days
        if max(0, total) != max(0, total - number):
            return ""
        why = "clamped"
    return why
