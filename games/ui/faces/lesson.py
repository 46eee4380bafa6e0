"""The lesson part of a face: the first game, a few minutes of learning at a real table. Each step is one idea and one
decision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.types import Prompt


class LearnerMove(msgspec.Struct, frozen=True):
    """A move of the learner and the key of the prompt that it answered."""

    key: str
    move: Any


class Moment(msgspec.Struct, frozen=True):
    """The state of a lesson as the learner sees it. `prompts` are the learner's own; `made` are the learner's moves
    and `events` all known events, both oldest first.
    """

    scenario: Any
    view: Any
    seat: int
    prompts: tuple[Prompt, ...] = ()
    made: tuple[LearnerMove, ...] = ()
    events: tuple[Any, ...] = ()
    over: bool = False

    def answered(self, key: str) -> bool:
        """Has the learner ever answered this prompt?"""
        return any(each.key == key for each in self.made)

    def moves(self, kind: type) -> tuple[Any, ...]:
        """The learner's moves of a kind."""
        return tuple(each.move for each in self.made if isinstance(each.move, kind))

    def events_of(self, kind: type) -> tuple[Any, ...]:
        """The events of a kind."""
        return tuple(event for event in self.events if isinstance(event, kind))


StepText = Any
"""A text in the reader's language, or a function from the moment to a text. It must be true of the moment."""


class Step(msgspec.Struct, frozen=True):
    """One idea of a lesson. `news` is the latest event, `do` the instruction, `why` the idea. `at` is the id of the
    page's element that it is about. `advice` is the recommended move as (key, move), or a function of the moment.
    The step is over when it is `done`, which never turns false again.
    """

    id: str
    title: Any
    do: StepText
    why: StepText
    done: Callable[[Moment], bool]
    advice: tuple[str, Any] | Callable[[Moment], tuple[str, Any] | None]
    at: str = "decision"
    news: StepText = ""

    def advised(self, moment: Moment) -> tuple[str, Any] | None:
        """The key and the move that the step recommends."""
        return self.advice(moment) if callable(self.advice) else self.advice


class Learned(msgspec.Struct, frozen=True):
    """A skill of the learner, listed only if `did` is true of the lesson."""

    words: Any
    did: Callable[[Moment], bool]


@dataclass(frozen=True, kw_only=True)
class LessonPart:
    """The steps in order, and the person's seats in the following match against bots. The lesson is played with the
    `lesson` of the `Game`.

    `marks` names the controls of a move: a field (`price`), or a field with its value (`tile=7`). Templates highlight
    the controls listed in `lit`.
    """

    steps: tuple[Step, ...]
    learned: tuple[Learned, ...]
    minutes: int = 5
    seats: tuple[int, ...] = (0,)
    marks: Callable[[Any], tuple[str, ...]] = lambda move: ()
