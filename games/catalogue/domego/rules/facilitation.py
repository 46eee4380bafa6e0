"""Events that the facilitator brings. They work like effects of risk cards, but no card is drawn and no failure is
counted for them. README decision 18.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Bankrupt,
    CardDrawn,
    CardsDue,
    EffectApplied,
    EffectDeferred,
)
from games.catalogue.domego.rules.ledger import Ledger, changed
from games.catalogue.domego.rules.scoring import points_of, targets_of
from games.catalogue.domego.rules.sheet import Goals, Op
from games.catalogue.domego.rules.types import State, Waiting
from games.engine.draws import Draws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat, places

PREFIX: Final = "event:"
"""The beginning of an event's name in the place of a card's id. No card's id has a colon."""
MOST_DAYS: Final = 10
MOST_RISE: Final = 5
"""The most that a rise of prices takes from each role, in k."""
MOST_CARDS: Final = 3
MOST_HELP: Final = 10
"""The most that the region gives to each role, in k."""
MOST_BY_HAND: Final = 20
"""The most that is given to or taken from one role, in k."""


def card_of(key: str) -> str:
    """The name of an event where effects name their card."""
    return PREFIX + key


def is_brought(card: str) -> bool:
    """Does this effect belong to an event of the facilitator?"""
    return card.startswith(PREFIX)


def spare(state: State, seat: Seat) -> int:
    """The money (k) that a role can lose now without going bankrupt for the required cubes of this activity, and
    without losing its open placement.
    """
    activity, firm = state.sheet.activities[state.turn - 1], state.firms[seat]
    line = activity.part_of[seat]
    if line < 0 or state.bankrupt[seat]:
        return firm.money
    placed = state.placed[line] if state.placed else None
    cubes = placed.buy if placed is not None else max(0, activity.parts[line].required - firm.stock)
    return max(0, firm.money - cubes * state.sheet.high_price)


class DomegoEvents:
    """See `games.engine.facilitation.Facilitation`."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of the list. A role that could not pay is offered no penalty."""
        activity = state.sheet.activities[state.turn - 1]
        left = activity.deck - activity.slots - state.added[state.turn - 1]
        found = [Offer("strike", 1, MOST_DAYS), Offer("price_rise", 1, MOST_RISE)]
        if state.turn < len(state.sheet.activities):
            found.append(Offer("late_permit", 1, MOST_DAYS))
        found += [Offer("inspection", 1, min(MOST_CARDS, left)), Offer("help", 1, MOST_HELP)]
        for seat in range(len(state.firms)):
            found.append(Offer("bonus", 1, MOST_BY_HAND, seat))
            found.append(Offer("penalty", 1, min(MOST_BY_HAND, spare(state, seat)), seat))
        return tuple(each for each in found if each.low <= each.high)

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        """Days, cards and a rise of prices work when the activity is carried out, money given or taken at once."""
        ledger = Ledger(state)
        EFFECTS[brought.event](ledger, card_of(brought.event), brought)
        return ledger.close()

    def turn(self, state: State) -> int:
        """The activity."""
        return state.turn

    def without(self, state: State, events: tuple[Any, ...]) -> Result:
        """The result less the days, cards, cost, money and bankruptcies that events brought directly."""
        share = Share()
        for event in events:
            share.add(event)
        reached = Goals(state.delay - share.days, state.cost - share.cost, state.failures - share.cards)
        firms = (
            replace(
                firm, money=firm.money - share.money[seat], bankruptcies=firm.bankruptcies - share.bankruptcies[seat]
            )
            for seat, firm in enumerate(state.firms)
        )
        scores = tuple(points_of(state.sheet, seat, firm, reached).total for seat, firm in enumerate(firms))
        return Result(scores, places(scores), targets_of(state.sheet.goals, reached))


