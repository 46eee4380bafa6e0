"""The computation of the tables from the events of a match."""

from typing import Any

from msgspec import UNSET, UnsetType

from games.catalogue.master_builder.facts.books import Books, Hand, Line, new_harm
from games.catalogue.master_builder.facts.tables import ContractFacts, UnsoldFacts
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.accounts import MONEY
from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.planner import best_plan
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.types import Site


class Folding:
    """The state and the lines of the tables after the events added so far."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.books: list[Books] = []
        self.round = 0
        self.last_round = scenario.rounds
        self.contracts: dict[int, Line] = {}
        self.unsold: list[UnsoldFacts] = []
        self.harm: dict[tuple[int, int | str, int], Line] = {}
        """The lines of effects by round, number of the event card or key of the facilitator's event, and seat."""
        self.left = 0
        """The number of contracts in the deck."""
        self.ended: events.MatchEnded | None = None
        self._event: events.EventTurned | None = None
        self._bids: dict[int, int] = {}
        """The highest bid in the current auction, by seat."""
        self._let: list[events.Rented] = []
        self._planned: dict[int, str] = {}
        """The author of this round's plan, by seat."""
        self._built = False

    def add(self, event: Any, by: str) -> None:
        """Enter an event; `by` is the author of the move."""
        seat = event.seat or 0
        match event:
            case events.MatchBegun():
                self.books = [Books(each, event.cash) for each in range(event.players)]
                self.left = event.contracts
            case events.RoundBegun():
                self._begin(event.turn)
            case events.PlanConfirmed():
                self._planned[seat] = "" if event.forced else by
                if len(self._planned) == len(self.books):
                    self._plans()
            case events.ProposalAsked():
                self.books[seat].rounds[-1].set(asked=True)
            case events.NoMoreContracts():
                self.last_round = event.last_round
            case events.MatchEnded():
                self.ended = event
            case _:
                for posting in MONEY.postings(event, None):
                    self.books[posting.holder or 0].flow(posting.reason, posting.amount)
                self._crew(seat, event)
                self._market(seat, event)
                self._events(seat, event)
                self._work(seat, event)
                self._money(seat, event)

    def _begin(self, round_: int) -> None:
        self.round, self._let, self._planned = round_, [], {}
        for books in self.books:
            books.begin(round_)

    def _crew(self, seat: int, event: Any) -> None:
        books = self.books[seat]
        match event:
            case events.Hired():
                books.crew.append(Hand(event.worker, event.wage))
                books.hired += 1
            case events.Left():
                books.crew.remove(books.hand(event.worker))
                books.fired += event.why == "fired"

    def _market(self, seat: int, event: Any) -> None:
        match event:
            case events.Revealed():
                self.left = event.left
            case events.Nominated():
                self._bids = {seat: event.bid}
            case events.Raised():
                self._bids[seat] = event.bid
            case events.Unsold() if event.gone:
                self.unsold.append(UnsoldFacts(event.contract, event.turn))
            case events.Won():
                self._won(seat, event)

    def _won(self, seat: int, event: events.Won) -> None:
        books, contract = self.books[seat], self.scenario.contracts[event.contract - 1]
        others = [bid for bidder, bid in self._bids.items() if bidder != seat] if event.how == "auction" else []
        self.contracts[event.contract] = Line(
            ContractFacts,
            contract=event.contract,
            seat=seat,
            round=event.turn,
            price=event.price,
            min_bid=contract.min_bid,
            runner_up=max(others, default=None),
            bonus=event.bonus,
            how=event.how,
            sections=0,
            finished=None,
            labour=0,
            brought=0,
        )
        self._bids = {}
        books.sites[event.contract] = 0

    def _harm_to(self, seat: int, brought: str | UnsetType = UNSET) -> Line:
        """The line of the latest event card for a player, or of an event of the facilitator."""
        if brought is not UNSET:
            line = new_harm(self.round, 0, brought, seat, brought=True)
            return self.harm.setdefault((self.round, brought, seat), line)
        event = self._event
        number, name = (event.number, event.event) if event is not None else (0, "")
        key = (self.round, number, seat)
        if key not in self.harm:
            self.harm[key] = new_harm(self.round, number, name, seat)
        return self.harm[key]

    def _events(self, seat: int, event: Any) -> None:
        books = self.books[seat]
        match event:
            case events.EventTurned():
                self._event = event
            case events.MadeUnavailable():
                line = self._harm_to(seat, event.brought)
                line.add(down=len(event.workers))
                for worker in event.workers:
                    books.hand(worker).state, books.hand(worker).kept_by = "down", line
            case events.WagesRaised():
                line = self._harm_to(seat, event.brought)
                line.add(raised=event.amount * len(event.workers))
                for worker in event.workers:
                    books.hand(worker).wage += event.amount
                    books.hand(worker).raises.append((line, event.amount))
            case events.Left(why="dismissed"):
                self._harm_to(seat).add(dismissed=1)
            case events.Left(why="no_raise"):
                self._harm_to(seat).add(left=1)
            case events.PaidOff():
                self._harm_to(seat).add(paid=event.amount)
            case events.MoneyBrought():
                column = "received" if event.amount > 0 else "paid"
                self._harm_to(seat, event.event).add(**{column: abs(event.amount)})

    def _plans(self) -> None:
        """After the last plan: enter the most sections that could be built, before construction changes it."""
        for books in self.books:
            free = [hand.worker for hand in books.crew if hand.state == "free"]
            down = [hand.worker for hand in books.crew if hand.state == "down"]
            rented = [each.worker for each in self._let if each.renter == books.seat]
            books.rounds[-1].set(
                possible=self._most(books, free + rented),
                without_events=self._most(books, free + rented + down),
                decided=self._planned[books.seat],
            )

    def _most(self, books: Books, workers: list[str]) -> int:
        """The most sections that these workers can build."""
        sites = [Site(contract, standing) for contract, standing in books.sites.items()]
        plan = best_plan(self.scenario.contracts, sites, count_of(workers))
        return sum(mask.bit_count() for _contract, mask in plan)

    def _work(self, seat: int, event: Any) -> None:
        books = self.books[seat]
        match event:
            case events.Work():
                ids = [section.id for section in self.scenario.contracts[event.contract - 1].sections]
                books.sites[event.contract] |= 1 << ids.index(event.section)
                books.rounds[-1].add(sections=1)
                line = self.contracts[event.contract]
                line.add(sections=1, labour=sum(self._works(worker) for worker in event.workers))
            case events.Finished():
                self.contracts[event.contract].set(finished=event.turn, brought=event.payment)

    def _works(self, worker: str) -> int:
        """Enter the wage of a worker who builds."""
        hand = next(hand for books in self.books for hand in books.crew if hand.worker == worker)
        if hand.state == "free":
            hand.state = "busy"
        return hand.wage

    def _money(self, seat: int, event: Any) -> None:
        books = self.books[seat]
        match event:
            case events.Rented():
                self._let.append(event)
                self.books[event.owner].hand(event.worker).state = "let"
            case events.Borrowed():
                books.borrow(event.turn, event.loan, event.amount)
            case events.Repaid():
                books.repay(event.turn, event.loan, event.amount, event.late)
            case events.WagesPaid():
                books.enter_wages()
