"""The first game: a lesson of a few minutes at a real table. Each step is one idea and one decision."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from games.engine.lesson import allowed
from games.engine.rules import Rules
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


class FirstGame(msgspec.Struct, frozen=True):
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


class Guidance(msgspec.Struct, frozen=True):
    """The lesson's instruction at a moment. `state` is `told`: follow the advice. `free`: the position is not that of
    the step, so any answer will do. `wait`: others move. `end`: the lesson is over.
    """

    state: Literal["told", "free", "wait", "end"]
    number: int
    total: int
    step: Step | None = None
    title: str = ""
    news: str = ""
    do: str = ""
    why: str = ""
    prompt: Prompt | None = None
    """The learner's prompt if the step does not fit the position."""
    marks: tuple[str, ...] = ()
    """The marks of a step on the page: the element that it is about, and the controls that make its move."""


def place_of(first_game: FirstGame, moment: Moment) -> int:
    """The number of finished steps: all up to the last one that is done, so that no step comes back."""
    done = [number for number, step in enumerate(first_game.steps, start=1) if step.done(moment)]
    return max(done, default=0)


def guide(first_game: FirstGame, rules: Rules, state: Any, moment: Moment) -> Guidance:
    """The instruction for now, computed from the position, so that it is the same on every device."""
    steps = first_game.steps
    behind = place_of(first_game, moment)
    if moment.over or behind == len(steps):
        return Guidance("end", behind, len(steps))
    step = steps[behind]
    at = Guidance("wait", behind + 1, len(steps), step, str(step.title), step_text(step.news, moment))
    pending = [prompt for prompt in moment.prompts if not prompt.passive]
    if not pending:
        return at
    advised = step.advised(moment)
    if advised is not None and fits(rules, state, moment.prompts, advised):
        told = {"do": step_text(step.do, moment), "why": step_text(step.why, moment)}
        marks = (step.at, *first_game.marks(advised[1]))
        return msgspec.structs.replace(at, state="told", marks=marks, **told)
    if all(prompt.optional for prompt in pending):
        return at
    return msgspec.structs.replace(at, state="free", prompt=next(each for each in pending if not each.optional))


def fits(rules: Rules, state: Any, prompts: Sequence[Prompt], advised: tuple[str, Any]) -> bool:
    """Is the advised prompt open to the learner, and would the rules accept the move?"""
    key, move = advised
    prompt = next((each for each in prompts if each.key == key), None)
    return prompt is not None and allowed(rules, state, prompt, move)


def step_text(text: StepText, moment: Moment) -> str:
    """A text of a step for a moment."""
    return str(text(moment) if callable(text) else text)
