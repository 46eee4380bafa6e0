"""Fast playouts of a chain with strong bots: the rules and the bot in whole numbers. Tests compare them with the
originals.
"""

from collections.abc import Sequence

from games.catalogue.beer_game.bots import QUIET, SLOWNESS, rounded
from games.catalogue.beer_game.rules.chains import seats_of
from games.catalogue.beer_game.rules.types import ROWS, State


class Chain:
    """One chain of a match in a week before its orders. Its stages are in order from the retailer."""

    def __init__(self, state: State, chain: int) -> None:
        stages = [state.stages[seat] for seat in seats_of(state.terms.chains, chain)]
        self.terms, self.weeks = state.terms, state.terms.weeks - state.week
        self.stock = [stage.stock for stage in stages]
        self.backlog = [stage.backlog for stage in stages]
        self.transit = [list(stage.transit) for stage in stages]
        self.mail = [list(stage.mail) for stage in stages]
        self.waiting = stages[-1].waiting
        self.heard = [[*(row.incoming for row in stage.rows[1 - ROWS :]), stage.incoming] for stage in stages]
        """The customer's latest orders, by stage."""
        self.cost = [0] * len(stages)
        """The cost of the weeks played out."""

    def copy(self) -> "Chain":
        """An independent copy of the chain."""
        other: Chain = object.__new__(Chain)
        other.terms, other.weeks, other.waiting = self.terms, self.weeks, self.waiting
        other.stock, other.backlog, other.cost = self.stock.copy(), self.backlog.copy(), self.cost.copy()
        other.transit = [each.copy() for each in self.transit]
        other.mail = [each.copy() for each in self.mail]
        other.heard = [each.copy() for each in self.heard]
        return other

    def strong_orders(self) -> list[int]:
        """The orders of strong bots, by stage."""
        terms, last = self.terms, len(self.stock) - 1
        delay, orders = terms.order_delay + terms.shipping_delay, []
        for stage, heard in enumerate(self.heard):
            owed = self.waiting if stage == last else self.backlog[stage + 1]
            position = self.stock[stage] - self.backlog[stage] + sum(self.transit[stage]) + sum(self.mail[stage]) + owed
            gap = -(-sum(heard) // len(heard)) * delay - position
            amount = heard[-1] + (rounded(gap, SLOWNESS) if abs(gap) > QUIET else 0)
            orders.append(max(0, min(amount, terms.most_order)))
        return orders

    def week(self, orders: Sequence[int], demand: int) -> None:
        """Send the orders of a week, and play the next week up to its orders."""
        terms, last = self.terms, len(self.stock) - 1
        for mail, amount in zip(self.mail, orders, strict=True):
            mail.append(amount)
        shipped = []
        for stage, transit in enumerate(self.transit):
            incoming = demand if stage == 0 else self.mail[stage - 1][0]
            at_hand, owed = self.stock[stage] + transit.pop(0), self.backlog[stage] + incoming
            sent = min(at_hand, owed)
            self.stock[stage], self.backlog[stage] = at_hand - sent, owed - sent
            self.cost[stage] += (at_hand - sent) * terms.stock_cost + (owed - sent) * terms.backlog_cost
            heard = self.heard[stage]
            heard.append(incoming)
            if len(heard) > ROWS:
                del heard[0]
            shipped.append(sent)
        wanted = self.waiting + self.mail[last][0]
        started = wanted if terms.capacity is None else min(wanted, terms.capacity)
        self.waiting = wanted - started
        for stage, mail in enumerate(self.mail):
            self.transit[stage].append(started if stage == last else shipped[stage + 1])
            del mail[0]

    def play_out(self, orders: Sequence[int], demands: Sequence[int]) -> None:
        """Play to the end with these orders now, and strong bots afterwards. `demands` are those of the weeks to
        come.
        """
        for demand in demands:
            self.week(orders, demand)
            orders = self.strong_orders()
