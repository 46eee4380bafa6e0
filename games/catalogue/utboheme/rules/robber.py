"""The binome glandeur (robber): its moves and its victims. Source, "Carte Ancien"."""

from typing import Literal

from games.catalogue.utboheme.rules.board import Layout
from games.catalogue.utboheme.rules.events import RobberMoved, Stolen
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import MoveRobber
from games.catalogue.utboheme.rules.resources import NONE, RESOURCES, minus, of_one, plus
from games.catalogue.utboheme.rules.types import State
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def neighbours_of(table: Ledger | State, layout: Layout, hexagon: int) -> list[Seat]:
    """The seats with a piece at a hexagon."""
    around = 0
    for crossing in layout.touching[hexagon]:
        around |= 1 << crossing
    return [seat for seat in range(table.players) if (table.uv[seat] | table.upgraded[seat]) & around]


def victims(table: Ledger | State, layout: Layout, hexagon: int) -> list[Seat]:
    """The seats that the active player can rob at a hexagon. README decision 6."""
    return [seat for seat in neighbours_of(table, layout, hexagon) if seat != table.seat and table.hands[seat] != NONE]


def move_robber(ledger: Ledger, move: MoveRobber, draws: Draws) -> None:
    """Move the robber to another hexagon, and take a random card of the victim, if there is one."""
    hexagon, victim = move.hexagon, move.victim
    if hexagon >= len(ledger.board.land):
        raise IllegalMove("no_such_hexagon", hexagon=hexagon)
    if hexagon == ledger.robber:
        raise IllegalMove("robber_must_move", hexagon=hexagon)
    if victim is not None and victim not in victims(ledger, ledger.layout, hexagon):
        raise IllegalMove("nothing_to_steal", hexagon=hexagon, victim=victim)
    why: Literal["seven", "ancien"] = "seven" if ledger.back == "discard" else "ancien"
    before, ledger.robber = ledger.robber, hexagon
    ledger.emit(
        RobberMoved(turn=ledger.turn, seat=ledger.seat, hexagon=hexagon, before=before, why=why, victim=victim)
    )  # fmt: skip
    if victim is not None:
        _steal(ledger, victim, f"turn-{ledger.turn}/steal/{why}", draws)
    ledger.enter("act" if ledger.back == "discard" else ledger.back)
    ledger.back = ledger.stage


def _steal(ledger: Ledger, victim: Seat, label: str, draws: Draws) -> None:
    hand, seat = ledger.hands[victim], ledger.seat
    drawn = draws.below(sum(hand), label)
    resource = 0
    while drawn >= hand[resource]:
        drawn -= hand[resource]
        resource += 1
    card = of_one(resource, 1)
    ledger.hands[victim], ledger.hands[seat] = minus(hand, card), plus(ledger.hands[seat], card)
    ledger.emit(
        Stolen(
            turn=ledger.turn, seat=seat, audience=tuple(sorted((seat, victim))), victim=victim,
            resource=RESOURCES[resource],
        )
    )  # fmt: skip
