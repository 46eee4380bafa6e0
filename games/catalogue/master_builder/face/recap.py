"""The events since a player's last visit, as cards: a run of hiring, an auction, an event with its effects, a player's
construction, the wages of a round.
"""

from collections.abc import Sequence
from typing import Any, Final

from games.catalogue.master_builder.face.explain import STATEMENTS
from games.catalogue.master_builder.face.recap_cards import CARDS, brought_key
from games.catalogue.master_builder.face.recap_heading import heading
from games.catalogue.master_builder.rules import events
from games.ui.faces import RecapPart, Scene
from games.ui.recap import Happened, RecapCard

PARTS: dict[type, str] = {
    events.MatchBegun: "round",
    events.RoundBegun: "round",
    events.EventsDealt: "round",
    events.WishesLeft: "wishes",
    events.StackPaid: "hire",
    events.StackSeen: "hire",
    events.Hired: "hire",
    events.Left: "hire",
    events.HirePassed: "hire",
    events.EconomyTurned: "market",
    events.Revealed: "market",
    events.Nominated: "auction",
    events.LimitLeft: "auction",
    events.Raised: "auction",
    events.BidPassed: "auction",
    events.Won: "auction",
    events.Declined: "close",
    events.Unsold: "close",
    events.NoMoreContracts: "close",
    events.EventTurned: "event",
    events.MadeUnavailable: "event",
    events.WagesRaised: "event",
    events.PaidOff: "event",
    events.MoneyBrought: "brought",
    events.Offered: "rent",
    events.OfferRefused: "rent",
    events.Rented: "rent",
    events.TalksClosed: "rent",
    events.PlanConfirmed: "plan",
    events.PlanKept: "plan",
    events.ProposalAsked: "plan",
    events.Work: "build",
    events.Idle: "build",
    events.Finished: "build",
    events.Borrowed: "wages",
    events.Repaid: "wages",
    events.WagesPaid: "wages",
    events.MatchEnded: "end",
}
"""The kind of card to which each kind of event belongs."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    cut = STATEMENTS.stretches(scene, happened, _begins)
    return tuple(CARDS[_part(stretch.events[0])](scene, stretch) for stretch in cut)


def _part(event: Any) -> str:
    if isinstance(event, events.Left) and event.why != "fired":
        return "event"
    if brought_key(event):
        return "brought"
    return PARTS[type(event)]


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. Each auction, event and builder has one, and each event that the
    facilitator brought.
    """
    if isinstance(other, events.EventTurned):
        return True
    if isinstance(other, events.EventsDealt):
        return False
    parts = _part(one), _part(other)
    if isinstance(one, events.EventsDealt) and parts[1] == "event":
        return False
    if parts == ("brought", "brought"):
        return brought_key(one) != brought_key(other)
    if parts == ("auction", "auction"):
        return bool(one.contract != other.contract)
    if parts == ("build", "build"):
        return bool(one.seat != other.seat)
    return parts[0] != parts[1]


RECAP: Final = RecapPart(cards=recap, heading=heading)
