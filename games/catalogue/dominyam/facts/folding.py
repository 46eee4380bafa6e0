"""The computation of the tables from the events of a match."""

from typing import Any

from msgspec.structs import replace

from games.catalogue.dominyam.facts.tables import Given, GuessFacts, Throw, TurnFacts
from games.catalogue.dominyam.rules import events
from games.catalogue.dominyam.rules.accounts import ACCOUNTS
from games.catalogue.dominyam.rules.chances import chance, chance_keeping, fits_any
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.layout import legal_pairs
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import ROLLS, Options, step_of
from games.engine.ledger import Books


def thousandths(part: float) -> int:
    """A chance in thousandths, as the tables store it."""
    return round(1000 * part)


class Folding:
    """The board and the turns after the events added so far."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario, self.options = scenario, options
        self.dominoes: dict[int, Domino] = {}
        self.left: tuple[int, ...] = scenario.places
        self.books = Books(ACCOUNTS, None)
        self.bonus = [0] * scenario.players
        self.given: list[Given] = []
        self.turns: list[TurnFacts] = []
        self.why: events.Ending | None = None
        self._begun: events.TurnBegun
        self._shift = 0
        self._fits: tuple[float, ...] = ()
        self._pairs = 0
        self._rolled: list[events.Rolled] = []
        self._guessed: list[tuple[int, events.Guessed]] = []

    def add(self, event: Any, by: str) -> None:
        """Enter an event; `by` is the author of the move."""
        self.books.add(event)
        match event:
            case events.Dealt():
                self.dominoes = dict(zip(event.places, event.dominoes, strict=True))
            case events.TurnBegun():
                self._shift = 0
                self._begin(event)
            case events.TargetMoved():
                self._shift += event.amount
                self._aim(replace(self._begun, target=event.target))
            case events.PointsBrought():
                self.given.append(Given(step_of(event.turn), event.seat or 0, event.amount))
            case events.Rolled():
                self._rolled.append(event)
            case events.Guessed():
                self._guessed.append((len(self._rolled), event))
            case events.Eaten():
                self._eat(event, by)
            case events.WentWithout():
                self._end_turn(event.seat or 0, by, could=event.could)
            case events.GameEnded():
                self.why = event.why

    def _begin(self, event: events.TurnBegun) -> None:
        self._rolled, self._guessed = [], []
        self._aim(event)

    def _aim(self, begun: events.TurnBegun) -> None:
        """Take the target of a turn, and the pairs that reach it."""
        self._begun, dominoes = begun, self.dominoes
        pairs = [(dominoes[one], dominoes[other]) for one, other in legal_pairs(self.left)]
        pairs = [pair for pair in pairs if sum(pair[0]) + sum(pair[1]) >= begun.target]
        self._fits, self._pairs = fits_any(tuple(pairs)), len(pairs)

    def _eat(self, event: events.Eaten, by: str) -> None:
        seat = event.seat or 0
        self.left = tuple(place for place in self.left if place not in event.places)
        self.bonus[seat] += event.bonus
        self._end_turn(seat, by, meal=event)

    def _end_turn(self, seat: int, by: str, *, meal: events.Eaten | None = None, could: bool = False) -> None:
        begun = self._begun
        self.turns.append(
            TurnFacts(
                turn=step_of(begun.turn),
                attempt=begun.attempt,
                seat=seat,
                target=begun.target,
                best=begun.best,
                pairs=self._pairs,
                chance=thousandths(chance(self._fits, ROLLS)),
                throws=tuple(self._throw(index) for index in range(len(self._rolled))),
                ate=meal.dominoes if meal else None,
                places=meal.places if meal else None,
                point=meal.point if meal else 0,
                bonus=meal.bonus if meal else 0,
                could=could,
                by=by,
                guesses=tuple(self._guess(index, guessed) for index, guessed in self._guessed),
                shift=self._shift,
            )
        )

    def _guess(self, index: int, guessed: events.Guessed) -> GuessFacts:
        """Enter a guess before the throw of this index."""
        came = any(point_values(rolled.dice, *guessed.dominoes) for rolled in self._rolled[index:])
        return GuessFacts(
            throw=index + 1, dominoes=guessed.dominoes, kept=guessed.kept, throws=guessed.throws,
            said=10 * guessed.percent, exact=guessed.exact, came=came,
        )  # fmt: skip

    def _throw(self, index: int) -> Throw:
        """A throw with the dice kept from it."""
        rolled = self._rolled[index]
        dice = rolled.dice
        best = max(
            chance_keeping(self._fits, kept, ROLLS - rolled.roll) for kept in _parts(dice, last=rolled.roll == ROLLS)
        )
        if index + 1 == len(self._rolled):
            return Throw(dice, thousandths(best))
        thrown = self._rolled[index + 1].thrown
        kept = tuple(value for number, value in enumerate(dice, start=1) if number not in thrown)
        held = chance_keeping(self._fits, kept, ROLLS - rolled.roll)
        return Throw(dice, thousandths(best), kept, thousandths(held))


def _parts(dice: tuple[int, ...], *, last: bool) -> list[tuple[int, ...]]:
    """The sets of dice that may be kept: after the last throw only all dice."""
    if last:
        return [dice]
    return [tuple(die for bit, die in enumerate(dice) if subset >> bit & 1) for subset in range(1 << len(dice))]
