"""Expected numbers of the beer game's sentences, computed from the weeks and orders of a record."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Any, Final

from tests.games.sentences import Expected, Match, first_most


def variance(values: Sequence[int]) -> Fraction:
    mean = Fraction(sum(values), len(values))
    return sum((value - mean) ** 2 for value in values) / len(values)


class Sums:
    """The sums over a record."""

    def __init__(self, match: Match) -> None:
        self.match, self.scenario = match, match.where.scenario
        self.begun = match.of("begun")[0]
        self.demand = [event.amount for event in match.of("demanded")]
        self.seats = range(len(match.result.scores))
        self.orders = [[event.amount for event in match.of("ordered", seat=seat)] for seat in self.seats]
        self.weeks = [match.of("week", seat=seat) for seat in self.seats]
        self.costs = [sum(event.cost for event in weeks) for weeks in self.weeks]
        self.chains: list[list[int]] = []
        for length in self.scenario.chains:
            first = sum(map(len, self.chains))
            self.chains.append(list(range(first, first + length)))

    def swing(self, seat: int) -> Fraction:
        """The variance of a stage's orders divided by the variance of the demand."""
        return variance(self.orders[seat]) / variance(self.demand[: len(self.orders[seat])])

    def service(self, seat: int) -> int:
        """Percent of the pallets ordered from a stage that left in the week of the order."""
        at_once, owed = 0, 0
        for week in self.weeks[seat]:
            at_once += max(0, week.shipped - owed)
            owed = week.backlog
        return 100 * at_once // sum(week.incoming for week in self.weeks[seat])


def bullwhip(sums: Sums) -> list[int] | None:
    most = max(map(sums.swing, sums.seats))
    return [int(most)] if most >= 2 else None


def peak_order(sums: Sums) -> list[int]:
    most = [max(orders) for orders in sums.orders]
    seat = first_most(list(sums.seats), lambda each: most[each])
    return [most[seat], sums.orders[seat].index(most[seat]) + 1, max(sums.demand)]


def sites_waited(sums: Sums) -> list[int] | None:
    services = [sums.service(chain[0]) for chain in sums.chains]
    chain = [1 + services.index(min(services))] if len(services) > 1 else []
    return [*chain, min(services), sums.scenario.par_service] if min(services) < sums.scenario.par_service else None


def dear_stage(sums: Sums) -> list[int]:
    seat = first_most(list(sums.seats), lambda each: sums.costs[each])
    chain = next(chain for chain in sums.chains if seat in chain)
    return [sums.costs[seat], sum(sums.costs[each] for each in chain)]


def full_stores(sums: Sums) -> list[int]:
    return [max(weeks[-1].stock for weeks in sums.weeks), sums.begun.stock]


def calm_chain(sums: Sums) -> list[int]:
    return [ceil(100 * max(map(sums.swing, sums.seats)))]


def own_chain(sums: Sums) -> list[int]:
    """The delay of an order of one pallet more, which `test_sentences.py` measures."""
    return [(sums.match.where.options.order_delay or sums.scenario.order_delay) + sums.scenario.shipping_delay]


def headline(sums: Sums) -> list[int]:
    """The cost of each chain, and the number of weeks."""
    return [*(sum(sums.costs[seat] for seat in chain) for chain in sums.chains), len(sums.demand)]


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each for each in (bullwhip, peak_order, sites_waited, dear_stage, full_stores, calm_chain, own_chain)
}
WITHOUT: Final = ()
NEVER: Final = ()


def line(event: Any, chains: list[list[int]]) -> list[int]:
    """The numbers of a line of the record."""
    match event.__struct_config__.tag:
        case "begun":
            return [event.weeks, event.stock, event.flow]
        case "demanded" | "ordered":
            return [event.amount]
        case "week":
            owed = [event.backlog] if event.backlog else []
            return [event.received, event.incoming, event.shipped, event.stock, *owed, event.cost]
        case "ended":
            sums = [sum(event.costs[seat] for seat in chain) for chain in chains]
            return sums if len(sums) == 1 else [number for pair in enumerate(sums, 1) for number in pair]
    raise AssertionError(f"no line is known of {event}")
