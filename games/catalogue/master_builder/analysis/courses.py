"""Playouts from a position with strong bots on every seat. Luck is the mean of courses after the actual draw, less the
mean of courses after other possible draws.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from games.catalogue.master_builder.bots.strong import StrongBot
from games.catalogue.master_builder.expected import EXPECTING
from games.catalogue.master_builder.rules.moves import MasterBuilderMove
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.types import State
from games.catalogue.master_builder.rules.view import view_of
from games.engine.analysis.played import Match, Step
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.expected import shuffled
from games.engine.facilitation import Brought, played
from games.engine.playout import playout
from games.engine.replay import seed_at
from games.engine.types import Outcome, Seat

LOTS: Final = ("events/", "economy/", "contracts/")
"""The names of draws that count as luck: events, economy cards and the contracts that these reveal."""
BOT: Final = StrongBot(RULES)


def played_on(state: State, seed: bytes) -> tuple[int, ...]:
    """The money of each seat at the end."""
    end = playout(RULES, Outcome(state), [BOT] * state.players, LabelledDraws(seed), bot_draws=FastDraws(0))
    return scores(end.state)


def as_seen(scenario: Scenario, state: State, seat: Seat, seed: bytes) -> State:
    """A state that looks the same to a seat. Limits and wishes of others are left out, their hands are dealt anew, and
    their plans are a bot's. All have seen which events and economy cards have come.
    """
    draws = FastDraws(int.from_bytes(seed[:8], "big"))
    there = EXPECTING.deal(scenario, view_of(state, seat), draws)
    others = [card for each, firm in enumerate(state.firms) if each != seat for card in firm.events]
    left = shuffled(sorted((*state.events.unseen, *others)), draws, "hands")
    firms = []
    for each, firm in enumerate(there.firms):
        held = firm.events if each == seat else tuple(left[: len(firm.events)])
        left = left if each == seat else left[len(held) :]
        firms.append(replace(firm, events=held))
    pile = replace(state.events, unseen=tuple(sorted(left)))
    return replace(there, firms=tuple(firms), events=pile, economy=state.economy)


def after(state: State, seat: Seat, key: str, move: MasterBuilderMove, seed: bytes) -> tuple[int, ...]:
    """The money of each seat at the end after this move."""
    then: State = RULES.apply(state, seat, key, move, LabelledDraws(seed)).state
    return played_on(then, seed)


class _Otherwise:
    """A random source that replaces the draws of `LOTS`."""

    def __init__(self, came: bytes, might: bytes) -> None:
        self._came, self._might = LabelledDraws(came), LabelledDraws(might)

    def below(self, sides: int, label: str) -> int:
        """See `Draws.below`."""
        return (self._might if label.startswith(LOTS) else self._came).below(sides, label)


def with_other_lots(step: Step, came: bytes, might: bytes) -> State:
    """The state after a move with the draws of another seed. A worker revealed on a stack is the same as in
    the match.
    """
    after_: State = RULES.apply(step.before, step.seat, step.key, step.move, _Otherwise(came, might)).state
    return after_


def fortunes(match: Match, seed: bytes, pairs: int) -> Iterator[tuple[Step, list[list[int]]]]:
    """The gain in k of each seat and pair of courses, for each step with draws that count. The set-up belongs to the
    first step. Events of the facilitator draw nothing, so they are no luck.
    """
    steps, _last = match.steps()
    rules, scenario, options, seats = match.start()
    for place, step in enumerate(steps):
        rows: list[list[int]] = [[0] * pairs for _seat in range(seats)]
        came = seed_at(match.seeds, step.number)
        draws = LabelledDraws(came)
        seat = None if isinstance(step.move, Brought) else step.seat
        real = played(rules, step.before, seat, step.key, step.move, draws).state
        counts = any(each.label.startswith(LOTS) for each in draws.taken)
        for pair in range(pairs if counts or not place else 0):
            luck = derive(seed, f"lots/{step.number}/{pair}")
            if counts:
                other = with_other_lots(step, came, luck)
                _add(rows, pair, real, other, luck)
            if not place:
                luck = derive(luck, "set-up")
                other = rules.setup(scenario, options, seats, LabelledDraws(luck)).state
                _add(rows, pair, step.before, other, luck)
        if counts or not place:
            yield step, rows


def _add(rows: list[list[int]], pair: int, real: State, other: State, luck: bytes) -> None:
    for row, came, might in zip(rows, played_on(real, luck), played_on(other, luck), strict=True):
        row[pair] += came - might
