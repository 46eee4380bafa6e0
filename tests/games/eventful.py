"""Matches of bots into which a facilitator brings events, and the laws that hold in each. No game is named here."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.engine.analysis.played import Match
from games.engine.codec import state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.facilitation import Brought, offers_of, played
from games.engine.record import Record
from games.engine.replay import SeedFrom, fold

MOST_MOVES = 20_000
AT = "2026-11-30T09:00:00+00:00"

Plan = tuple[tuple[int, int, int], ...]
"""Events of a match: the number of moves to wait for each, its place among the offers, its amount. The last two count
on from the end to the beginning.
"""
PLANS = st.lists(st.tuples(st.integers(0, 90), st.integers(0, 99), st.integers(0, 99)), max_size=6).map(tuple)


class Moved(NamedTuple):
    """A move with the states around it and its events. An event of the facilitator has no seat."""

    seat: int | None
    key: str
    move: Any
    before: Any
    after: Any
    events: tuple[Any, ...]

    @property
    def is_brought(self) -> bool:
        """True for an event of the facilitator."""
        return isinstance(self.move, Brought)


class Eventful(NamedTuple):
    """A finished match: its first events, its moves, and the match as the analysis reads it."""

    opening: tuple[Any, ...]
    moves: tuple[Moved, ...]
    match: Match

    @property
    def end(self) -> Any:
        """The last state."""
        return self.moves[-1].after

    @property
    def told(self) -> tuple[Any, ...]:
        """All events, in order."""
        return (*self.opening, *(event for move in self.moves for event in move.events))

    @property
    def brought(self) -> list[Moved]:
        """The events of the facilitator."""
        return [move for move in self.moves if move.is_brought]

    def records(self) -> list[Record]:
        """The match as it is stored."""
        return [Record(0, None, "", "rules", AT, self.opening)] + [
            Record(number, move.seat, move.key, "brought" if move.is_brought else "bot", AT, move.events)
            for number, move in enumerate(self.moves, start=1)
        ]


def eventful(game: Any, scenario: Any, options: Any, seats: int, plan: Plan, seed: int = 0, bot: str = "random") -> Any:
    """Play a match of bots with these events. An event that finds no offer waits for the next position with one."""
    rules, secret = game.rules, bytes([seed + 1]) * 8
    draws, chance, player = LabelledDraws(secret), FastDraws(seed), game.bot(bot)
    start = rules.setup(scenario, options, seats, draws)
    state, moves, left, waited = start.state, list[Moved](), list(plan), 0
    while prompts := rules.prompts(state):
        offers = offers_of(rules, state)
        if left and waited >= left[0][0] and offers:
            _wait, place, amount = left.pop(0)
            offer = offers[place % len(offers)]
            number = offer.low + amount % (offer.high - offer.low + 1)
            made, waited = (None, f"event-{len(moves) + 1}", Brought(offer.key, number, offer.seat)), 0
        else:
            made, waited = _answer(rules, state, prompts, player, chance), waited + 1
        outcome = played(rules, state, *made, draws)
        moves.append(Moved(*made, state, outcome.state, outcome.events))
        state = outcome.state
        assert len(moves) < MOST_MOVES
    recorded = tuple((each.seat, each.key, each.move) for each in moves)
    return Eventful(
        start.events, tuple(moves), Match(game, scenario, options, seats, (SeedFrom(0, secret.hex()),), recorded)
    )


def _answer(rules: Any, state: Any, prompts: Any, player: Any, chance: FastDraws) -> tuple[int, str, Any]:
    """The first answer of the bot; if it waits everywhere, the default of the first pending prompt."""
    for prompt in prompts:
        move = player.answer(state, prompt, chance)
        if move is not None:
            return prompt.seat, prompt.key, move
    prompt = next(each for each in prompts if not each.optional)
    return prompt.seat, prompt.key, rules.default(state, prompt.seat, prompt.key)


def check_replay(found: Eventful) -> None:
    """Check that a replay of the recorded moves gives the same states and events, also from JSON."""
    match = found.match
    steps = list(fold(match.game.rules, match.scenario, match.options, match.seats, match.seeds, match.moves))
    assert [step.state for step in steps[1:]] == [move.after for move in found.moves]
    assert [step.events for step in steps] == [found.opening, *(move.events for move in found.moves)]
    assert steps[-1].state_hash == state_hash(to_json(found.end))


def check_open(found: Eventful) -> None:
    """Check that after each event of the facilitator somebody is asked, and that every question can be answered."""
    rules = found.match.game.rules
    for move in found.brought:
        prompts = rules.prompts(move.after)
        assert any(not prompt.optional for prompt in prompts)
        for prompt in prompts:
            assert rules.choices(move.after, prompt.seat, prompt.key)
            default = rules.default(move.after, prompt.seat, prompt.key)
            rules.apply(move.after, prompt.seat, prompt.key, default, FastDraws(0))
