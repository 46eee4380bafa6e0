"""Tables of trades with their rates, and of each player's trading."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.facts.tables import Facts, PlayerFacts, TradeFacts
from games.ui.faces import RoleName


@dataclass(frozen=True)
class TradeRow:
    """A trade of the active player; `rate` is the number of cards given for one card."""

    turn: int
    role: RoleName
    partner: str
    gave: str
    got: str
    rate: str


@dataclass(frozen=True)
class RateRow:
    """A player's trading over the match."""

    role: RoleName
    bank: int
    bank_rate: str
    players: int
    players_rate: str
    made: int
    traded: int
    asked: int
    accepted: int


def trade_rows(facts: Facts, roles: Sequence[RoleName]) -> list[TradeRow]:
    """The trades in the order of play."""
    return [_trade(trade, roles) for trade in facts.trades]


def _trade(trade: TradeFacts, roles: Sequence[RoleName]) -> TradeRow:
    return TradeRow(
        turn=trade.turn,
        role=roles[trade.seat],
        partner=_("the bank") if trade.partner is None else roles[trade.partner].name,
        gave=names.cards(trade.gave),
        got=names.cards(trade.got),
        rate=names.tenths(trade.rate),
    )


def rate_rows(facts: Facts, roles: Sequence[RoleName]) -> list[RateRow]:
    """The trading of the players, by seat."""
    return [_rates(player, roles[player.seat]) for player in facts.seats]


def _rates(player: PlayerFacts, role: RoleName) -> RateRow:
    return RateRow(
        role=role,
        bank=player.bank_trades,
        bank_rate=names.tenths(player.rate_bank) if player.bank_trades else "–",
        players=player.player_trades,
        players_rate=names.tenths(player.rate_players) if player.player_trades else "–",
        made=player.offers.made,
        traded=player.offers.traded,
        asked=player.offers.asked,
        accepted=player.offers.accepted,
    )
