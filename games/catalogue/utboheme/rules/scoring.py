"""Points and the end. Source, "Fin de la partie"."""

from games.catalogue.utboheme.rules.events import GameEnded, HandRevealed
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.types import VICTORY, State
from games.engine.types import Result, Seat, places


def open_points(table: Ledger | State, seat: Seat) -> int:
    """The public points of a seat."""
    figures = table.figures
    points = table.uv[seat].bit_count() * figures.uv_points
    points += table.upgraded[seat].bit_count() * figures.upgraded_points
    if table.longest == seat:
        points += figures.longest_points
    if table.oldest == seat:
        points += figures.oldest_points
    return points


def points_of(table: Ledger | State, seat: Seat) -> int:
    """All points, hidden victory cards included."""
    return open_points(table, seat) + table.cards[seat][VICTORY] * table.figures.victory_points


def settle(ledger: Ledger) -> None:
    """End the match if somebody has enough points: the active player first, then clockwise. README decision 16."""
    for ahead in range(ledger.players):
        seat = (ledger.seat + ahead) % ledger.players
        if points_of(ledger, seat) >= ledger.figures.target:
            end(ledger, seat)
            return


def end(ledger: Ledger, winner: Seat | None) -> None:
    """End the match and reveal hidden cards. Without a winner the last round is over, and the most points win."""
    ledger.stage, ledger.winner, ledger.offers, ledger.owing = "over", winner, (), ()
    for seat, cards in enumerate(ledger.cards):
        ledger.emit(HandRevealed(turn=ledger.turn, seat=seat, cards=cards))
    scores = tuple(points_of(ledger, seat) for seat in range(ledger.players))
    ledger.emit(GameEnded(turn=ledger.turn, seat=winner, why="rounds" if winner is None else "points", scores=scores))


def result_of(state: State) -> Result | None:
    """See `Rules.result`. The player who ended the match by points is first; the others follow by points."""
    if state.stage != "over":
        return None
    scores = tuple(points_of(state, seat) for seat in range(state.players))
    if state.winner is None:
        return Result(scores, places(scores))
    ranks = tuple((seat == state.winner) * 100 + score for seat, score in enumerate(scores))
    return Result(scores, places(ranks))
