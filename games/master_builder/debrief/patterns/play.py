"""What the patterns of Master Builder read: the tables with the names of the scenario, and the record."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.kit.patterns import Collection, Trace
from games.master_builder import cards, names
from games.master_builder.facts import Facts
from games.master_builder.facts.tables import ContractFacts, HarmFacts, PlayerFacts, RoundFacts
from games.master_builder.rules.scenario import Scenario

PATTERNS: Final = Collection()
STRUCK: Final = ("made_unavailable", "wages_raised", "left", "paid_off")
"""What an event does to a player, in the record."""


@dataclass(frozen=True)
class Play:
    """A match as told. Places in the record are found by kind, round, player and contract."""

    scenario: Scenario
    facts: Facts
    trace: Trace

    def name(self, seat: int) -> str:
        """A player's name."""
        return names.player_name(seat)

    def named(self, **seats: int) -> dict[str, str]:
        """Players as they stand in sentences."""
        return names.players_named(**seats)

    def contract(self, made: ContractFacts) -> str:
        """A contract's name."""
        return cards.contract(self.scenario, made.contract)

    @property
    def seats(self) -> tuple[PlayerFacts, ...]:
        """The players' sums."""
        return self.facts.seats

    @property
    def contracts(self) -> tuple[ContractFacts, ...]:
        """In the order in which they were sold."""
        return self.facts.contracts

    @property
    def worst(self) -> ContractFacts | None:
        """The contract that lost most, or gained least."""
        return min(self.contracts, key=lambda each: each.gain, default=None)

    @property
    def has_begun(self) -> bool:
        """Has anybody been hired?"""
        return any(player.hired for player in self.seats)

    def rounds(self, seat: int) -> list[RoundFacts]:
        """A player's rounds, in order."""
        return [each for each in self.facts.rounds if each.seat == seat]

    @property
    def end(self) -> tuple[int, ...]:
        """The place of the end, or of the last event of a match that still runs."""
        return self.trace.find("match_ended") or tuple(event.place for event in self.trace.events[-1:])

    def sale(self, made: ContractFacts) -> tuple[int, ...]:
        """Places of a sale: how the auction began, the next highest bid, the highest one, the award."""
        own = {"turn": made.round, "contract": made.contract}
        bids = [] if made.runner_up is None else [self.trace.find("raised", bid=made.runner_up, **own)]
        bids.append(self.trace.find("raised", bid=made.price, **own))
        found = (self.trace.find("nominated", **own), *bids, self.trace.find("won", **own))
        return tuple(place for places in found for place in places)

    def close(self, made: ContractFacts) -> tuple[int, ...]:
        """The place at which a contract was finished, else that of the end."""
        return self.trace.find("finished", contract=made.contract) or self.end

    def struck(self, harm: HarmFacts) -> tuple[int, ...]:
        """Places of an event of a round, and of what it did to a player."""
        turned = self.trace.find("event_turned", turn=harm.round, number=harm.number)
        later = self.trace.find("event_turned", turn=harm.round, number=harm.number + 1)
        last = later[0] if later else len(self.trace.events)
        did = self.trace.find(*STRUCK, turn=harm.round, seat=harm.seat)
        return (*turned, *(place for place in did if turned and turned[0] < place < last))

    def only(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The seat, if all are the same one; else none, for what is about several is about all."""
        found = set(seats)
        return tuple(found) if len(found) == 1 else ()

    def wages(self, seat: int, *rounds: int) -> tuple[int, ...]:
        """Places at which a player paid the wages of these rounds."""
        return tuple(place for each in rounds for place in self.trace.find("wages_paid", turn=each, seat=seat))
