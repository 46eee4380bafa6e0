"""The quantities of a match, and the change of each by each event: cards in hand by resource and in number, points."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.resources import INDEX, NONE, RESOURCES, Cards, Resource, minus, of_one
from games.catalogue.utboheme.rules.types import VICTORY, Figures
from games.catalogue.utboheme.rules.view import View
from games.engine.ledger import Account, Accounts, Holder, Posting, Posts
from games.engine.types import Seat

EVERYBODY: Final = -1


class Terms(NamedTuple):
    """The figures of the match, and the seat that knows its victory cards at once: the viewer, None, or EVERYBODY.
    All others' count when they are revealed.
    """

    figures: Figures
    viewer: Seat | None

    def knows(self, seat: Seat | None) -> bool:
        """True if the victory cards of this seat are known when they are taken."""
        return self.viewer in (EVERYBODY, seat)


PUBLIC: Final = (
    events.UvFounded,
    events.Harvested,
    events.Discarded,
    events.BankTraded,
    events.Traded,
    events.CcBuilt,
    events.UvBuilt,
    events.UvUpgraded,
    events.CardBought,
    events.Discovered,
    events.Monopolised,
    events.GiftReceived,
)
"""The events that change hands in public. A stolen card is apart, because only two seats know it."""


def _gained(event: Any, figures: Figures) -> Iterator[tuple[Seat, Cards]]:
    """The cards that each seat gets by an event; negative ones it gives."""
    seat: Seat = event.seat or 0
    match event:
        case events.UvFounded() | events.Discovered() | events.GiftReceived():
            yield seat, event.cards
        case events.Harvested():
            for each, number in enumerate(event.got):
                yield each, of_one(INDEX[event.resource], number)
        case events.Discarded():
            yield seat, minus(NONE, event.cards)
        case events.BankTraded():
            yield seat, minus(of_one(INDEX[event.take], 1), of_one(INDEX[event.give], event.paid))
        case events.Traded():
            yield seat, minus(event.got, event.gave)
            yield event.partner, minus(event.gave, event.got)
        case events.CcBuilt():
            yield seat, NONE if event.free else minus(NONE, figures.cc_cost)
        case events.UvBuilt():
            yield seat, minus(NONE, figures.uv_cost)
        case events.UvUpgraded():
            yield seat, minus(NONE, figures.upgrade_cost)
        case events.CardBought():
            yield seat, minus(NONE, figures.card_cost)
        case events.Monopolised():
            for each, number in enumerate(event.given):
                yield each, of_one(INDEX[event.resource], -number)
            yield seat, of_one(INDEX[event.resource], sum(event.given))
        case events.Stolen():
            yield seat, of_one(INDEX[event.resource], 1)
            yield event.victim, of_one(INDEX[event.resource], -1)


def _counted(number: Callable[[Cards], int]) -> Posts:
    return lambda event, terms: [Posting(seat, number(cards)) for seat, cards in _gained(event, terms.figures)]


def _hand(resource: Resource) -> Account:
    at = INDEX[resource]

    def shown(view: View) -> Mapping[Holder, int]:
        return {} if view.viewer is None else {view.viewer: view.hand[at]}

    return Account(resource, shown, dict.fromkeys((*PUBLIC, events.Stolen), _counted(lambda cards: cards[at])))


def _robbed(event: events.RobberMoved, terms: Terms) -> Iterator[Posting]:
    if event.victim is not None:
        yield Posting(event.seat, 1)
        yield Posting(event.victim, -1)


def _piece(points: Callable[[Figures], int]) -> Posts:
    return lambda event, terms: (Posting(event.seat, points(terms.figures)),)


def _special(points: Callable[[Figures], int]) -> Posts:
    """A special card moves from one seat, or none, to another or none."""

    def posts(event: Any, terms: Terms) -> Iterator[Posting]:
        if event.seat != event.before:
            for seat, sign in ((event.before, -1), (event.seat, 1)):
                if seat is not None:
                    yield Posting(seat, sign * points(terms.figures))

    return posts


def _taken(event: events.CardTaken, terms: Terms) -> Iterator[Posting]:
    if event.card == "victory" and terms.knows(event.seat):
        yield Posting(event.seat, terms.figures.victory_points)


def _revealed(event: events.HandRevealed, terms: Terms) -> Iterator[Posting]:
    if not terms.knows(event.seat):
        yield Posting(event.seat, event.cards[VICTORY] * terms.figures.victory_points)


def _points(view: View) -> Mapping[Holder, int]:
    return {seat: view.own_points if seat == view.viewer else number for seat, number in enumerate(view.points)}


HANDS: Final = tuple(map(_hand, RESOURCES))
CARDS: Final = Account(
    "cards",
    lambda view: dict(enumerate(view.hand_counts)),
    {**dict.fromkeys(PUBLIC, _counted(sum)), events.RobberMoved: _robbed},
)
"""The number of cards in each hand."""
OPEN_POINTS: Final = Account(
    "points",
    _points,
    {
        events.UvFounded: _piece(lambda figures: figures.uv_points),
        events.UvBuilt: _piece(lambda figures: figures.uv_points),
        events.UvUpgraded: _piece(lambda figures: figures.upgraded_points - figures.uv_points),
        events.LongestMoved: _special(lambda figures: figures.longest_points),
        events.OldestMoved: _special(lambda figures: figures.oldest_points),
    },
)
"""The postings of pieces and special cards, which everybody sees."""
POINTS: Final = replace(
    OPEN_POINTS, posts={**OPEN_POINTS.posts, events.CardTaken: _taken, events.HandRevealed: _revealed}
)


def _terms(scenario: Any, view: View, record: Iterable[Any]) -> Terms:
    return Terms(view.figures, view.viewer)


ACCOUNTS: Final = Accounts((*HANDS, CARDS, POINTS), _terms)