class Share:
    """The part of a match's figures that events of the facilitator brought directly, from all events of the match.

    Cards drawn because of an inspection are the last ones of their activity: without it the earlier ones would have
    been the same. Their effects belong to it, later ones too. Money that a bankrupt firm lost is nobody's any more.
    Cubes taken from a stock are not counted: they are worth no points.
    """

    def __init__(self) -> None:
        self.days = self.cost = self.cards = 0
        self.money: Counter[int] = Counter()
        """By seat, in k: what it received less what it paid."""
        self.bankruptcies: Counter[int] = Counter()
        self._added: Counter[int] = Counter()
        self._drawn: set[str] = set()
        self._first = 0
        self._due: Counter[int] = Counter()
        self._failing = False

    def add(self, event: Any) -> None:
        """Enter the next event."""
        match event:
            case EffectDeferred(op="risk") if self._is_brought(event.card):
                self._added[event.activity] += event.amount
            case CardsDue():
                without = max(0, event.slots + event.added - self._added[event.turn] - event.reduced)
                self.cards += event.cards - without
                self._first = without + 1
            case CardDrawn() if event.number >= self._first:
                self._drawn.add(event.card)
            case EffectApplied():
                self._apply(event)
            case Bankrupt():
                self.bankruptcies[event.seat or 0] += self._failing and event.cause == "card"
                self._failing = False
                del self.money[event.seat or 0]
            case ActivityEnded():
                days = event.base_days - event.fewer_days + event.card_days - self._due[event.turn]
                self.days += event.days - max(0, days)

    def _is_brought(self, card: str) -> bool:
        return is_brought(card) or card in self._drawn

    def _apply(self, event: EffectApplied) -> None:
        ours = self._is_brought(event.card)
        self._failing = ours and event.how == "unpaid"
        if not ours or event.how != "done":
            return
        if event.op == "delay":
            self._due[event.turn] += event.amount
            return
        self.money[event.seat or 0] -= event.paid + event.k
        if event.card not in BY_HAND:
            self.cost += event.cubes + max(0, event.k)


def _strike(ledger: Ledger, card: str, brought: Brought) -> None:
    _defer(ledger, card, "delay", brought.amount, ledger.turn)


def _late_permit(ledger: Ledger, card: str, brought: Brought) -> None:
    _defer(ledger, card, "delay", brought.amount, ledger.turn + 1)


def _price_rise(ledger: Ledger, card: str, brought: Brought) -> None:
    """Each role of the activity pays, in sheet order, as for a risk card."""
    for part in ledger.activity.parts:
        _defer(ledger, card, "money", -brought.amount, ledger.turn, part.role)


def _inspection(ledger: Ledger, card: str, brought: Brought) -> None:
    ledger.emit(EffectDeferred(card, "risk", brought.amount, ledger.turn, turn=ledger.turn))
    ledger.added = changed(ledger.added, ledger.turn - 1, ledger.added[ledger.turn - 1] + brought.amount)


def _help(ledger: Ledger, card: str, brought: Brought) -> None:
    for seat in range(len(ledger.firms)):
        _give(ledger, card, brought.amount, seat)


def _bonus(ledger: Ledger, card: str, brought: Brought) -> None:
    _give(ledger, card, brought.amount, brought.seat or 0)


def _penalty(ledger: Ledger, card: str, brought: Brought) -> None:
    _give(ledger, card, -brought.amount, brought.seat or 0)


def _defer(ledger: Ledger, card: str, op: Op, amount: int, activity: int, seat: Seat | None = None) -> None:
    ledger.emit(EffectDeferred(card, op, amount, activity, turn=ledger.turn, seat=seat))
    ledger.waiting = (*ledger.waiting, Waiting(card, ledger.turn, op, amount, activity, seat))


def _give(ledger: Ledger, card: str, amount: int, seat: Seat) -> None:
    ledger.give(seat, amount)
    ledger.emit(EffectApplied(card, ledger.turn, "money", amount, k=-amount, turn=ledger.turn, seat=seat))


EFFECTS: Final[Mapping[str, Callable[[Ledger, str, Brought], None]]] = {
    "strike": _strike,
    "price_rise": _price_rise,
    "late_permit": _late_permit,
    "inspection": _inspection,
    "help": _help,
    "bonus": _bonus,
    "penalty": _penalty,
}
BY_HAND: Final = frozenset(map(card_of, ("help", "bonus", "penalty")))
"""The events that give or take money without a cost of the project."""
EVENTS: Final = DomegoEvents()
