"""The debrief's tables. Money is in thousands of dollars, rounds count from 1, seats from 0."""

from collections.abc import Iterable

from games.catalogue.master_builder.rules.events import HowWon
from games.catalogue.master_builder.rules.moves import LoanType
from games.engine.types import Value


class RoundFacts(Value, frozen=True):
    """A player's round. Cash flow: `start` + `income` + `bonuses` + `borrowed` + `rent` + `brought` - `bids` - `fees` -
    `paid_off` - `wages` - `repaid` = `end`. `rent` is income from let workers less the cost of rented ones.
    `brought` is money received from events of the facilitator less money paid to them.
    Of the crew, `busy` built something, `idle` could have, `down` were kept away by events, and `let` worked for
    others. `idle_wages` and `down_wages` are the wages of `idle` and `down`. `sections` were built; the best plan has
    `possible`, or `without_events` with nobody kept away. `decided` is the author of the plan: player, bot, deadline,
    instructor, rules, or "" without a plan. `asked` means that the player asked for the best plan first.
    """

    round: int
    seat: int
    start: int
    income: int = 0
    bonuses: int = 0
    borrowed: int = 0
    rent: int = 0
    brought: int = 0
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
        """True for a person's own plan, in a round in which something could be built."""
        return self.decided == "player" and self.possible > 0


def plan_quality(rounds: Iterable[RoundFacts]) -> int | None:
    """Sections of the player's own plans in percent of those of the best plans, rounded. In a round in which the best
    plan was asked for, each section counts half. None without an own plan.
    """
    own = [each for each in rounds if each.is_own]
    if not own:
        return None
    halves = sum(each.sections if each.asked else 2 * each.sections for each in own)
    possible = 2 * sum(each.possible for each in own)
    return (200 * halves + possible) // (2 * possible)


class ContractFacts(Value, frozen=True):
    """A contract that was sold. `runner_up` is the highest bid of another player, None without one. `labour` are the
    wages of its builders in the rounds in which they worked on it. `brought` is the payment, or the bank's payment at
    the end for an unfinished building, and 0 before that.
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
        """The worth of the contract to its owner: `brought` less `labour`."""
        return self.brought - self.labour

    @property
    def gain(self) -> int:
        """The worth and the bonus, less the price."""
        return self.value + self.bonus - self.price


class UnsoldFacts(Value, frozen=True):
    """A contract that left the match unsold in `round`."""

    contract: int
    round: int


class LoanFacts(Value, frozen=True):
    """An IOU: `cash` borrowed in `round`, the `cost` of repayment, and the round `repaid`, None at the end."""

    seat: int
    round: int
    loan: LoanType
    cash: int
    cost: int
    repaid: int | None
    late: bool

    @property
    def interest(self) -> int:
        """The cost of repayment less the cash borrowed."""
        return self.cost - self.cash


class HarmFacts(Value, frozen=True):
    """The effects of an event on a player: workers kept away, dismissed, or gone without a raise. Wages rose by
    `raised` a round. `extra_wages` are these raises until the workers left or the match ended. `paid` made workers
    available. With `brought` it is an event of the facilitator: `event` is its key, `number` is 0. `paid` and
    `received` are then its money.
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
    """The wages of the workers who were kept away."""
    brought: bool = False
    received: int = 0


class PlayerFacts(Value, frozen=True):
    """A player's sums. In an unfinished match, `score` and `place` are the current ones."""

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
    """All tables of a match. `ended` says whether the match is over; `last_round` is its last round."""

    players: int
    ended: bool
    last_round: int
    rounds: tuple[RoundFacts, ...]
    contracts: tuple[ContractFacts, ...]
    unsold: tuple[UnsoldFacts, ...]
    loans: tuple[LoanFacts, ...]
    harm: tuple[HarmFacts, ...]
    seats: tuple[PlayerFacts, ...]
