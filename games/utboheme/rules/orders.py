"""Standing orders: what happens for a player who is not there. Only their owner knows them. README decision 14."""

from typing import Any

from games.engine.errors import IllegalMove
from games.engine.types import Seat
from games.utboheme.rules.events import KeepOrdered, RateOrdered
from games.utboheme.rules.ledger import Ledger
from games.utboheme.rules.moves import KeepCards, SetRate, cards_of
from games.utboheme.rules.resources import Cards
from games.utboheme.rules.types import Rate


def changed(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*items[:index], item, *items[index + 1 :])


def keep_cards(ledger: Ledger, seat: Seat, move: KeepCards) -> None:
    """From now on, discard without asking."""
    _order(ledger, seat, cards_of(move))


def drop_keep(ledger: Ledger, seat: Seat) -> None:
    """Ask again before discarding."""
    _order(ledger, seat, None)


def _order(ledger: Ledger, seat: Seat, cards: Cards | None) -> None:
    ledger.keep = changed(ledger.keep, seat, cards)
    ledger.tell(KeepOrdered(turn=ledger.turn, seat=seat, audience=(seat,), cards=cards))


def set_rate(ledger: Ledger, seat: Seat, move: SetRate) -> None:
    """Accept such offers of active players without being asked; it does not answer offers that stand already."""
    if not ledger.options.player_trade:
        raise IllegalMove("no_trade_between_players")
    if move.give == move.get:
        raise IllegalMove("same_resource")
    others = [rate for rate in ledger.rates[seat] if (rate.give, rate.get) != (move.give, move.get)]
    if move.most:
        others.append(Rate(move.give, move.get, move.most))
    rates = tuple(sorted(others, key=lambda rate: (rate.give, rate.get)))
    ledger.rates = changed(ledger.rates, seat, rates)
    ledger.tell(
        RateOrdered(
            turn=ledger.turn, seat=seat, audience=(seat,), give=move.give, get=move.get, most=move.most
        )
    )  # fmt: skip
