"""A bot that plays for the best outlook: income first, then points, and against the leader."""

from typing import Any

from games.catalogue.utboheme.bots.base import TableBot
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.outlook import horizon, worth
from games.catalogue.utboheme.bots.packed import pack
from games.catalogue.utboheme.bots.search import best_free_path, best_move
from games.catalogue.utboheme.bots.sight import imagined, offering
from games.catalogue.utboheme.bots.talking import answer, confirmed, offered
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.types import State
from games.catalogue.utboheme.rules.view import View
from games.engine.draws import Draws
from games.engine.types import Prompt, Seat

STOLEN = 0.17
"""The worth of a stolen card; a card that another player loses counts half."""
RIVAL = 0.45
"""The weight of the strongest rival's outlook against the seat's own."""


class StrongBot(TableBot):
    """Compares the positions after every listed move. Hidden cards are dealt at random."""

    def choose(self, view: View, prompt: Prompt, moves: list[Any], draws: Draws) -> Any | None:
        state = imagined(view, offering(view) if prompt.kind == "act" else draws)
        here = Kernel(state, lambda: draws.below(1 << 16, "imagined/chance") / (1 << 16))
        match prompt.kind:
            case "found_uv":
                return _best(here, moves, lambda after, move: after.found_uv(1 << move.crossing), here.seat)
            case "found_cc":
                return _found_cc(here, moves)
            case "discard":
                return _discard(here, moves, prompt.seat)
            case "robber":
                return _robber(here, moves)
            case "roll":
                return _before_the_dice(here, moves)
            case "act":
                return _act(here, state, moves)
            case "answer":
                return answer(here, state, prompt, moves)
        paths = [move for move in moves if isinstance(move, m.BuildCc)]
        return m.BuildCc(best_free_path(here, horizon(here))) if paths else moves[0]


def _best(here: Kernel, moves: list[Any], play: Any, seat: Seat) -> Any:
    """The first move after which a seat's outlook is best."""
    throws = horizon(here)

    def after(move: Any) -> float:
        position = here.copy()
        play(position, move)
        return worth(position, seat, throws)

    return max(moves, key=after)


def _found_cc(here: Kernel, moves: list[Any]) -> Any:
    """The path to the best place that may stay free. The position is not played on, because others found next."""
    return _best(here, moves, lambda after, move: after.put_cc(here.seat, 1 << move.path), here.seat)


def _discard(here: Kernel, moves: list[Any], seat: Seat) -> Any:
    def give_up(after: Kernel, move: Any) -> None:
        cards = m.cards_of(move)
        after.discard(seat, pack(cards), sum(cards))

    return _best(here, moves, give_up, seat)


def robbing(here: Kernel, move: m.MoveRobber) -> float:
    """The worth of a move of the robber: losses of rivals, the strongest most, and a card for the seat."""
    throws, seat = horizon(here), here.seat
    after = here.copy()
    after.move_robber(move.hexagon, -1)
    rivals = [worth(after, other, throws) for other in here.seats if other != seat]
    value = worth(after, seat, throws) - RIVAL * max(rivals) - 0.12 * sum(rivals)
    if move.victim is not None:
        leads = max(here.points) - here.points[move.victim]
        value += STOLEN + STOLEN / (2 + leads)
    return value


def _robber(here: Kernel, moves: list[Any]) -> Any:
    return max(moves, key=lambda move: robbing(here, move))


def _before_the_dice(here: Kernel, moves: list[Any]) -> Any:
    """Play an ancien first if the robber is on the seat's own income; the other cards wait for the dice."""
    blocked = here.layout.token[here.robber] and here.weights[here.robber][here.seat]
    return m.PlayAncien() if blocked and m.PlayAncien() in moves else m.Roll()


def _act(here: Kernel, state: State, moves: list[Any]) -> Any:
    """A helpful trade, an offer before the bank is paid, a purchase or a card, an ancien, an offer for a missing card,
    or else the end of the turn.
    """
    deal = confirmed(here, state, moves)
    if deal is not None:
        return deal
    best = best_move(here, cards=not here.played)
    if isinstance(best, m.BankTrade):
        asked = offered(here, state)
        if asked is not None:
            return asked
    if best in moves:
        return best
    if m.PlayAncien() in moves:
        return m.PlayAncien()
    return offered(here, state) or m.EndTurn()
