"""The debrief's tables. Money is in thousands of dollars, rounds count from 1, seats from 0."""

from collections.abc import Iterable

from games.engine.types import Value
from games.master_builder.rules.events import HowWon
from games.master_builder.rules.moves import LoanType


class RoundFacts(Value, frozen=True):
    """A player's round. Cash flow: `start` + `income` + `bonuses` + `borrowed` + `rent` - `bids` - `fees` - `paid_off`
    - `wages` - `repaid` = `end`. `rent` is what letting workers brought, less what rented ones cost.

    Of the crew, `busy` built something, `idle` could have, `down` were kept away by events, `let` worked for others;
    `idle_wages` and `down_wages` are theirs. `sections` were built, `possible` with the best plan, `without_events`
    with nobody kept away. `decided` says who made the plan: player, bot, deadline, instructor, rules, "" if nobody did;
    `asked` whether the best plan was asked for first.
    """

    round: int
    seat: int
    start: int
    income: int = 0
    bonuses: int = 0
    borrowed: int = 0
    rent: int = 0
    bids: int = 0
    fees: int = 0
    paid_off: int = 0
    wages: int = 0
    repaid: int = 0
    end: int = 0
    busy: int = 0
    idle: int = 0
    down: int = 0
    let: int = 0
    idle_wages: int = 0
    down_wages: int = 0
    sections: int = 0
    possible: int = 0
    without_events: int = 0
    decided: str = ""
    asked: bool = False

    @property
    def is_own(self) -> bool:
        """Is it a person's own plan, in a round in which something could be built?"""
        return self.decided == "player" and self.possible > 0


def plan_quality(rounds: Iterable[RoundFacts]) -> int | None:
    """Sections of the own plans in percent of what the best plans had, rounded; in a round in which the best plan was
    asked for, each section counts half. None without an own plan.
    """
    own = [each for each in rounds if each.is_own]
    if not own:
        return None
    halves = sum(each.sections if each.asked else 2 * each.sections for each in own)
    possible = 2 * sum(each.possible for each in own)
    return (200 * halves + possible) // (2 * possible)


class ContractFacts(Value, frozen=True):
    """A contract that was sold. `runner_up` is the highest bid of anybody else, None without one.

    `labour` are the wages of those who worked on it, in the rounds in which they did. `brought` is the payment, or what
    the bank gave at the end for an unfinished building; until then 0. Its value is `brought` less `labour`; what it
    gained is that and `bonus`, less `price`.
    """

    contract: int
    seat: int
    round: int
    price: int
    min_bid: int
    runner_up: int | None
    bonus: int
    how: HowWon
    sections: int
    finished: int | None
    labour: int
    brought: int

    @property
    def value(self) -> int:
        """What the contract was worth to its owner."""
        return self.brought - self.labour

    @property
    def gain(self) -> int:
        """What was left of that after the price."""
        return self.value + self.bonus - self.price


class UnsoldFacts(Value, frozen=True):
    """A contract that left the match in `round`, because nobody had bought it."""

    contract: int
    round: int


class LoanFacts(Value, frozen=True):
    """An IOU: `cash` borrowed in `round`, `cost` what it takes to give it back, `repaid` when, None at the end."""

    seat: int
    round: int
    loan: LoanType
    cash: int
    cost: int
    repaid: int | None
    late: bool

    @property
    def interest(self) -> int:
        """What the money cost."""
        return self.cost - self.cash


class HarmFacts(Value, frozen=True):
    """What an event did to a player: workers kept away, dismissed or gone for want of a raise; wages risen by `raised`
    a round, and what these raises had cost when the workers left or the match ended; `paid` so that workers work.
    """

    round: int
    number: int
    event: str
    seat: int
    down: int = 0
    dismissed: int = 0
    left: int = 0
    raised: int = 0
    extra_wages: int = 0
    paid: int = 0
    down_wages: int = 0
    """Wages paid to those who were kept away."""


class PlayerFacts(Value, frozen=True):
    """A player's sums. `score` and `place` are those of the moment while the match runs."""

    seat: int
    cash: int
    unfinished: int
    debts: int
    score: int
    place: int
    income: int
    bids: int
    wages: int
    idle_wages: int
    down_wages: int
    interest: int
    finished: int
    hired: int
    fired: int


class Facts(Value, frozen=True):
    """What happened. `ended` tells whether the match is over; `last_round` is the one it ends with."""

    players: int
    ended: bool
    last_round: int
    rounds: tuple[RoundFacts, ...]
    contracts: tuple[ContractFacts, ...]
    unsold: tuple[UnsoldFacts, ...]
    loans: tuple[LoanFacts, ...]
    harm: tuple[HarmFacts, ...]
    seats: tuple[PlayerFacts, ...]
