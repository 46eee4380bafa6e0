"""Standing orders for absent players. Only their owner sees them. README decision 14."""

from typing import Any

from msgspec import UNSET

from games.catalogue.utboheme.rules import trade
from games.catalogue.utboheme.rules.events import KeepOrdered, RateOrdered, RefusalsOrdered
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import KeepCards, SetRate, SetRefusals, cards_of
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards
from games.catalogue.utboheme.rules.types import Rate, RefusalOrder, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def changed(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*items[:index], item, *items[index + 1 :])


def keep_cards(ledger: Ledger, seat: Seat, move: KeepCards) -> None:
    """Give a standing order for sevens."""
    _order(ledger, seat, cards_of(move))


def drop_keep(ledger: Ledger, seat: Seat) -> None:
    """End the standing order for sevens."""
    _order(ledger, seat, None)


def _order(ledger: Ledger, seat: Seat, cards: Cards | None) -> None:
    ledger.keep = changed(ledger.keep, seat, cards)
    ledger.emit(KeepOrdered(turn=ledger.turn, seat=seat, audience=(seat,), cards=cards))


def set_rate(ledger: Ledger, seat: Seat, move: SetRate) -> None:
    """Give a standing order to accept such offers of active players; it does not answer offers that are open
    already.
    """
    if not ledger.options.player_trade:
        raise IllegalMove("no_trade_between_players")
    if move.give == move.get:
        raise IllegalMove("same_resource")
    others = [rate for rate in ledger.rates[seat] if (rate.give, rate.get) != (move.give, move.get)]
    if move.most:
        others.append(Rate(move.give, move.get, move.most))
    rates = tuple(sorted(others, key=lambda rate: (rate.give, rate.get)))
    ledger.rates = changed(ledger.rates, seat, rates)
    ledger.emit(
        RateOrdered(
            turn=ledger.turn, seat=seat, audience=(seat,), give=move.give, get=move.get, most=move.most
        )
    )  # fmt: skip


def set_refusals(ledger: Ledger, seat: Seat, move: SetRefusals) -> None:
    """Give a standing order to refuse such offers; open ones are refused at once."""
    if not ledger.options.player_trade:
        raise IllegalMove("no_trade_between_players")
    asks, gives = (tuple(name for name in RESOURCES if name in named) for named in (move.asks, move.gives))
    order = RefusalOrder(move.all_now, asks, gives) if move.all_now or asks or gives else None
    _set_refusals(ledger, seat, order)
    ledger.emit(
        RefusalsOrdered(
            turn=ledger.turn, seat=seat, audience=(seat,), all_now=move.all_now, asks=asks, gives=gives
        )
    )  # fmt: skip
    for offer in ledger.offers:
        if offer.answers[seat] == "open" and is_refused(order, offer.cards):
            trade.answer(ledger, seat, offer.number, "refused")


def _set_refusals(ledger: Ledger, seat: Seat, order: RefusalOrder | None) -> None:
    before = (None,) * ledger.players if ledger.refusals is UNSET else ledger.refusals
    ledger.refusals = changed(before, seat, order)


def refuse_no_longer(ledger: Ledger, seat: Seat) -> None:
    """End the refusal of all offers, because the seat's own turn begins."""
    order = refusals_of(ledger, seat)
    if order is not None and order.all_now:
        kept = RefusalOrder(False, order.asks, order.gives)
        _set_refusals(ledger, seat, kept if kept != RefusalOrder() else None)


def refusals_of(table: Ledger | State, seat: Seat) -> RefusalOrder | None:
    """The standing orders to refuse of a seat."""
    return None if table.refusals is UNSET else table.refusals[seat]


def is_refused(order: RefusalOrder | None, cards: Cards) -> bool:
    """True if an order refuses an offer of these cards. Numbers above 0 are given, those below 0 asked for."""
    if order is None:
        return False
    named = dict(zip(RESOURCES, cards, strict=True))
    unwanted = bool(order.gives) and not any(named[name] > 0 for name in order.gives)
    return order.all_now or unwanted or any(named[name] < 0 for name in order.asks)
