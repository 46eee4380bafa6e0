"""The events since a player's last visit, as cards: a run of hiring, an auction, an event with its effects, a player's
construction, the wages of a round.
"""

from collections.abc import Sequence
from typing import Any

from games.kit.faces import Scene
from games.kit.recap import Happened, RecapCard
from games.kit.stretches import stretches
from games.master_builder.recap_cards import CARDS
from games.master_builder.recap_figures import now, undoing
from games.master_builder.rules import events as told

PARTS: dict[type, str] = {
    told.MatchBegun: "round",
    told.RoundBegun: "round",
    told.EventsDealt: "round",
    told.WishesLeft: "wishes",
    told.StackPaid: "hire",
    told.StackSeen: "hire",
    told.Hired: "hire",
    told.Left: "hire",
    told.HirePassed: "hire",
    told.EconomyTurned: "market",
    told.Revealed: "market",
    told.Nominated: "auction",
    told.LimitLeft: "auction",
    told.Raised: "auction",
    told.BidPassed: "auction",
    told.Won: "auction",
    told.Declined: "close",
    told.Unsold: "close",
    told.NoMoreContracts: "close",
    told.EventTurned: "event",
    told.MadeUnavailable: "event",
    told.WagesRaised: "event",
    told.PaidOff: "event",
    told.Offered: "rent",
    told.OfferRefused: "rent",
    told.Rented: "rent",
    told.TalksClosed: "rent",
    told.PlanConfirmed: "plan",
    told.PlanKept: "plan",
    told.ProposalAsked: "plan",
    told.Work: "build",
    told.Idle: "build",
    told.Finished: "build",
    told.Borrowed: "wages",
    told.Repaid: "wages",
    told.WagesPaid: "wages",
    told.MatchEnded: "end",
}
"""The kind of card to which each kind of event belongs."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    cut = stretches(happened, _begins, now(scene.view), undoing(scene))
    return tuple(CARDS[_part(stretch.events[0])](scene, stretch) for stretch in cut)


def _part(event: Any) -> str:
    if isinstance(event, told.Left) and event.why != "fired":
        return "event"
    return PARTS[type(event)]


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. Each auction, event and builder has one."""
    if isinstance(other, told.EventTurned):
        return True
    if isinstance(other, told.EventsDealt):
        return False
    parts = _part(one), _part(other)
    if isinstance(one, told.EventsDealt) and parts[1] == "event":
        return False
    if parts == ("auction", "auction"):
        return bool(one.contract != other.contract)
    if parts == ("build", "build"):
        return bool(one.seat != other.seat)
    return parts[0] != parts[1]
