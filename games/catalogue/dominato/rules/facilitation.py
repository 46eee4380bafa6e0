"""Events that the facilitator brings: a check of the last tile, and points for one player. README decision 22."""

from typing import Any, Final

from msgspec import structs

from games.catalogue.dominato.rules.events import CheckAsked, PointsBrought
from games.catalogue.dominato.rules.prompts import watching
from games.catalogue.dominato.rules.turn import points_of, totals
from games.catalogue.dominato.rules.types import State, Window
from games.engine.draws import Draws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat, places

MOST_POINTS: Final = 10
"""The most points that are added or taken off at once."""


class DominatoEvents:
    """See `games.engine.facilitation.Facilitation`."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of the list. No total falls below 0. A check is offered whether or not the last tile
        is right, so that the offer says nothing about it.
        """
        found = [Offer("check", 1, 1)] if _can_check(state) else []
        for seat, total in enumerate(points_of(state)):
            found.append(Offer("bonus", 1, min(MOST_POINTS, total), seat))
            found.append(Offer("penalty", 1, MOST_POINTS, seat))
        return tuple(each for each in found if each.low <= each.high)

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        """Points count at once. A check comes before the next tile."""
        if brought.event == "check" and state.window is not None:
            return _check(state, state.window)
        return _give(state, brought.seat or 0, brought.amount if brought.event == "penalty" else -brought.amount)

    def turn(self, state: State) -> int:
        """The game of the match."""
        return state.game

    def without(self, state: State, events: tuple[Any, ...]) -> Result:
        """The result of the games alone. A check brings no points by itself."""
        sums = totals(state.done, state.players)
        return Result(sums, places(tuple(-points for points in sums)))


def _can_check(state: State) -> bool:
    """True if a player could still claim an error in the last tile, and nobody has to. A first tile can only have a
    wrong declared balance.
    """
    window = state.window
    if window is None or state.phase != "play" or (len(state.table) == 1 and not state.options.say_first):
        return False
    return bool(watching(state, window))


def _check(state: State, window: Window) -> Outcome:
    """Wait for all who have not yet accepted the last tile. It counts as a step: the next prompt has a new key."""
    asked = CheckAsked(turn=state.game, step=window.step, offender=window.seat)
    return Outcome(structs.replace(state, phase="check", step=state.step + 1), (asked,))


def _give(state: State, seat: Seat, amount: int) -> Outcome:
    given = list(state.brought or (0,) * state.players)
    given[seat] += amount
    after = structs.replace(state, brought=tuple(given))
    event = PointsBrought(turn=state.game, seat=seat, amount=amount, total=points_of(after)[seat])
    return Outcome(after, (event,))


EVENTS: Final = DominatoEvents()
