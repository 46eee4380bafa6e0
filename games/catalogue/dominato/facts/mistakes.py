"""The errors of a tile, by kind, for a pupil's practice."""

from collections import Counter
from typing import Final, Literal

from games.catalogue.dominato.facts.tables import Facts, Fault, StepPlayed
from games.engine.types import Value

ErrorKind = Literal["sign", "zero", "missed", "number", "believed"]
KINDS: Final[tuple[ErrorKind, ...]] = ("sign", "zero", "missed", "number", "believed")
"""`sign`: the right number in the other colour. `zero`: zero or an empty square was confused with another value.
`missed`: another contact of the same tile is right, and this one was overlooked. `number`: another number. `believed`:
the square equals the neighbour's wrong declared balance.
"""


class Mistake(Value, frozen=True):
    """One wrong value. `claimed` is the value of the player's tile, `true` the right one; `part` is as in `Fault`, with
    3 for a declared balance.
    """

    game: int
    step: StepPlayed
    part: int
    claimed: int
    true: int
    kind: ErrorKind


SAID: Final = 3


def mistakes(facts: Facts, seat: int | None = None) -> tuple[Mistake, ...]:
    """All errors of a match in the order of play, or those of a seat."""
    return tuple(
        mistake
        for game in facts.games
        for step in game.steps
        if seat in (None, step.seat)
        for mistake in _of_step(game.number, step)
    )


def _of_step(game: int, step: StepPlayed) -> list[Mistake]:
    found = [
        Mistake(game, step, fault.part, fault.value, fault.needed, _kind(fault, step.order - len(step.faults)))
        for fault in step.faults
    ]
    if step.laid is not None and step.is_misspoken:
        claimed, true = step.laid.visible_balance, step.laid.balance
        found.append(Mistake(game, step, SAID, claimed, true, _by_numbers(claimed, true)))
    return found


def _kind(fault: Fault, holding: int) -> ErrorKind:
    """The kind of an error; `holding` contacts of the same tile are right."""
    if fault.shown == fault.value:
        return "believed"
    return "missed" if holding > 0 else _by_numbers(fault.value, fault.needed)


def _by_numbers(claimed: int, true: int) -> ErrorKind:
    if claimed == -true:
        return "sign"
    return "zero" if 0 in (claimed, true) else "number"


def by_kind(found: tuple[Mistake, ...]) -> tuple[int, ...]:
    """The number of errors of each kind, in the order of `KINDS`."""
    counts = Counter(mistake.kind for mistake in found)
    return tuple(counts[kind] for kind in KINDS)
