"""The computation of the tables from the events of a match."""

from typing import Any, Literal

from games.catalogue.utboheme.facts.tables import BuiltFacts, LossFacts, TradeFacts, TurnFacts
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.accounts import ACCOUNTS, EVERYBODY, HANDS, POINTS, Terms
from games.catalogue.utboheme.rules.board import Board, Layout, dots, layout
from games.catalogue.utboheme.rules.resources import INDEX, NONE, Cards, of_one, plus
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.setup import figures_of
from games.catalogue.utboheme.rules.types import Options
from games.engine.ledger import Books
from games.engine.record import Record
from games.engine.types import Seat

BUILT: dict[type, Literal["uv", "upgraded", "cc", "card"]] = {
    events.UvFounded: "uv",
    events.CcFounded: "cc",
    events.UvBuilt: "uv",
    events.UvUpgraded: "upgraded",
    events.CcBuilt: "cc",
    events.CardBought: "card",
}
"""The pieces or cards that these events add."""


class Player:
    """The data of a seat from the events so far. `expected` is in 36ths of cards, by resource."""

    def __init__(self) -> None:
        self.uv: set[int] = set()
        self.upgraded: set[int] = set()
        self.founded = self.by_resource = NONE
        self.cc = self.anciens = self.victory = 0
        self.expected = [0] * len(INDEX)
        self.blocked = self.short = self.discarded = self.stolen = self.robbed = self.monopoly = self.discovered = 0
        self.gifts = self.blocked_by_event = 0
        self.bought = self.played = self.made = self.traded = self.asked = self.accepted = 0


