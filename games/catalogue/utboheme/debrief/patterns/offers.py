"""Patterns of failed offers: refused by all, or passed over for a more expensive trade with the bank."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief.patterns.play import MOST_CITED, PATTERNS, Play
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.ui.patterns import Hit, Logged

REFUSED = 3
"""The number of a player's offers refused by all from which the pattern is reported."""


@PATTERNS.add("refused_by_all", "agreement")
def refused_by_all(play: Play) -> Hit | None:
    """All other players refused several offers of a player."""
    closed = [event for event in play.events_of("offer_closed") if event.data["why"] == "refused"]
    own = {player.seat: [event for event in closed if event.seat == player.seat] for player in play.players}
    seat = max(own, key=lambda each: len(own[each]))
    if len(own[seat]) < REFUSED:
        return None
    fact = _("All who were asked refused %(refused)d of the %(made)d offers %(of_player)s.")
    ask = _("What was wrong with the price of these offers?")
    numbers = {"refused": len(own[seat]), "made": play.players[seat].offers.made, **play.named(player=seat)}
    made = {(event.turn, event.data["number"]): event.place for event in play.events_of("offered", seat=seat)}
    pairs = [(made[event.turn, event.data["number"]], event.place) for event in own[seat]]
    events = tuple(place for pair in pairs for place in pair)
    weight = min(64, 34 + 3 * len(own[seat]))
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=events[:MOST_CITED], seats=(seat,))


@dataclass(frozen=True)
class Missed:
    """A trade with the bank, and an offer of the same card for `asked` of the same cards."""

    bank: Logged
    offer: Logged
    other: int
    given: int
    asked: int

    @property
    def spared(self) -> int:
        """Thousandths of cards saved for each card."""
        return 1000 * int(self.bank.data["paid"]) - 1000 * self.asked // self.given


@PATTERNS.add("better_offer", "cost")
def better_offer(play: Play) -> Hit | None:
    """A player paid the bank although another player offered the same card for less."""
    missed = [each for trade in play.events_of("bank_traded") for each in _missed(play, trade) if each.spared > 0]
    if not missed:
        return None
    most = max(missed, key=lambda each: each.spared)
    give, take = most.bank.data["give"], most.bank.data["take"]
    fact = _(
        "Turn %(turn)d: %(the_player)s gave the bank %(paid)s for %(card)s."
        " %(The_other)s would have given %(given)s for %(asked)s."
    )
    ask = _("Was the better offer not seen, not believed, or not wanted?")
    numbers = {"turn": most.bank.turn, **play.named(player=most.bank.seat or 0, other=most.other)}
    numbers |= {"paid": names.counted(give, most.bank.data["paid"]), "card": names.counted(take, 1)}
    numbers |= {"given": names.counted(take, most.given), "asked": names.counted(give, most.asked)}
    seats = (most.bank.seat or 0, most.other)
    events = (most.offer.place, most.bank.place)
    return Hit(weight=58, fact=fact % numbers, ask=ask, events=events, seats=seats)


def _missed(play: Play, bank: Logged) -> list[Missed]:
    """The earlier offers of others in the same turn, and the player's offers that were accepted. Offers that failed are
    left out.
    """
    turn = bank.turn
    gone = {event.data["number"] for event in play.events_of("traded", turn=turn)}
    gone |= {
        each.data["number"] for each in play.events_of("offer_closed", turn=turn) if each.data["why"] == "uncovered"
    }
    found = []
    for offer in play.events_of("offered", turn=turn):
        terms = _terms(offer, bank)
        if terms is None or offer.data["number"] in gone or offer.place > bank.place:
            continue
        others = [offer.seat or 0] if offer.seat != bank.seat else _ready(play, offer, bank.place)
        found += [Missed(bank, offer, other, *terms) for other in others[:1]]
    return found


def _ready(play: Play, offer: Logged, before: int) -> list[int]:
    """The seats whose acceptance of an offer was valid at that moment."""
    answers: dict[int, bool] = {}
    for event in play.events_of("offer_answered", turn=offer.turn):
        if event.data["number"] == offer.data["number"] and event.seat is not None and event.place < before:
            answers[event.seat] = event.data["accepted"]
    return [seat for seat, accepted in answers.items() if accepted]


def _terms(offer: Logged, bank: Logged) -> tuple[int, int] | None:
    """The cards that the active player would get and give, if both kinds are those of the trade with the bank."""
    side = 1 if offer.seat != bank.seat else -1
    cards = {name: side * number for name, number in zip(RESOURCES, offer.data["cards"], strict=True) if number}
    give, take = bank.data["give"], bank.data["take"]
    if set(cards) != {give, take} or cards[take] <= 0:
        return None
    return cards[take], -cards[give]
