"""The dispatch of a move to its rule, by the kind of prompt."""

from games.catalogue.utboheme.rules import building, cards, founding, orders, trade
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.robber import move_robber
from games.catalogue.utboheme.rules.turn import discard, end_turn, roll
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def act(ledger: Ledger, seat: Seat, kind: str, move: m.UtbohemeMove, draws: Draws) -> None:
    """Play a move of the active player, or a discard. Raises IllegalMove before anything is changed."""
    match kind, move:
        case (("found_uv" | "found"), m.BuildUv()):
            founding.found_uv(ledger, move)
        case (("found_cc" | "pave"), m.BuildCc()):
            founding.found_cc(ledger, move, draws)
        case "roll", m.Roll():
            roll(ledger, draws)
        case "discard", m.Discard():
            discard(ledger, seat, move)
        case "robber", m.MoveRobber():
            move_robber(ledger, move, draws)
        case "roads", m.BuildCc():
            cards.pave_free(ledger, move)
        case "roads", m.StopRoads():
            cards.stop_roads(ledger)
        case (("roll" | "act"), (m.PlayAncien() | m.PlayRoads() | m.PlayDiscovery() | m.PlayMonopoly())):
            _play_card(ledger, move)
        case "act", _:
            _act(ledger, move, draws)
        case _:
            raise IllegalMove("wrong_move", kind=kind)


def _play_card(ledger: Ledger, move: m.PlayAncien | m.PlayRoads | m.PlayDiscovery | m.PlayMonopoly) -> None:
    match move:
        case m.PlayAncien():
            cards.play_ancien(ledger)
        case m.PlayRoads():
            cards.play_roads(ledger)
        case m.PlayDiscovery():
            cards.play_discovery(ledger, move)
        case m.PlayMonopoly():
            cards.play_monopoly(ledger, move)


def _act(ledger: Ledger, move: m.UtbohemeMove, draws: Draws) -> None:
    match move:
        case m.BuildCc():
            building.build_cc(ledger, move)
        case m.BuildUv():
            building.build_uv(ledger, move)
        case m.UpgradeUv():
            building.upgrade_uv(ledger, move)
        case m.BuyCard():
            building.buy_card(ledger, draws)
        case m.BankTrade():
            trade.bank_trade(ledger, move)
        case m.Offer():
            _offer(ledger, ledger.seat, move)
        case m.Confirm():
            trade.confirm(ledger, move)
        case m.Withdraw():
            trade.withdraw(ledger, move)
        case m.EndTurn():
            end_turn(ledger, draws)
        case _:
            raise IllegalMove("wrong_move", kind="act")


def _offer(ledger: Ledger, seat: Seat, move: m.Offer, counters: int | None = None) -> None:
    """Make an offer of the active player, which is possible in the trade phase only."""
    if not ledger.trading:
        raise IllegalMove("trade_is_over")
    trade.offer(ledger, seat, move, counters)


def act_aside(ledger: Ledger, seat: Seat, kind: str, number: int, move: m.UtbohemeMove) -> None:
    """Play an answer to offer `number`, a standing order, or an offer out of turn."""
    match kind, move:
        case "answer", m.AcceptOffer():
            trade.answer(ledger, seat, number, "accepted")
        case "answer", m.RefuseOffer():
            trade.answer(ledger, seat, number, "refused")
        case "answer", m.Offer():
            trade.check_offer(ledger, seat, move)
            trade.answer(ledger, seat, number, "countered")
            trade.offer(ledger, seat, move, number)
        case "orders", m.KeepCards():
            orders.keep_cards(ledger, seat, move)
        case "orders", m.DropKeep():
            orders.drop_keep(ledger, seat)
        case "orders", m.SetRate():
            orders.set_rate(ledger, seat, move)
        case "orders", m.SetRefusals():
            orders.set_refusals(ledger, seat, move)
        case "orders", m.Offer() if seat != ledger.seat:
            _offer(ledger, seat, move)
        case _:
            raise IllegalMove("wrong_move", kind=kind)