class Folding:
    """The state and the turns after the events added so far."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario, self.options = scenario, options
        self.books = Books(ACCOUNTS, Terms(figures_of(scenario), EVERYBODY))
        self.board: Board
        self.layout: Layout
        self.players: list[Player] = []
        self.robber = 0
        self.robber_sent = False
        """True while the robber is where an event of the facilitator sent it."""
        self.longest: Seat | None = None
        self.oldest: Seat | None = None
        self.throws = [0] * 13
        self.given: list[list[int]] = []
        self.blocked: list[list[int]] = []
        self.short: list[list[int]] = []
        self.trades: list[TradeFacts] = []
        self.turns: list[TurnFacts] = []
        self.built: list[BuiltFacts] = []
        self.lost: list[LossFacts] = []
        self.start: tuple[int, ...] = ()
        self.why: Literal["points", "rounds"] | None = None
        self.winner: Seat | None = None
        self.offers: dict[int, Seat] = {}
        self._begun: tuple[Seat, str] = (0, "")
        self._dice: tuple[int, ...] = ()
        self._income: list[int] = []

    def points(self) -> tuple[int, ...]:
        """The current points of each seat, including hidden ones."""
        return tuple(self.books[POINTS.key, seat] for seat in range(len(self.players)))

    def hand(self, seat: Seat) -> Cards:
        """The cards in a seat's hand."""
        return tuple(self.books[hand.key, seat] for hand in HANDS)  # type: ignore[return-value]

    def add(self, event: Any, record: Record) -> None:
        """Enter an event."""
        self.books.add(event)
        player = self.players[event.seat] if self.players and event.seat is not None else Player()
        match event:
            case events.IslandLaid():
                self._lay(event)
            case events.StartThrown():
                self.players = self.players or [Player() for _ in event.dice]
                self._tables()
            case events.TurnBegun():
                self._turn(event, record)
            case events.Rolled():
                self._rolled(event)
            case events.Harvested():
                self._harvested(event)
            case events.GameEnded():
                self.why, self.winner = event.why, event.seat
                self._close_turn(event.turn, record)
            case events.LongestMoved():
                self.longest = event.seat
            case events.OldestMoved():
                self.oldest = event.seat
            case events.BankTraded() | events.Traded() | events.Offered() | events.OfferAnswered():
                self._trade(event, player)
            case events.RobberMoved() | events.RobberSent():
                self.robber, self.robber_sent = event.hexagon, isinstance(event, events.RobberSent)
            case (
                events.Discarded()
                | events.Stolen()
                | events.Discovered()
                | events.Monopolised()
                | events.GiftReceived()
            ):
                self._cards(event, player)
            case _:
                self._build(event, player)

    def _lay(self, event: events.IslandLaid) -> None:
        self.board, self.robber, self.layout = event.board, event.robber, layout(event.board)

    def _tables(self) -> None:
        self.given, self.blocked, self.short = (
            [[0] * len(self.players) for _ in self.board.land] for _ in range(3)
        )  # fmt: skip

    def _turn(self, event: events.TurnBegun, record: Record) -> None:
        if event.turn == 1:
            self.start = self.points()
        else:
            self._close_turn(event.turn - 1, record)
        self._begun, self._dice, self._income = (event.seat or 0, record.at), (), [0] * len(self.players)
        self.offers = {}

    def _close_turn(self, turn: int, record: Record) -> None:
        seat, at = self._begun
        self.turns.append(
            TurnFacts(turn, seat, self._dice, tuple(self._income), self.points(), at, record.at, record.by)
        )  # fmt: skip

    def _rolled(self, event: events.Rolled) -> None:
        self._dice = event.dice
        self.throws[sum(event.dice)] += 1
        for player in self.players:
            for crossings, cards in ((player.uv, 1), (player.upgraded, 2)):
                for crossing in crossings:
                    for hexagon in self.layout.hexagons_at[crossing]:
                        if hexagon != self.robber:
                            player.expected[self.layout.resource[hexagon]] += cards * dots(self.board.tokens[hexagon])

    def _harvested(self, event: events.Harvested) -> None:
        for seat, (due, got) in enumerate(zip(event.due, event.got, strict=True)):
            player, cards = self.players[seat], of_one(INDEX[event.resource], got)
            player.by_resource = plus(player.by_resource, cards)
            self.given[event.hexagon][seat] += got
            self._income[seat] += got
            if event.why == "robber":
                player.blocked += due
                player.blocked_by_event += due * self.robber_sent
                self._lose(event.turn, seat, "blocked", due)
                self.blocked[event.hexagon][seat] += due
            else:
                player.short += due - got
                self.short[event.hexagon][seat] += due - got

    def _trade(self, event: Any, player: Player) -> None:
        match event:
            case events.BankTraded():
                gave, got = of_one(INDEX[event.give], event.paid), of_one(INDEX[event.take], 1)
                self._exchange(event.turn, event.seat or 0, None, gave, got)
            case events.Traded():
                self._exchange(event.turn, event.seat or 0, event.partner, event.gave, event.got)
                self.players[self.offers.get(event.number, 0)].traded += 1
            case events.Offered():
                player.made += 1
                self.offers[event.number] = event.seat or 0
                for seat in event.asked:
                    self.players[seat].asked += 1
            case events.OfferAnswered():
                player.accepted += event.accepted

    def _exchange(self, turn: int, seat: Seat, partner: Seat | None, gave: Cards, got: Cards) -> None:
        rate = round(1000 * sum(gave) / sum(got))
        self.trades.append(TradeFacts(turn, seat, partner, gave, got, rate))

    def _cards(self, event: Any, player: Player) -> None:
        match event:
            case events.Discarded():
                player.discarded += sum(event.cards)
                self._lose(event.turn, event.seat or 0, "seven", sum(event.cards))
            case events.Discovered():
                player.discovered += sum(event.cards)
            case events.GiftReceived():
                player.gifts += sum(event.cards)
            case events.Stolen():
                player.stolen += 1
                self.players[event.victim].robbed += 1
                self._lose(event.turn, event.victim, "robber", 1)
            case events.Monopolised():
                for seat, (other, number) in enumerate(zip(self.players, event.given, strict=True)):
                    self._lose(event.turn, seat, "monopoly", number)
                    other.monopoly, player.monopoly = other.monopoly - number, player.monopoly + number

    def _lose(self, turn: int, seat: Seat, why: Literal["seven", "robber", "monopoly", "blocked"], cards: int) -> None:
        if cards:
            self.lost.append(LossFacts(turn, seat, why, cards))

    def _build(self, event: Any, player: Player) -> None:
        if type(event) in BUILT:
            self.built.append(BuiltFacts(event.turn, event.seat or 0, BUILT[type(event)], _place(event)))
        match event:
            case events.UvFounded():
                player.uv.add(event.crossing)
                player.founded = plus(player.founded, event.cards)
            case events.CcFounded() | events.CcBuilt():
                player.cc += 1
            case events.UvBuilt():
                player.uv.add(event.crossing)
            case events.UvUpgraded():
                player.uv.discard(event.crossing)
                player.upgraded.add(event.crossing)
            case events.CardBought():
                player.bought += 1
            case events.CardTaken():
                player.victory += event.card == "victory"
            case events.CardPlayed():
                player.played += 1
                player.anciens += event.card == "ancien"


def _place(event: Any) -> int:
    """The crossing or path of a piece."""
    place: int = getattr(event, "crossing", getattr(event, "path", -1))
    return place
