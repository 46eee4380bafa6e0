"""The state of a match, and its options."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.resources import Cards, Resource
from games.engine.types import Seat, Text, Value

ANCIEN, ROADS, DISCOVERY, MONOPOLY, VICTORY = range(5)
Kind = Literal["ancien", "roads", "discovery", "monopoly", "victory"]
KINDS: Final[tuple[Kind, ...]] = ("ancien", "roads", "discovery", "monopoly", "victory")

MOST_OFFERS: Final = 5
"""The most offers of a player in one turn, in its own turn or another's."""

Need = Literal["cc", "uv", "up", "card"]
"""The declared purpose of an offer."""

Stage = Literal["found", "pave", "roll", "discard", "robber", "act", "roads", "over"]
Answer = Literal["unasked", "open", "accepted", "refused", "countered"]


class Options(Value, frozen=True):
    """Switches of a match. See README decisions for rules that the booklet leaves open."""

    phases: Literal["strict", "free"] = "strict"
    first_turn: Literal["last_founder", "oldest"] = "last_founder"
    oldest_seat: Annotated[int, Meta(ge=0, le=3)] = 0
    """The first player with `first_turn` "oldest"."""
    board: Literal["random", "fixed"] = "random"
    board_seed: Text = ""
    """The seed words of the island with `board` "fixed"."""
    two_players: bool = False
    play_same_turn: bool = False
    holder_keeps_tie: bool = False
    player_trade: bool = True
    auto_roll: bool = True
    """True if the dice are thrown at once for a player without development cards."""
    max_rounds: Annotated[int, Meta(ge=1, le=500)] | None = None


class Figures(Value, frozen=True, cache_hash=True):
    """The scenario's numbers, see `Scenario`. `cc_cost` and the like are cards."""

    bank: int
    cc_cost: Cards
    uv_cost: Cards
    upgrade_cost: Cards
    card_cost: Cards
    cc: int
    uv: int
    upgraded: int
    uv_points: int
    upgraded_points: int
    longest_points: int
    oldest_points: int
    victory_points: int
    target: int
    longest_from: int
    oldest_from: int
    hand_limit: int
    deck: Cards
    """Development cards by kind at the start."""
    asides: bool
    first_spiral: tuple[int, ...]


class OnOffer(Value, frozen=True):
    """An offer of this turn. `cards` are those that `seat` gives, negative those it gets; `to` None asks everybody."""

    number: int
    seat: Seat
    to: Seat | None
    cards: Cards
    answers: tuple[Answer, ...]
    """The answers by seat."""


class Rate(Value, frozen=True):
    """A standing order: up to `most` cards of `give` for each card of `get`."""

    give: Resource
    get: Resource
    most: int


class RefusalOrder(Value, frozen=True):
    """A standing order to refuse offers. `all_now` refuses all until the seat's turn begins, `asks` those that ask for
    one of these. A non-empty `gives` refuses those that give none of these.
    """

    all_now: bool = False
    asks: tuple[Resource, ...] = ()
    gives: tuple[Resource, ...] = ()


class State(Value, frozen=True):
    """The complete state of a match. Tuples are by seat; crossings and paths are bit masks."""

    board: Board
    figures: Figures
    options: Options
    turn: int
    """The number of the turn over all players; 0 while founding."""
    step: int
    """The number of stages of this turn so far, which gives each prompt a new key."""
    stage: Stage
    back: Stage
    """The stage after "robber" and "roads": "discard" after a seven, else the one in which the card was played."""
    seat: Seat
    first: Seat
    """The winner of the throw for the start."""
    founded: int
    """The number of UVs founded so far, 0 to twice the players."""
    spot: int
    """The crossing of the UV beside which a CC must be founded; otherwise -1."""
    building: bool
    """True if the trade phase of this turn has ended; only with strict phases."""
    played: bool
    """True if a development card was played in this turn."""
    free_cc: int
    dice: tuple[int, ...]
    """The dice of this turn, empty before the throw."""
    robber: int
    cc: tuple[int, ...]
    uv: tuple[int, ...]
    upgraded: tuple[int, ...]
    hands: tuple[Cards, ...]
    bank: Cards
    cards: tuple[Cards, ...]
    """Hidden development cards by kind, including those bought in this turn."""
    bought: Cards
    """The cards that the active player bought in this turn, by kind."""
    pile: Cards
    """The development cards left, by kind; each is drawn at random when it is bought."""
    anciens: tuple[int, ...]
    lengths: tuple[int, ...]
    longest: Seat | None
    oldest: Seat | None
    owing: tuple[Seat, ...]
    """The seats that still have to discard."""
    offers: tuple[OnOffer, ...]
    made: tuple[int, ...]
    """The number of offers made in this turn."""
    keep: tuple[Cards | None, ...]
    """Standing orders for a seven: the cards to keep; None means that the player is asked."""
    rates: tuple[tuple[Rate, ...], ...]
    winner: Seat | None = None
    refusals: tuple[RefusalOrder | None, ...] | UnsetType = UNSET
    """Standing orders to refuse offers; unset before the first one."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def trading(self) -> bool:
        """True if players can trade with the active one now."""
        allowed = self.figures.asides and self.options.player_trade and not self.building
        return allowed and in_act(self.stage, self.back)


def in_act(stage: Stage, back: Stage) -> bool:
    """True if the active player is trading or building, also while a card is being played."""
    return stage == "act" or (back == "act" and stage in ("robber", "roads"))
