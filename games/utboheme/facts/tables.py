"""The debrief's tables. Handfuls are in the order of the resources; parts of cards are in thousandths, rounded."""

from typing import Literal

from games.engine.types import Seat, Value
from games.utboheme.rules.board import Board
from games.utboheme.rules.resources import NONE, Cards, Resource


class TurnFacts(Value, frozen=True):
    """A turn: who threw what, what each seat got by it, and the points of each at its end, hidden ones included.

    `begun_at` and `ended_at` are moments in ISO 8601; `by` says who ended it: player, bot, deadline ...
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
    """What a hexagon brought. `expected` is how often its number should have come up, `rolled` how often it did.

    `given`, `blocked` (by the robber) and `short` (for want of cards in the bank) are cards by seat.
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
    """A trade of the active player, with the bank where `partner` is None. `rate` is cards given for one card."""

    turn: int
    seat: Seat
    partner: Seat | None
    gave: Cards
    got: Cards
    rate: int


class BuiltFacts(Value, frozen=True):
    """A piece that came onto the island, or a development card that was bought. Turn 0 is the foundation. `place` is
    its crossing or path; -1 for a card, and in facts that were frozen before it was kept.
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
    """How many offers a player made, and what became of those and of the ones that asked it."""

    made: int = 0
    traded: int = 0
    asked: int = 0
    accepted: int = 0


class PlayerFacts(Value, frozen=True):
    """A player over the match. `expected` is the income that throws bring on the mean from the pieces that stood there,
    the robber's hexagon left out; `income` is the real one, `luck` what it was above.

    `rate_bank` and `rate_players` are cards given for one card, 0 without any trade. `stolen` and `robbed` are cards
    taken with the robber from others and lost to it; `monopoly` those won less those lost. `expected_by` is the
    expected income by resource in thousandths; nothing in facts that were frozen before it was kept.
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


class Facts(Value, frozen=True):
    """What happened. `why` is None while the match runs; `throws` counts the dice by their sum, 2 to 12. Facts that
    were frozen before `built` and `lost` were kept have none.
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
