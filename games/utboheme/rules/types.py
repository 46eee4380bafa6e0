"""State of a match, and the options it is played with."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from games.engine.types import Seat, Text, Value
from games.utboheme.rules.board import Board
from games.utboheme.rules.resources import Cards, Resource

ANCIEN, ROADS, DISCOVERY, MONOPOLY, VICTORY = range(5)
Kind = Literal["ancien", "roads", "discovery", "monopoly", "victory"]
KINDS: Final[tuple[Kind, ...]] = ("ancien", "roads", "discovery", "monopoly", "victory")

MOST_OFFERS: Final = 5
"""Offers that a player can make in one turn, the own or another's."""

Need = Literal["cc", "uv", "up", "card"]
"""What an offer is said to be for."""

Stage = Literal["found", "pave", "roll", "discard", "robber", "act", "roads", "over"]
Answer = Literal["unasked", "open", "accepted", "refused", "countered"]


class Options(Value, frozen=True):
    """Switches of a match. See README decisions for those that the booklet leaves open."""

    phases: Literal["strict", "free"] = "strict"
    first_turn: Literal["last_founder", "oldest"] = "last_founder"
    oldest_seat: Annotated[int, Meta(ge=0, le=3)] = 0
    """Who begins with `first_turn` "oldest"."""
    board: Literal["random", "fixed"] = "random"
    board_seed: Text = ""
    """With `board` "fixed": the same words lay the same island."""
    two_players: bool = False
    play_same_turn: bool = False
    holder_keeps_tie: bool = False
    player_trade: bool = True
    auto_roll: bool = True
    """Are the dice thrown at once for a player without development cards?"""
    max_rounds: Annotated[int, Meta(ge=1, le=500)] | None = None


class Figures(Value, frozen=True, cache_hash=True):
    """The scenario's numbers, as `Scenario` has them. `cc_cost` and the like are cards."""

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
    """By seat."""


class Rate(Value, frozen=True):
    """A standing order: up to `most` cards of `give` for each card of `get`."""

    give: Resource
    get: Resource
    most: int


class State(Value, frozen=True):
    """Everything that decides how a match goes on. Tuples are by seat; crossings and paths are bit masks."""

    board: Board
    figures: Figures
    options: Options
    turn: int
    """Number of the turn over all players; 0 while founding."""
    step: int
    """Counts the stages of this turn, so that no question has the key of an earlier one."""
    stage: Stage
    back: Stage
    """Where "robber" and "roads" lead back to: "discard" if a seven moves the robber, else where a card was played."""
    seat: Seat
    first: Seat
    """Who won the throw for the start."""
    founded: int
    """UVs founded so far, 0 to twice the players."""
    spot: int
    """The crossing of the UV that a CC must start from while founding; -1 else."""
    building: bool
    """Has the trade phase of this turn ended? Only with strict phases."""
    played: bool
    """Was a development card played in this turn?"""
    free_cc: int
    dice: tuple[int, ...]
    """Of this turn, empty before they are thrown."""
    robber: int
    cc: tuple[int, ...]
    uv: tuple[int, ...]
    upgraded: tuple[int, ...]
    hands: tuple[Cards, ...]
    bank: Cards
    cards: tuple[Cards, ...]
    """Hidden development cards by kind, those bought in this turn included."""
    bought: Cards
    """Those that the active player bought in this turn."""
    pile: Cards
    """Development cards left, by kind; which comes next is drawn when it is bought."""
    anciens: tuple[int, ...]
    lengths: tuple[int, ...]
    longest: Seat | None
    oldest: Seat | None
    owing: tuple[Seat, ...]
    """Who still has to discard."""
    offers: tuple[OnOffer, ...]
    made: tuple[int, ...]
    """Offers made in this turn."""
    keep: tuple[Cards | None, ...]
    """Standing orders: what to keep of a hand when a seven comes; None decides by hand."""
    rates: tuple[tuple[Rate, ...], ...]
    winner: Seat | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def trading(self) -> bool:
        """Can players trade with the active one now?"""
        allowed = self.figures.asides and self.options.player_trade and not self.building
        return allowed and in_act(self.stage, self.back)


def in_act(stage: Stage, back: Stage) -> bool:
    """Is the active player trading or building, a card played in between included?"""
    return stage == "act" or (back == "act" and stage in ("robber", "roads"))
