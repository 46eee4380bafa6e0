"""A match played again from a changed move, with the same later draws and the others' own decisions."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.analysis.analyst import Analyst, Spotted
from games.engine.analysis.played import AsDecided, Match, Repairs, Step, intents_of, policy_bot
from games.engine.bots import Bot
from games.engine.codec import state_hash, to_json
from games.engine.draws import LabelledDraws, derive
from games.engine.errors import RulesError
from games.engine.facilitation import Brought
from games.engine.facilitation import played as after_move
from games.engine.playout import MAX_MOVES
from games.engine.replay import draws_at, seed_at
from games.engine.types import Prompt

Recorded = tuple[int | None, str, Any]


class Branch(msgspec.Struct, frozen=True):
    """A match played again: its moves, the measures after each turn, scores and measures at the end, and the last
    state's hash. `repairs` counts the changes that the others' decisions needed.
    """

    moves: tuple[Recorded, ...]
    series: tuple[tuple[int, tuple[int, ...]], ...]
    values: tuple[int, ...]
    scores: tuple[int, ...]
    state_hash: str
    repairs: dict[str, int]


def what_if(match: Match, number: int, move: Any) -> Branch:
    """Play the match with `move` in the place of move `number`. The move that was made gives the very same end.

    Raises RulesError if the rules refuse it there, IndexError for a number that the match does not have.
    """
    place = match.place_of(number)
    seat, key, made = match.moves[place - 1]
    # A changed decision is not undone afterwards.
    later = [each for each in match.moves[place:] if move == made or each[:2] != (seat, key)]
    moves = (*match.moves[: place - 1], (seat, key, move), *later)
    return _Replay(match, moves, must_be_legal=place).branch()


def decided_otherwise(match: Match, spotted: Spotted, intent: Any) -> Branch:
    """Play the match with another decision: `intent` is one of the analyst's `alternatives`. The recorded intent
    gives exactly the recorded end.
    """
    if intent == spotted.intent:
        return what_if(match, spotted.number, match.moves[match.place_of(spotted.number) - 1][2])
    steps, _last = match.steps()
    moves = tuple(
        made
        for step, made in zip(steps, match.moves, strict=True)
        if step.number < spotted.at or _topic_of(match, step) != spotted.topic
    )
    return _Replay(match, moves, changed=(match.place_of(spotted.at), spotted.topic, intent)).branch()


def _topic_of(match: Match, step: Step) -> str:
    if isinstance(step.move, Brought):
        return ""
    prompts = match.game.rules.prompts(step.before)
    return next(match.analyst.topic(each) for each in prompts if (each.seat, each.key) == (step.seat, step.key))


class _Replay:
    """Plays recorded moves while their prompts are open and the rules allow them, and the facilitator's events in their
    place. Otherwise intents are carried out, and else the policy bot answers. `changed` is (place, topic, intent): from
    that move on, the topic has this intent.
    """

    def __init__(
        self,
        match: Match,
        moves: tuple[Recorded, ...],
        must_be_legal: int = 0,
        changed: tuple[int, str, Any] | None = None,
    ) -> None:
        self.match, self.left = match, list(enumerate(moves, start=1))
        self.analyst: Analyst = match.analyst
        self.must_be_legal, self.changed = must_be_legal, changed
        self.repairs = Repairs()
        steps = match.steps()[0]
        self.befores = {made[:2]: step.before for step, made in zip(steps, match.moves, strict=True)}
        self.played: list[Recorded] = []
        self.series: list[tuple[int, tuple[int, ...]]] = []
        intents = intents_of(self.analyst.spot(steps))
        if changed is not None:
            intents[changed[1]] = changed[2]
        self.meant: Bot = AsDecided(self.analyst, intents, policy_bot(match.game, self.analyst.policy), self.repairs)
        self.state = match.game.rules.setup(*match.start()[1:], self._draws()).state

    def _draws(self) -> LabelledDraws:
        return draws_at(self.match.seeds, 0)

    def branch(self) -> Branch:
        """Play to the end."""
        rules = self.match.game.rules
        while prompts := rules.prompts(self.state):
            if not self._as_recorded(prompts) and not self._as_meant(prompts):
                pending = next(prompt for prompt in prompts if not prompt.optional)
                self._play(pending.seat, pending.key, rules.default(self.state, pending.seat, pending.key))
            if len(self.played) > MAX_MOVES:
                raise RuntimeError(f"{rules.key}: no end after {MAX_MOVES} moves")
        self._note_turn()
        analyst, state = self.analyst, self.state
        return Branch(
            tuple(self.played),
            tuple(self.series),
            analyst.values(state),
            analyst.scores(state),
            state_hash(to_json(state)),
            dict(sorted(self.repairs.changed.items())),
        )

    def _as_recorded(self, prompts: tuple[Prompt, ...]) -> bool:
        """Let the bot answer a prompt that is not in the record. Otherwise play the next recorded move with an open
        prompt.
        """
        if self._as_changed(prompts):
            return True
        still = {(seat, key) for _number, (seat, key, _move) in self.left}
        open_now = {(prompt.seat, prompt.key) for prompt in prompts}
        unrecorded = [p for p in prompts if not p.optional and not p.passive and (p.seat, p.key) not in still]
        if not self._is_as_it_was() and self._as_meant(unrecorded):
            return True
        while self.left:
            number, (seat, key, move) = self.left.pop(0)
            if not isinstance(move, Brought):
                if (seat, key) not in open_now:
                    continue
                move = self._again(seat, key, move)
                if move is None:
                    return False
            try:
                self._play(seat, key, move)
            except RulesError:
                if number == self.must_be_legal:
                    raise
                continue
            return True
        return False

    def _is_as_it_was(self) -> bool:
        """Is this the exact position of the next recorded move? Then other prompts may stay unanswered, as recorded."""
        return bool(self.left) and self.befores[self.left[0][1][:2]] == self.state

    def _again(self, seat: int | None, key: str, move: Any) -> Any | None:
        """A recorded move, as the analyst carries it out in this position."""
        again = getattr(self.analyst, "again", None)
        return move if again is None else again(self.befores[seat, key], self.state, move)

    def _as_changed(self, prompts: tuple[Prompt, ...]) -> bool:
        """Carry out the changed intent once all earlier moves are played."""
        if self.changed is None or (self.left and self.left[0][0] < self.changed[0]):
            return False
        about = [each for each in prompts if not each.optional and self.analyst.topic(each) == self.changed[1]]
        return self._as_meant(about)

    def _as_meant(self, prompts: Sequence[Prompt]) -> bool:
        """Carry out the recorded intents: answer the first of these prompts that has one. False if all wait."""
        draws = LabelledDraws(derive(seed_at(self.match.seeds, 0), f"what-if/{len(self.played)}"))
        for prompt in prompts:
            move = self.meant.answer(self.state, prompt, draws)
            if move is not None:
                self._play(prompt.seat, prompt.key, move)
                return True
        return False

    def _play(self, seat: int | None, key: str, move: Any) -> None:
        draws = draws_at(self.match.seeds, self.match.number_of(len(self.played) + 1))
        after = after_move(self.match.game.rules, self.state, seat, key, move, draws).state
        self.played.append((seat, key, move))
        if self.analyst.turn(after) != self.analyst.turn(self.state):
            self._note_turn(after)
        self.state = after

    def _note_turn(self, after: Any = None) -> None:
        """Note the measures at the end of the turn."""
        state = self.state if after is None else after
        self.series.append((self.analyst.turn(self.state), self.analyst.values(state)))
