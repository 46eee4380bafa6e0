"""Patterns of trades: none at all, uneven ones, and those that led to the win."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief.patterns.play import MOST_CITED, PATTERNS, PIECES, Play, cards_of
from games.catalogue.utboheme.facts.tables import TradeFacts
from games.ui.patterns import Hit, Logged

LATE: Final = 3
"""A trade that helped the winner has more weight in the last third (one over this number) of the match."""


@PATTERNS.add("nobody_traded", "cooperation")
def nobody_traded(play: Play) -> Hit | None:
    """Players were allowed to trade with each other, and none did."""
    may = play.facts.turns and play.trace.options.get("player_trade", True)
    if not may or any(trade.partner is not None for trade in play.facts.trades):
        return None
    made, bank = sum(player.offers.made for player in play.players), len(play.facts.trades)
    fact = ngettext(
        "Nobody traded with another player in %(n)d turn. Offers made: %(made)d; trades with the bank: %(bank)d.",
        "Nobody traded with another player in %(n)d turns. Offers made: %(made)d; trades with the bank: %(bank)d.",
        len(play.facts.turns),
    )
    ask = _("Who could have gained by a trade with another player?")
    numbers = {"n": len(play.facts.turns), "made": made, "bank": bank}
    events = (*play.trace.find("offered", "bank_traded")[: MOST_CITED - 1], *play.end)
    return Hit(weight=62, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("trade_terms", "agreement")
def trade_terms(play: Play) -> Hit | None:
    """The trade between players with the most uneven terms."""
    between = [trade for trade in play.facts.trades if trade.partner is not None]
    if not between:
        return None
    worst = max(between, key=_unevenness)
    fact = _("Turn %(turn)d: %(the_player)s gave %(gave)s %(to_partner)s for %(got)s.")
    ask = _("Why did both sides want this trade?")
    numbers = {"turn": worst.turn, **play.named(player=worst.seat, partner=worst.partner or 0)}
    numbers |= {"gave": names.cards(worst.gave), "got": names.cards(worst.got)}
    events = tuple(event.place for event in play.events_of("traded", turn=worst.turn) if _is(event, worst))
    seats = (worst.seat, worst.partner or 0)
    weight = min(60, 26 + _unevenness(worst) // 100)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=events[:1], seats=seats)


def _unevenness(trade: TradeFacts) -> int:
    """Cards that one side gave for each that it got, in thousandths; 1000 is even."""
    return max(trade.rate, 1_000_000 // trade.rate)


def _is(event: Logged, trade: TradeFacts) -> bool:
    same = (event.seat, event.data["partner"]) == (trade.seat, trade.partner)
    return same and (cards_of(event.data["gave"]), cards_of(event.data["got"])) == (trade.gave, trade.got)


@PATTERNS.add("helped_the_winner", "cooperation")
def helped_the_winner(play: Play) -> Hit | None:
    """The last trade that gave the winner cards for a purchase in the same turn."""
    winner = play.best
    found = [
        (trade, piece)
        for trade in play.events_of("traded", seat=winner.seat)
        for piece in play.events_of(*PIECES, turn=trade.turn, seat=winner.seat)
        if piece.place > trade.place and _needed(play, trade, piece)
    ]
    if not found:
        return None
    trade, piece = found[-1]
    fact = _(
        "Turn %(turn)d: %(the_partner)s gave %(cards)s %(to_winner)s, who then built a %(piece)s"
        " and won in turn %(turns)d."
    )
    ask = _("What did %(the_partner)s gain by this trade?")
    numbers = {"turn": trade.turn, "turns": len(play.facts.turns), **play.named(partner=trade.data["partner"])}
    numbers |= {"cards": names.cards(cards_of(trade.data["got"])), **play.named(winner=winner.seat)}
    numbers["piece"] = _("UV") if piece.kind == "uv_built" else _("UV**")
    late = LATE * trade.turn >= (LATE - 1) * len(play.facts.turns)
    seats = (trade.data["partner"], winner.seat)
    events = (trade.place, piece.place, *play.end)
    return Hit(weight=72 if late else 50, fact=fact % numbers, ask=ask % numbers, events=events, seats=seats)


def _needed(play: Play, trade: Logged, piece: Logged) -> bool:
    """True if the price of the piece includes a card that the winner got."""
    costs = play.scenario.costs
    price = costs.uv.cards if piece.kind == "uv_built" else costs.upgrade.cards
    return any(got and need for got, need in zip(trade.data["got"], price, strict=True))
