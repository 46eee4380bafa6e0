"""The income from the dice, exact over the 36 throws, with the robber and the bank as they are."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.packed import pack
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.turn import SEVEN
from games.catalogue.utboheme.rules.types import State
from games.engine.analysis.played import Match
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought
from games.engine.replay import draws_at

THROWS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""The number of the 36 throws that give each total."""


class Thrown(msgspec.Struct, frozen=True):
    """The throw of move `number` in a turn, with the actual and the mean number of cards by seat."""

    number: int
    turn: int
    total: int
    came: tuple[int, ...]
    expected: tuple[float, ...]


def brings(state: State, bank: Sequence[int], total: int) -> tuple[int, ...]:
    """The number of cards by seat that this total gives in `state`."""
    position = Kernel(state, lambda: 0.0)
    position.bank = pack(bank)
    before = position.totals.copy()
    if total != SEVEN:
        position.income(total)
    return tuple(after - held for after, held in zip(position.totals, before, strict=True))


def expected(state: State, bank: Sequence[int]) -> tuple[float, ...]:
    """The mean number of cards that a throw gives, by seat."""
    each = [(times, brings(state, bank, total)) for total, times in THROWS.items()]
    return tuple(sum(times * got[seat] for times, got in each) / 36 for seat in range(state.players))


def throws(match: Match) -> Iterator[Thrown]:
    """All throws of a match, in order. The steps of a plan are handled one by one. Events of the facilitator throw no
    dice.
    """
    for step in match.steps()[0]:
        if isinstance(step.move, Brought):
            continue
        draws = draws_at(match.seeds, step.number)
        for before, after in _singly(step.before, step.seat, step.key, step.move, draws):
            if after.dice and (before.turn, before.dice) != (after.turn, after.dice):
                total = sum(after.dice)
                came = brings(after, before.bank, total)
                yield Thrown(step.number, after.turn, total, came, expected(after, before.bank))


def _singly(state: State, seat: int, key: str, move: m.UtbohemeMove, draws: Draws) -> Iterator[tuple[State, State]]:
    if not isinstance(move, m.Plan):
        yield state, RULES.apply(state, seat, key, move, draws).state
        return
    for each in move.steps:
        own = [one.key for one in RULES.prompts(state) if one.seat == seat and one.kind not in ("answer", "orders")]
        if not own:
            return
        try:
            after: State = RULES.apply(state, seat, own[0], each, draws).state
        except IllegalMove:
            return
        yield state, after
        if after.turn != state.turn:
            return
        state = after
