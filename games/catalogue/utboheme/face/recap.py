"""The events since a player's last visit, as cards. Each turn has one for the dice with income or a seven, one for
trade, one for each development card, and one for building.
"""

from collections.abc import Sequence
from typing import Any, Final

from games.catalogue.utboheme.face.explain import STATEMENTS
from games.catalogue.utboheme.face.recap_cards import CARDS
from games.catalogue.utboheme.face.recap_heading import heading
from games.catalogue.utboheme.rules import events
from games.ui.faces import RecapPart, Scene
from games.ui.recap import Happened, RecapCard

PARTS: dict[type, str] = {
    events.IslandLaid: "start",
    events.StartThrown: "start",
    events.StarterFound: "start",
    events.UvFounded: "found",
    events.CcFounded: "found",
    events.TurnBegun: "dice",
    events.Rolled: "dice",
    events.Harvested: "dice",
    events.DiscardOwed: "seven",
    events.Discarded: "seven",
    events.RobberMoved: "seven",
    events.Stolen: "seven",
    events.BankTraded: "trade",
    events.Offered: "trade",
    events.OfferAnswered: "trade",
    events.OfferClosed: "trade",
    events.Traded: "trade",
    events.CcBuilt: "build",
    events.UvBuilt: "build",
    events.UvUpgraded: "build",
    events.CardBought: "build",
    events.CardTaken: "build",
    events.LongestMoved: "build",
    events.OldestMoved: "build",
    events.CardPlayed: "card",
    events.Discovered: "card",
    events.Monopolised: "card",
    events.GiftReceived: "brought",
    events.RobberSent: "brought",
    events.KeepOrdered: "orders",
    events.RateOrdered: "orders",
    events.RefusalsOrdered: "orders",
    events.PlanStopped: "orders",
    events.HandRevealed: "end",
    events.GameEnded: "end",
}
"""The kind of card to which each kind of event belongs."""
FOLLOWING = (events.LongestMoved, events.OldestMoved)
"""Events that belong to the card of the event before them."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    cut = STATEMENTS.stretches(scene, happened, _begins)
    return tuple(CARDS[_part(stretch.events[0])](scene, stretch) for stretch in cut)


def _part(event: Any) -> str:
    return "card" if isinstance(event, events.CcBuilt) and event.free else PARTS[type(event)]


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. The effects of a seven or an ancien belong to the card of the dice or
    the ancien.
    """
    if isinstance(other, events.TurnBegun | events.CardPlayed):
        return True
    if isinstance(other, FOLLOWING):
        return False
    parts = _part(one), _part(other)
    if parts == ("brought", "brought"):
        return bool(one.event != other.event)
    if parts == ("found", "found"):
        return bool(one.seat != other.seat)
    if isinstance(one, FOLLOWING) and parts[1] == "seven":
        return False
    return parts[0] != parts[1] and parts not in (("dice", "seven"), ("card", "seven"))


RECAP: Final = RecapPart(cards=recap, heading=heading)
