"""The expected end of a Master Builder match. Unseen piles are shuffled, and other hands get cards from the rest."""

from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.master_builder.bots import BOTS
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scenario import SKILLS, Scenario
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.types import Auction, Firm, Hiring, Market, Pile, State
from games.catalogue.master_builder.rules.view import AuctionView, StackView, View
from games.engine.draws import Draws
from games.engine.expected import PositionOnly, shuffled
from games.engine.types import Seat


class MasterBuilderExpecting(PositionOnly):
    """See `games.engine.expected.Expecting`. A view does not include earlier events and economy cards, or the cards
    that others have seen.
    """

    policy = "thrifty"
    playouts = 100

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        """See `Expecting.deal`. Limits and wishes of others are left out; a hidden plan is replaced by a bot's."""
        known = {*view.events, view.fate.event}
        events = shuffled((card.id for card in view.sheet.events if card.id not in known), draws, "events")
        firms = []
        for seat, firm in enumerate(view.firms):
            own = seat == view.viewer
            held = view.events if own else tuple(events[: firm.events])
            events = events if own else events[firm.events :]
            wishes = view.wishes if own else ()
            firms.append(Firm(firm.cash, firm.crew, firm.sites, firm.small, firm.large, held, wishes))
        state = State(
            view.sheet, view.options, view.round, view.last_round, view.phase, view.first, view.bank, tuple(firms),
            tuple(_stack(view, rank, stack) for rank, stack in enumerate(view.stacks)), view.deck, view.deck_left,
            _economy(scenario, view, draws), Pile(unseen=tuple(sorted(events))), view.lots, _hiring(view),
            Market(view.auction_number, view.declined, _auction(view)), view.fate, view.talks, view.rentals,
            _own_plan(view), view.owing,
        )  # fmt: skip
        return _with_plans(state, view, draws)

    def values(self, state: State, seat: Seat) -> dict[str, int]:
        return {"points": scores(state)[seat]}


def _stack(view: View, rank: int, stack: StackView) -> Pile:
    """The stack with all workers who are in no crew."""
    hired = {employee.worker for firm in view.firms for employee in firm.crew}
    skill = SKILLS[rank]
    if view.skill_looked == skill and view.looking:
        return Pile(seen=view.looking[: len(view.looking) - len(stack.back)], back=stack.back)
    known = {*hired, *stack.back, stack.top}
    unseen = tuple(each.id for each in view.sheet.workers if each.skill == skill and each.id not in known)
    return Pile(seen=() if stack.top is None else (stack.top,), unseen=unseen, back=stack.back)


def _economy(scenario: Scenario, view: View, draws: Draws) -> tuple[str, ...]:
    """The remaining economy cards. One was turned in each round after the first; these are chosen at random."""
    turned = view.round - 1 - (view.phase == "hire" and view.round > 1)
    ids = [card.id for card in scenario.economy]
    gone = set(shuffled(ids, draws, "economy")[:turned])
    return tuple(each for each in ids if each not in gone)


def _hiring(view: View) -> Hiring:
    at = view.order.index(view.hiring) if view.hiring is not None else 0
    return Hiring(view.go, at, view.skill_looked)


def _auction(view: View) -> Auction | None:
    auction: AuctionView | None = view.auction
    if auction is None:
        return None
    limits = tuple(auction.limit if seat == view.viewer else 0 for seat in range(len(view.firms)))
    return Auction(auction.contract, auction.leader, auction.price, auction.still, auction.asked, limits)


def _own_plan(view: View) -> tuple[tuple[str, ...] | None, ...]:
    if view.phase != "plan":
        return ()
    return tuple(view.plan if seat == view.viewer else None for seat in range(len(view.firms)))


def _with_plans(state: State, view: View, draws: Draws) -> State:
    """The state with plans for the seats that have confirmed one."""
    bot: Any = BOTS["thrifty"](RULES)
    for seat, firm in enumerate(view.firms):
        if state.phase != "plan" or not firm.planned or state.plans[seat] is not None:
            continue
        prompts = [each for each in RULES.prompts(state) if each.seat == seat and each.kind == "plan"]
        sections = getattr(bot.answer(state, prompts[0], draws), "sections", ()) if prompts else ()
        plans = tuple(tuple(sections) if each == seat else plan for each, plan in enumerate(state.plans))
        state = replace(state, plans=plans)
    return state


EXPECTING: Final = MasterBuilderExpecting(RULES)
