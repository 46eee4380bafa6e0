"""Events that the facilitator brings: another target for the turn under way, and points for one player.
README decision 16.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.dominyam.rules.events import Eaten, PointsBrought, TargetMoved, TurnBegun
from games.catalogue.dominyam.rules.layout import legal_pairs
from games.catalogue.dominyam.rules.scoring import final_score
from games.catalogue.dominyam.rules.table import pair_sum
from games.catalogue.dominyam.rules.types import ROLLS, State, step_of
from games.engine.draws import Draws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat, places

MOST_SHIFT: Final = 5
"""The most by which a target is lowered or raised at once."""
MOST_POINTS: Final = 10
"""The most points that are given or taken at once."""


class DominyamEvents:
    """See `games.engine.facilitation.Facilitation`."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of the list. Nobody's points fall below 0."""
        found = [*_targets(state)]
        for seat in range(state.players):
            found.append(Offer("bonus", 1, MOST_POINTS, seat))
            found.append(Offer("penalty", 1, min(MOST_POINTS, state.points[seat]), seat))
        return tuple(each for each in found if each.low <= each.high)

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        """Every event works at once. Another target holds until the turn under way ends."""
        amount = brought.amount if brought.event in MORE else -brought.amount
        return _give(state, brought.seat, amount) if brought.seat is not None else _move_target(state, amount)

    def turn(self, state: State) -> int:
        """The turn in the order of play, as events count it."""
        return step_of(state.turn)

    def without(self, state: State, events: tuple[Any, ...]) -> Result:
        """The result less the points that events gave or took, and less the points above a target that another target
        brought.
        """
        share = Share(counts_difference=state.options.difference_points)
        for event in events:
            share.add(event)
        scores = tuple(final_score(state, seat).total - share.points[seat] for seat in range(state.players))
        return Result(scores, places(scores))


class Share:
    """The points that events of the facilitator brought directly, by seat, from all events of the match. A meal that
    only a lower target allowed keeps its die and its dominoes: the player threw for them.
    """

    def __init__(self, *, counts_difference: bool) -> None:
        self.points: Counter[Seat] = Counter()
        self._counts_difference = counts_difference
        self._shift = 0

    def add(self, event: Any) -> None:
        """Enter the next event."""
        match event:
            case TurnBegun():
                self._shift = 0
            case TargetMoved():
                self._shift += event.amount
            case PointsBrought():
                self.points[event.seat or 0] += event.amount
            case Eaten() if self._counts_difference:
                self.points[event.seat or 0] += event.bonus - max(0, event.bonus + self._shift)


def _targets(state: State) -> Iterator[Offer]:
    """Another target, before anybody has decided anything in this turn, if it changes the pairs that may be eaten."""
    if state.roll != 1 or state.rolls_left != ROLLS - 1:
        return
    sums = [pair_sum(state.dominoes, pair) for pair in legal_pairs(state.left)]
    lower = min(MOST_SHIFT, state.target - 1)
    if any(state.target - lower <= each < state.target for each in sums):
        yield Offer("easier", 1, lower)
    higher = min(MOST_SHIFT, max(sums, default=0) - state.target)
    if any(state.target <= each < state.target + higher for each in sums):
        yield Offer("harder", 1, higher)


def _move_target(state: State, amount: int) -> Outcome:
    target = state.target + amount
    moved = TargetMoved(turn=step_of(state.turn), seat=state.seat, amount=amount, target=target)
    return Outcome(replace(state, target=target), (moved,))


def _give(state: State, seat: Seat, amount: int) -> Outcome:
    total = state.points[seat] + amount
    points = (*state.points[:seat], total, *state.points[seat + 1 :])
    given = PointsBrought(turn=step_of(state.turn), seat=seat, amount=amount, total=total)
    return Outcome(replace(state, points=points), (given,))


MORE: Final = frozenset({"harder", "bonus"})
"""The events whose amount is added; that of the others is taken away."""
EVENTS: Final = DominyamEvents()
