"""The order of rounds and phases."""

from collections.abc import Callable
from typing import Final

from games.catalogue.master_builder.rules import building, happenings, hiring, market, renting, wages
from games.catalogue.master_builder.rules.events import MatchEnded, RoundBegun
from games.catalogue.master_builder.rules.scoring import scores, unfinished
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Hiring, Phase


def advance(table: Table) -> None:
    """Continue until a player has a decision to make, or to the end of the match."""
    while table.phase != "over" and not PHASES[table.phase](table):
        if table.phase == "contracts" and not _opens(table):
            table.phase = "events"


def _opens(table: Table) -> bool:
    """True while contracts remain; once every contract is sold or gone, the second phase is left out."""
    if table.lots or table.deck_left:
        market.open_market(table)
        return True
    return False


def _wages(table: Table) -> bool:
    """Carry out phase 5, then begin the next round or end the match."""
    if wages.run(table):
        return True
    if table.round == table.last_round:
        end(table)
    else:
        begin(table, table.round + 1)
    return False


def begin(table: Table, round_: int) -> None:
    """Begin a round. The mallet goes to the left, except in the first round."""
    if round_ > 1:
        table.first = (table.first + 1) % table.players
    table.round, table.phase, table.hiring = round_, "hire", Hiring()
    table.emit(RoundBegun(turn=round_, seat=table.first))


def end(table: Table) -> None:
    """End the match with the final scores."""
    table.phase = "over"
    state, seats = table.state(), range(table.players)
    table.emit(
        MatchEnded(
            turn=table.round,
            cash=tuple(firm.cash for firm in table.firms),
            unfinished=tuple(unfinished(state, seat) for seat in seats),
            debts=tuple(wages.debts(state, seat) for seat in seats),
            scores=scores(state),
        )
    )


PHASES: Final[dict[Phase, Callable[[Table], bool]]] = {
    "hire": hiring.run,
    "contracts": market.run,
    "events": happenings.run,
    "rent": renting.run,
    "plan": building.run,
    "wages": _wages,
}
