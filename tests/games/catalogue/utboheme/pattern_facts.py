"""Facts of a match for tests of patterns: `play_of(*events, **changes)` has few patterns except those caused by the
changes.

Without changes only a fair trade and the places of the foundation are worth a question. `events` are added, and
`changes` are fields of the facts.
"""

import json
from typing import Any

from msgspec.structs import replace

from games.catalogue.utboheme.debrief.patterns import Play
from games.catalogue.utboheme.facts.tables import Facts, OfferFacts, PlayerFacts, TradeFacts, TurnFacts
from games.catalogue.utboheme.rules.resources import NONE
from games.engine.codec import to_json
from games.ui.patterns import Logged, Trace
from games.ui.seats import player_name
from tests.games.catalogue.utboheme.table import BOARD, CLASSIC, LAYOUT, cards

A, B, C, D = range(4)
TURNS = 12
FOUNDED = tuple(crossing for crossing, dots in enumerate(LAYOUT.dots_at) if dots == 5)[:8]
"""Crossings of equal worth; their neighbours do not matter here."""
Said = tuple[str, int, int | None, dict[str, Any]]


def at_dots(dots: int) -> int:
    """A crossing that brings so many cards in 36 throws."""
    return LAYOUT.dots_at.index(dots)


def logged(kind: str, turn: int, seat: int | None = None, **data: Any) -> Said:
    """An event."""
    return kind, turn, seat, data


def player(seat: int, **more: Any) -> PlayerFacts:
    """A player with the mean number of cards from dice. A has won with ten points; the others have 7, 6 and 5."""
    values: dict[str, Any] = {
        "seat": seat, "points": (10, 7, 6, 5)[seat], "place": seat + 1, "uv": 1, "upgraded": 0, "longest": False,
        "oldest": False, "victory": 0, "cc": 2, "anciens": 0, "expected": 20_000, "income": 20, "luck": 0,
        "by_resource": (4, 4, 4, 4, 4), "founded": NONE, "blocked": 0, "short": 0, "discarded": 0, "stolen": 0,
        "robbed": 0, "monopoly": 0, "discovered": 0, "bank_trades": 0, "rate_bank": 0, "player_trades": 1,
        "rate_players": 1000, "offers": OfferFacts(), "cards_bought": 0, "cards_played": 0, "hand": NONE,
    }  # fmt: skip
    return PlayerFacts(**{**values, **more})


def seats(*changed: PlayerFacts) -> tuple[PlayerFacts, ...]:
    """The players of all seats."""
    return tuple(next((each for each in changed if each.seat == seat), player(seat)) for seat in range(4))


def turns(points: dict[int, tuple[int, ...]] | None = None) -> tuple[TurnFacts, ...]:
    """Twelve turns; A leads from the second one on, unless the points from some turn on are given."""
    told, found = {1: (2, 2, 2, 2), 2: (4, 3, 3, 3), TURNS: (10, 7, 6, 5), **(points or {})}, []
    for turn in range(1, TURNS + 1):
        known = told[max(first for first in told if first <= turn)]
        found.append(TurnFacts(turn, (turn - 1) % 4, (), (0, 0, 0, 0), known, "", "", "bot"))
    return tuple(found)


def trade(turn: int, seat: int, partner: int | None, gave: str, got: str) -> TradeFacts:
    """A trade of cards for cards, as `2 beer`."""
    one, other = cards(gave), cards(got)
    return TradeFacts(turn, seat, partner, one, other, round(1000 * sum(one) / sum(other)))


def play_of(
    *events: Said, founded: tuple[int, ...] = FOUNDED, built: tuple[int, ...] = (2, 3, 4, 5), **changes: Any
) -> Play:
    """The facts of the match; `founded` are crossings by seat and then again, `built` the turn of the first UV by seat,
    0 for none.
    """
    facts = Facts(
        players=4,
        board=BOARD,
        why="points",
        winner=A,
        throws=(0,) * 11,
        start=(2, 2, 2, 2),
        turns=turns(),
        hexagons=(),
        trades=(trade(5, A, B, "1 beer", "1 food"),),
        seats=seats(),
    )
    facts = replace(facts, **changes)
    usual = [logged("uv_founded", 0, number % 4, crossing=crossing) for number, crossing in enumerate(founded)]
    usual += [logged("uv_built", turn, seat, crossing=seat) for seat, turn in enumerate(built) if turn]
    usual += [_traded(each) for each in facts.trades]
    listed = sorted([*usual, *events], key=lambda each: each[1])
    listed.append(logged("game_ended", TURNS, facts.winner, why=facts.why))
    return Play(CLASSIC, facts, trace(listed))


def _traded(made: TradeFacts) -> Said:
    if made.partner is not None:
        more = {"partner": made.partner, "gave": list(made.gave), "got": list(made.got), "number": 9}
        return logged("traded", made.turn, made.seat, **more)
    return logged("bank_traded", made.turn, made.seat, give="", take="", paid=sum(made.gave))


def trace(listed: list[Said]) -> Trace:
    """The record of these events, a move each."""
    events = [Logged(n, n, kind, turn, seat, data) for n, (kind, turn, seat, data) in enumerate(listed)]
    return Trace(roles=tuple(player_name(seat) for seat in range(4)), events=tuple(events))


def trace_of(records: list[Any]) -> Trace:
    """The trace of a stored game's record."""
    told_as = [(record, json.loads(to_json(event))) for record in records for event in record.events]
    events = [
        Logged(place, record.number, data["kind"], data["turn"], data.get("seat"), data)
        for place, (record, data) in enumerate(told_as)
    ]
    return Trace(roles=tuple(player_name(seat) for seat in range(4)), events=tuple(events))
