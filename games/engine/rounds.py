"""Rules of games in rounds: all asked seats answer at the same time, and the last answer resolves the round.

An author writes `question` and `resolve` beside the set-up, view and result of `games.engine.rules.Rules`. Prompts,
legality, waiting for all, defaults and undo follow. Bots, perft, replay and the laws that tests try need no more.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from games.engine.choices import contains
from games.engine.draws import Draws
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Choice, Event, Outcome, Prompt, Seat

NOT_OFFERED: Final = "not_offered"


class Question(msgspec.Struct, frozen=True):
    """The question of a round to one seat. `turn` is the number of the round, `key` names both (`round-3/bid`).

    `choices` are the legal answers. A passed deadline gives `default`, which is one of them. The other fields are those
    of `Prompt`.
    """

    turn: int
    key: str
    kind: str
    choices: tuple[Choice, ...]
    default: Any
    minutes: int | None = None
    params: Mapping[str, int | str] = msgspec.field(default_factory=dict)


class Answered(Event, frozen=True):
    """`seat` has answered. Nobody learns what before the round is resolved."""


class Rounds:
    """Base of rules in rounds.

    The state has a field `answers` with an entry for each seat, None without an answer. A game that keeps answers
    elsewhere overrides `answers` and `with_answers`.
    """

    def question(self, state: Any, seat: Seat) -> Question | None:
        """The question to a seat in this round, answered or not; None for a seat that is not asked. It does not depend
        on the answers of the round. The match is over when no seat is asked.
        """
        raise NotImplementedError

    def resolve(self, state: Any, answers: Mapping[Seat, Any], draws: Draws) -> Outcome:
        """The joint effect of a round: the state of the next round, or of the end. `answers` are those of all asked
        seats. `state` does not hold them any more.
        """
        raise NotImplementedError

    def told(self, state: Any, seat: Seat, answer: Any) -> tuple[Any, ...]:
        """The events of an answer, before the round is resolved."""
        asked = self.question(state, seat)
        return () if asked is None else (Answered(turn=asked.turn, seat=seat),)

    def refusal(self, state: Any, seat: Seat, answer: Any) -> IllegalMove:
        """The refusal of an answer that is not among the choices."""
        return IllegalMove(NOT_OFFERED)

    def answers(self, state: Any) -> tuple[Any | None, ...]:
        """The answers of this round by seat."""
        given: tuple[Any | None, ...] = state.answers
        return given

    def with_answers(self, state: Any, answers: tuple[Any | None, ...]) -> Any:
        """The state with these answers."""
        return msgspec.structs.replace(state, answers=answers)

    def known_answers(self, state: Any, seat: Seat | None) -> tuple[Any | None, ...]:
        """The answers of this round that a seat may see: its own alone."""
        return tuple(answer if each == seat else None for each, answer in enumerate(self.answers(state)))

    def pending(self, state: Any) -> Iterator[tuple[Seat, Question]]:
        """The questions of this round without an answer."""
        for seat, given in enumerate(self.answers(state)):
            asked = None if given is not None else self.question(state, seat)
            if asked is not None:
                yield seat, asked

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        """See `Rules.prompts`. All are simultaneous."""
        return tuple(
            Prompt(asked.key, seat, asked.kind, simultaneous=True, minutes=asked.minutes, params=asked.params)
            for seat, asked in self.pending(state)
        )

    def choices(self, state: Any, seat: Seat, key: str) -> tuple[Choice, ...]:
        """See `Rules.choices`."""
        return self._open(state, seat, key).choices

    def default(self, state: Any, seat: Seat, key: str) -> Any:
        """See `Rules.default`."""
        return self._open(state, seat, key).default

    def apply(self, state: Any, seat: Seat, key: str, move: Any, draws: Draws) -> Outcome:
        """Keep an answer. The last one resolves the round."""
        if not contains(self._open(state, seat, key).choices, move):
            raise self.refusal(state, seat, move)
        given = self.answers(state)
        given = (*given[:seat], move, *given[seat + 1 :])
        kept, told = self.with_answers(state, given), self.told(state, seat, move)
        if next(self.pending(kept), None) is not None:
            return Outcome(kept, told)
        answers = {each: answer for each, answer in enumerate(given) if answer is not None}
        outcome = self.resolve(self.with_answers(state, (None,) * len(given)), answers, draws)
        return Outcome(outcome.state, (*told, *outcome.events))

    def uncovers(self, before: Any, seat: Seat, move: Any, outcome: Outcome) -> bool:
        """See `Game.uncovers`: True for the last answer of a round, which shows what the others answered."""
        return all(each == seat for each, _asked in self.pending(before))

    def _open(self, state: Any, seat: Seat, key: str) -> Question:
        """The pending question with this key. Raises IllegalMove("prompt_closed") for any other key."""
        given = self.answers(state)
        asked = self.question(state, seat) if 0 <= seat < len(given) and given[seat] is None else None
        if asked is None or asked.key != key:
            raise IllegalMove(PROMPT_CLOSED)
        return asked
