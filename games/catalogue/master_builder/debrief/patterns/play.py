"""The input of the patterns of Master Builder: the tables with the names of the scenario, and the log."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import ContractFacts, HarmFacts, PlayerFacts, RoundFacts
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.patterns import Collection, Trace

PATTERNS: Final = Collection()
STRUCK: Final = ("made_unavailable", "wages_raised", "left", "paid_off")
"""The kinds of events in the log that are effects of an event card on a player."""


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log. Events are found by kind, round, player and contract."""

    scenario: Scenario
    facts: Facts
    trace: Trace

    def name(self, seat: int) -> str:
        """A player's name."""
        return names.player_name(seat)

    def named(self, **seats: int) -> dict[str, str]:
        """The parameters of a text that contains these players."""
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
        """The contracts in the order of their sale."""
        return self.facts.contracts

    @property
    def worst(self) -> ContractFacts | None:
        """The contract with the greatest loss or smallest gain."""
        return min(self.contracts, key=lambda each: each.gain, default=None)

    @property
    def cards_harm(self) -> list[HarmFacts]:
        """The effects of event cards. No player could prepare for an event of the facilitator."""
        return [each for each in self.facts.harm if not each.brought]

    def raised(self, seat: int) -> int:
        """The wages that a player paid because of a rise that the facilitator brought."""
        return sum(each.extra_wages for each in self.facts.harm if each.brought and each.seat == seat)

    @property
    def has_begun(self) -> bool:
        """True if somebody has been hired."""
        return any(player.hired for player in self.seats)

    def rounds(self, seat: int) -> list[RoundFacts]:
        """A player's rounds, in order."""
        return [each for each in self.facts.rounds if each.seat == seat]

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event, or of the last event of an unfinished match."""
        return self.trace.find("match_ended") or tuple(event.place for event in self.trace.events[-1:])

    def sale(self, made: ContractFacts) -> tuple[int, ...]:
        """The indexes of a sale: the start of the auction, the next highest bid, the highest bid, the award."""
        own = {"turn": made.round, "contract": made.contract}
        bids = [] if made.runner_up is None else [self.trace.find("raised", bid=made.runner_up, **own)]
        bids.append(self.trace.find("raised", bid=made.price, **own))
        found = (self.trace.find("nominated", **own), *bids, self.trace.find("won", **own))
        return tuple(place for places in found for place in places)

    def close(self, made: ContractFacts) -> tuple[int, ...]:
        """The index at which a contract was finished, else that of the end."""
        return self.trace.find("finished", contract=made.contract) or self.end

    def struck(self, harm: HarmFacts) -> tuple[int, ...]:
        """The indexes of an event card of a round and of its effects on a player."""
        turned = self.trace.find("event_turned", turn=harm.round, number=harm.number)
        later = self.trace.find("event_turned", turn=harm.round, number=harm.number + 1)
        last = later[0] if later else len(self.trace.events)
        did = self.trace.find(*STRUCK, turn=harm.round, seat=harm.seat, brought=None)
        return (*turned, *(place for place in did if turned and turned[0] < place < last))

    def only(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The seat, if all are the same; else none, because the pattern then concerns everybody."""
        found = set(seats)
        return tuple(found) if len(found) == 1 else ()

    def wages(self, seat: int, *rounds: int) -> tuple[int, ...]:
        """The indexes at which a player paid the wages of these rounds."""
        return tuple(place for each in rounds for place in self.trace.find("wages_paid", turn=each, seat=seat))
