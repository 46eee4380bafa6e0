"""The quantities of a match, and the change of each by each event: tiles in hand, and points of the match."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.catalogue.dominato.rules.events import GameBegun, GameEnded, Given, Placed, PointsBrought, TakenBack
from games.catalogue.dominato.rules.turn import totals
from games.catalogue.dominato.rules.view import View
from games.engine.ledger import Account, Accounts, Posting, own

LeftOver = Mapping[int, tuple[int, ...]]
"""By game: the tiles that each seat still held when the game before ended."""


def _dealt(event: GameBegun, left_over: LeftOver, players: int) -> Iterator[Posting]:
    for seat, tiles in enumerate(left_over.get(event.turn, (0,) * players)):
        yield Posting(seat, event.hand - tiles)


def _given(event: Given, terms: Any) -> Iterator[Posting]:
    yield Posting(event.seat, -1)
    yield Posting(event.to, 1)


def _counted(event: GameEnded, terms: Any) -> Iterator[Posting]:
    for seat, points in enumerate(event.points):
        yield Posting(seat, points)


def _terms(scenario: Any, view: View, record: Iterable[Any]) -> tuple[LeftOver, int]:
    return {event.turn + 1: event.left for event in record if isinstance(event, GameEnded)}, len(view.counts)


TILES: Final = Account(
    "tiles",
    lambda view: dict(enumerate(view.counts)),
    {
        GameBegun: lambda event, terms: _dealt(event, *terms),
        Placed: own(lambda event: -1),
        TakenBack: own(lambda event: 1),
        Given: _given,
    },
)
POINTS: Final = Account(
    "points",
    lambda view: dict(enumerate(totals(view.done, len(view.counts), view.brought))),
    {GameEnded: _counted, PointsBrought: own(lambda event: event.amount)},
)
ACCOUNTS: Final = Accounts((TILES, POINTS), _terms)
