"""The first game as it goes: the instruction of a lesson at a moment."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from games.engine.lesson import allowed
from games.engine.rules import Rules
from games.engine.types import Prompt
from games.ui.faces.lesson import LessonPart, Moment, Step, StepText


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


def place_of(lesson: LessonPart, moment: Moment) -> int:
    """The number of finished steps: all up to the last one that is done, so that no step comes back."""
    done = [number for number, step in enumerate(lesson.steps, start=1) if step.done(moment)]
    return max(done, default=0)


def guide(lesson: LessonPart, rules: Rules, state: Any, moment: Moment) -> Guidance:
    """The instruction for now, computed from the position, so that it is the same on every device."""
    steps = lesson.steps
    behind = place_of(lesson, moment)
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
        marks = (step.at, *lesson.marks(advised[1]))
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
