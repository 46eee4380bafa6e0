"""A bot that plays for the project: the placements of all roles together should meet the three targets."""

from typing import Final

from games.catalogue.domego.bots.chances import Chances, Figures, chances_of, thrifty
from games.catalogue.domego.bots.haggling import Habits, answer
from games.catalogue.domego.bots.prospects import cheapest
from games.catalogue.domego.rules.moves import Allocate, Buy, DomegoMove
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.types import Firm, State
from games.catalogue.domego.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt

SPARE: Final = 3
"""Cubes beyond the plan, for cards that ask for them."""
HABITS: Final = Habits(opening=25, step=10, limit=53)
"""The limit is just past the middle, so two experts agree, and repeating one price gains little more than half."""


class ExpertBot(SeatBot):
    """Plays one seat and assumes that the other seats do their best; placements that are made are taken as they are.
    The seat's own objectives count only in negotiations. It buys and places the cubes that the project needs.
    """

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DomegoMove | None:
        if prompt.optional:
            return None
        if prompt.kind == "negotiate":
            return answer(view, prompt, draws, HABITS)
        chances = chances_of(thrifty(view.sheet))
        return _bought(view, chances, prompt.seat) if prompt.kind == "buy" else _placed(view, chances, prompt.seat)


def _bought(view: View, chances: Chances, seat: int) -> Buy:
    firm = view.firms[seat]
    wanted = needs(view, chances)[seat] + SPARE - firm.stock
    return Buy(min(max(0, wanted), firm.money // view.sheet.low_price))


def _placed(view: View, chances: Chances, seat: int) -> Allocate:
    """The seat's line of the best placement, cut to its purse. The more expensive tier is dropped first."""
    activity, firm, price = view.sheet.activities[view.turn - 1], view.firms[seat], view.sheet.high_price
    line, figures = activity.part_of[seat], figures_of(view)
    part, best = activity.parts[line], chances.best(figures)
    seen = {at: move for at, move in enumerate(view.placed) if move is not None}
    if any(
        (best.risk.tiers[at], best.delay.tiers[at]) != (each.risk_tier, each.delay_tier) for at, each in seen.items()
    ):
        best = chances.best_of(
            figures,
            cheapest([each.risk for each in activity.parts], {at: each.risk_tier for at, each in seen.items()}),
            cheapest([each.delay for each in activity.parts], {at: each.delay_tier for at, each in seen.items()}),
        )
    risk, delay = best.risk.tiers[line], best.delay.tiers[line]
    while _short(part, firm, risk, delay) * price > firm.money and (risk or delay):
        if part.delay[delay][0] >= part.risk[risk][0]:
            delay -= 1
        else:
            risk -= 1
    return Allocate(_short(part, firm, risk, delay), risk, delay)


def _short(part: Part, firm: Firm, risk: int, delay: int) -> int:
    return max(0, part.required + part.risk[risk][0] + part.delay[delay][0] - firm.stock)


def figures_of(view: View | State) -> Figures:
    """The figures of a state, including days and cubes of cards that wait for a later activity."""
    days = sum(waiting.amount for waiting in view.waiting if waiting.op == "delay")
    paid = sum(waiting.amount for waiting in view.waiting if waiting.op == "resources")
    paid += sum(max(0, -waiting.amount) for waiting in view.waiting if waiting.op == "money")
    return Figures(view.turn, view.delay + days, view.cost + paid, view.failures, view.added)


def needs(view: View, chances: Chances) -> list[int]:
    """The cubes by role from here to the end, if all play their best and cards have their mean effect."""
    figures, found = figures_of(view), [0] * len(view.firms)
    for turn in range(view.turn, len(chances.prospects) + 1):
        prospect, activity = chances.prospects[turn - 1], view.sheet.activities[turn - 1]
        best = chances.best(figures)
        for part, risk, delay in zip(activity.parts, best.risk.tiers, best.delay.tiers, strict=True):
            found[part.role] += part.required + part.risk[risk][0] + part.delay[delay][0]
        cards = max(0, prospect.slots + figures.added[turn - 1] - best.risk.gain)
        size = max(1, len(prospect.deck.days))
        days = max(0, prospect.days - best.delay.gain) + cards * sum(prospect.deck.all_days) / size
        cost = prospect.required + best.risk.cubes + best.delay.cubes + cards * prospect.deck.mean_cost()
        figures = Figures(
            turn + 1, round(figures.delay + days), round(figures.cost + cost), figures.failures + cards, figures.added
        )
    return found
