"""The scripted play of the rules page: prices from the middle 40 % of the standard range, one tier everywhere."""

from typing import Any

from games.catalogue.domego.rules.moves import Accept, Allocate, Buy, Offer
from games.catalogue.domego.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt

SPARE = 2
"""Cubes bought at 1k above the required ones and the chosen tiers."""


class Policy(SeatBot):
    """Takes the tiers `risk` and `delay` (or the last tier if there are fewer) if the stock covers them."""

    def __init__(self, rules: Rules, risk: int, delay: int) -> None:
        super().__init__(rules)
        self.risk, self.delay = risk, delay

    def move(self, view: View, prompt: Prompt, draws: Draws) -> Any:
        seat = prompt.seat
        if prompt.kind == "negotiate":
            return self._talk(view, prompt, draws)
        if prompt.kind == "buy":
            return Buy(min(view.firms[seat].money, SPARE + sum(self._wanted(part) for part in _parts(view, seat))))
        activity = view.sheet.activities[view.turn - 1]
        part = activity.parts[activity.part_of[seat]]
        stock = view.firms[seat].stock
        risk, delay = self._tiers(part)
        if part.required + part.risk[risk][0] > stock:
            risk = 0
        if part.required + part.risk[risk][0] + part.delay[delay][0] > stock:
            delay = 0
        return Allocate(max(0, part.required - stock), risk, delay)

    def _talk(self, view: View, prompt: Prompt, draws: Draws) -> Any:
        low, high = int(prompt.params["low"]), int(prompt.params["high"])
        if prompt.params["side"] == "payee":
            talk = _standing(view, prompt)
            return None if talk is None else Accept(talk)
        if _standing(view, prompt) is not None:
            return None
        width = high - low
        first, last = low + -(-3 * width // 10), low + 7 * width // 10
        return Offer(min(view.firms[prompt.seat].money, first + draws.below(last - first + 1, prompt.key)))

    def _tiers(self, part: Any) -> tuple[int, int]:
        return min(self.risk, len(part.risk) - 1), min(self.delay, len(part.delay) - 1)

    def _wanted(self, part: Any) -> int:
        risk, delay = self._tiers(part)
        return part.required + part.risk[risk][0] + part.delay[delay][0]


def _parts(view: View, seat: int) -> list[Any]:
    return [a.parts[a.part_of[seat]] for a in view.sheet.activities if a.part_of[seat] >= 0]


def _standing(view: View, prompt: Prompt) -> int | None:
    """The payer's latest offer."""
    ids = view.sheet.role_ids
    for talk in view.talks:
        contract = view.sheet.contracts[talk.contract]
        if f"{ids[contract.payer]}>{ids[contract.payee]}" == prompt.key.rpartition("/")[2]:
            return talk.payer_offer
    raise LookupError(prompt.key)
