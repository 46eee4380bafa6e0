"""The words part of a face: names of seats and turns, sentences for events, questions, refusals and results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.types import Result
from games.ui.faces.scene import Scene
from games.ui.languages import localized
from games.ui.refusals import NO_REFUSALS, Refusals


class RoleName(msgspec.Struct, frozen=True):
    """The name and the look of a seat: `letter` on its badge, `css` the colour class (`role-<css>`, further classes
    may follow), `short` in tables.

    `gender` is that of the French name, "f" or "m" (`games.ui.nouns`). `purpose` is a sentence on the role's task;
    `page` and `part` locate it in the game's help. All three are empty if seats are alike.
    """

    id: str
    name: str
    short: str
    letter: str
    css: str
    gender: str = ""
    purpose: str = ""
    page: str = ""
    part: str = ""

    @property
    def colour(self) -> str:
        """The design token of the role's colour."""
        return self.css.partition(" ")[0]


class Heading(msgspec.Struct, frozen=True):
    """The progress of a match: `title` (Detailed design), `sub` (activity 7 of 12), `turn` and `turns` as numbers."""

    title: str
    sub: str
    turn: int
    turns: int


class Words(msgspec.Struct, frozen=True):
    """An event in a sentence (safe HTML), with an icon's name and the key of its explanation (see `ExplainPart`)."""

    html: str
    icon: str = ""
    why: str = ""


class TargetLine(msgspec.Struct, frozen=True):
    """A collective target in words; `missed_by` is 0 if it is met."""

    label: str
    value: int
    target: int
    met: bool
    missed_by: int


def numbered_turn(scenario: Any, turn: int) -> str:
    """`Turn 4`."""
    return _("Turn %(turn)d") % {"turn": turn}


def to_numbered_turn(scenario: Any, turn: int) -> str:
    """`to turn 4`."""
    return _("to turn %(turn)d") % {"turn": turn}


def own_name(scenario: Any) -> str:
    """The `name` of a scenario in the current language. Raises AttributeError for a scenario without a name."""
    return localized(scenario.name)


def own_summary(scenario: Any) -> str:
    """The `summary` of a scenario in the current language; empty if it has none."""
    summary = getattr(scenario, "summary", None)
    return localized(summary) if summary is not None else ""


def _finished(scenario: Any, result: Result) -> str:
    return _("finished")


def _lines_of(scenario: Any, result: Result) -> tuple[TargetLine, ...]:
    return tuple(TargetLine(each.name, each.value, each.target, each.met, each.missed_by) for each in result.targets)


@dataclass(frozen=True, kw_only=True)
class WordsPart:
    """The words of a match. `roles`, `heading`, `event` and `decision` must be given."""

    scenario: Callable[[Any], str] = own_name
    """(scenario): its name."""
    scenario_summary: Callable[[Any], str] = own_summary
    """(scenario): what is played, in a sentence or two; empty if it says nothing of itself."""
    scenario_item: Callable[[Any, str, Any], str] = lambda data, section, item: ""
    """(data, section, item): the figures of an item of a scenario's list in a few words, for its editor. All are JSON
    data, which may have faults. Empty: its numbers are shown.
    """
    scenario_item_name: Callable[[Any, str, Any], str] = lambda data, name, item: ""
    """(data, name, item): the name of an item of the list `name`, which may be inside another item, for a list whose
    items are named by the game's words. Empty: its own name or number is shown. All are JSON data as above.
    """
    scenario_choices: Callable[[Any, str], Sequence[tuple[str, str]]] = lambda data, path: ()
    """(data, path): the values of a text of the editor with their names, by its path without places
    (`activities.special`). Empty: any text may be written.
    """
    scenario_marks: Callable[[Any], Mapping[str, tuple[str, str]]] = lambda data: {}
    """(data): letter and colour class of each role by its id, for the editor; for JSON data as above."""
    roles: Callable[[Any], tuple[RoleName, ...]]
    """(scenario): the seats' names, by seat."""
    aim: Callable[[Scene], str] = lambda scene: ""
    """(scene): the seat's aim in one sentence, for a player who sees the table for the first time."""

    # Turns
    heading: Callable[[Any, Any], Heading]
    """(scenario, view): the progress of the match."""
    turn: Callable[[Any, int], str] = numbered_turn
    """(scenario, turn): a turn in lists of history."""
    until: Callable[[Any, int], str] = to_numbered_turn
    """(scenario, turn): a turn as the last one of a stretch, after a name: `to turn 4`."""

    # Questions
    decision: Callable[[Any, Any], str]
    """(scenario, decision): the question in one line, for the home page and mails. The decision is a Prompt or a
    stored Decision: key, kind, params.
    """
    where: Callable[[Any, Any], str] = lambda scenario, decision: ""
    """(scenario, decision): the progress of a match, from one of its open decisions (activity 7 of 12)."""
    refusals: Refusals = NO_REFUSALS
    """The refusals of moves: words, rule and number of each code that the rules raise."""

    # Events
    event: Callable[[Any, Any], Words | None]
    """(scenario, event): an event in words; None for one that is no news by itself."""
    silent_kinds: tuple[str, ...] = ()
    """Kinds of event that may have no words. All others have words."""
    located: Callable[[Any, str], str] | None = None
    """(view, html): a text of the history for a match whose view is known. It replaces numbers of a board that was
    laid by chance by the things on it. Safe HTML.
    """

    # The end
    score: Callable[[Any, Result], str] = _finished
    """(scenario, result): a finished match in one line, for lists."""
    score_title: Any = gettext_lazy("Points")
    """The heading over the scores at the end."""
    targets: Callable[[Any, Result], tuple[TargetLine, ...]] = _lines_of
    """(scenario, result): the collective targets of a finished match."""
    ending: Callable[[Scene, Result], str] = lambda scene, result: ""
    """(scene, result): the reason for the result of a finished match, in a sentence (safe HTML), from the events of
    `ending_kinds`.
    """
    ending_kinds: tuple[str, ...] = ()
    """Kinds of event for `ending`."""
