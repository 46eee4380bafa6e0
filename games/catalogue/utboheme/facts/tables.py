"""The debrief's tables. Handfuls are in the order of the resources; parts of cards are in thousandths, rounded."""

from typing import Literal

from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.resources import NONE, Cards, Resource
from games.engine.types import Seat, Value


class TurnFacts(Value, frozen=True):
    """A turn: the active player, the throw, the income of each seat, and the points of each at its end. Points include
    hidden ones. `begun_at` and `ended_at` are moments in ISO 8601. `by` is the author of the move that ended it:
    player, bot, deadline and so on.
    """

    turn: int
    seat: Seat
    dice: tuple[int, ...]
    income: tuple[int, ...]
    points: tuple[int, ...]
    begun_at: str
    ended_at: str
    by: str


class HexagonFacts(Value, frozen=True):
    """The income from a hexagon. `expected` and `rolled` are the expected and actual number of its throws. `given`,
    `blocked` (by the robber) and `short` (the bank had too few) are cards by seat.
    """

    number: int
    resource: Resource | None
    token: int
    expected: int
    rolled: int
    given: tuple[int, ...]
    blocked: tuple[int, ...]
    short: tuple[int, ...]


class TradeFacts(Value, frozen=True):
    """A trade of the active player; `partner` None is the bank. `rate` is the number of cards given for one card."""

    turn: int
    seat: Seat
    partner: Seat | None
    gave: Cards
    got: Cards
    rate: int


class BuiltFacts(Value, frozen=True):
    """A piece that was built, or a development card that was bought. Turn 0 is the foundation. `place` is its crossing
    or path, or -1 for a card and in older frozen facts.
    """

    turn: int
    seat: Seat
    what: Literal["uv", "upgraded", "cc", "card"]
    place: int = -1


class LossFacts(Value, frozen=True):
    """Cards that a player lost: discarded on a seven, taken by the robber or by a monopoly, or income that the robber
    withheld.
    """

    turn: int
    seat: Seat
    why: Literal["seven", "robber", "monopoly", "blocked"]
    cards: int


class OfferFacts(Value, frozen=True):
    """The numbers of a player's own offers and trades from them, and of offers to the player and acceptances."""

    made: int = 0
    traded: int = 0
    asked: int = 0
    accepted: int = 0


class PlayerFacts(Value, frozen=True):
    """A player over the match. `expected` is the mean income from the pieces present at each throw, without the
    robber's hexagon. `income` is the actual one, `luck` the difference. `rate_bank` and `rate_players` are cards given
    for one card, 0 without a trade. `stolen` and `robbed` are cards gained and lost with the robber; `monopoly` is
    gains less losses. `expected_by` is the expected income by resource in thousandths, empty in older frozen facts.
    `gifts` are cards from events of the facilitator. `blocked_by_event` is the part of `blocked` while the robber was
    where such an event had sent it.
    """

    seat: Seat
    points: int
    place: int
    uv: int
    upgraded: int
    longest: bool
    oldest: bool
    victory: int
    cc: int
    anciens: int
    expected: int
    income: int
    luck: int
    by_resource: Cards
    founded: Cards
    blocked: int
    short: int
    discarded: int
    stolen: int
    robbed: int
    monopoly: int
    discovered: int
    bank_trades: int
    rate_bank: int
    player_trades: int
    rate_players: int
    offers: OfferFacts
    cards_bought: int
    cards_played: int
    hand: Cards
    expected_by: Cards = NONE
    gifts: int = 0
    blocked_by_event: int = 0


class Facts(Value, frozen=True):
    """All tables of a match. `why` is None in an unfinished match; `throws` counts the throws by sum, 2 to 12. Older
    frozen facts have no `built` and `lost`.
    """

    players: int
    board: Board
    why: Literal["points", "rounds"] | None
    winner: Seat | None
    throws: tuple[int, ...]
    start: tuple[int, ...]
    """Points after the foundation."""
    turns: tuple[TurnFacts, ...]
    hexagons: tuple[HexagonFacts, ...]
    trades: tuple[TradeFacts, ...]
    seats: tuple[PlayerFacts, ...]
    built: tuple[BuiltFacts, ...] = ()
    lost: tuple[LossFacts, ...] = ()
