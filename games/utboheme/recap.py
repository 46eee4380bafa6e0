"""The events since a player's last visit, as cards. Each turn has one for the dice with income or a seven, one for
trade, one for each development card, and one for building.
"""

from collections.abc import Sequence
from typing import Any

from games.kit.faces import Scene
from games.kit.recap import Happened, RecapCard
from games.kit.stretches import stretches
from games.utboheme.recap_cards import CARDS
from games.utboheme.recap_figures import now, undoing
from games.utboheme.rules import events as told

PARTS: dict[type, str] = {
    told.IslandLaid: "start",
    told.StartThrown: "start",
    told.StarterFound: "start",
    told.UvFounded: "found",
    told.CcFounded: "found",
    told.TurnBegun: "dice",
    told.Rolled: "dice",
    told.Harvested: "dice",
    told.DiscardOwed: "seven",
    told.Discarded: "seven",
    told.RobberMoved: "seven",
    told.Stolen: "seven",
    told.BankTraded: "trade",
    told.Offered: "trade",
    told.OfferAnswered: "trade",
    told.OfferClosed: "trade",
    told.Traded: "trade",
    told.CcBuilt: "build",
    told.UvBuilt: "build",
    told.UvUpgraded: "build",
    told.CardBought: "build",
    told.CardTaken: "build",
    told.LongestMoved: "build",
    told.OldestMoved: "build",
    told.CardPlayed: "card",
    told.Discovered: "card",
    told.Monopolised: "card",
    told.KeepOrdered: "orders",
    told.RateOrdered: "orders",
    told.RefusalsOrdered: "orders",
    told.PlanStopped: "orders",
    told.HandRevealed: "end",
    told.GameEnded: "end",
}
"""The kind of card to which each kind of event belongs."""
FOLLOWING = (told.LongestMoved, told.OldestMoved)
"""Events that belong to the card of the event before them."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    cut = stretches(happened, _begins, now(scene.view), undoing(scene.view))
    return tuple(CARDS[_part(stretch.events[0])](scene, stretch) for stretch in cut)


def _part(event: Any) -> str:
    return "card" if isinstance(event, told.CcBuilt) and event.free else PARTS[type(event)]


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. The effects of a seven or an ancien belong to the card of the dice or
    the ancien.
    """
    if isinstance(other, told.TurnBegun | told.CardPlayed):
        return True
    if isinstance(other, FOLLOWING):
        return False
    parts = _part(one), _part(other)
    if parts == ("found", "found"):
        return bool(one.seat != other.seat)
    if isinstance(one, FOLLOWING) and parts[1] == "seven":
        return False
    return parts[0] != parts[1] and parts not in (("dice", "seven"), ("card", "seven"))
