"""The table part of a face: regions of the page, the card that asks, and the forms that answer."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.engine.types import Choice, Prompt
from games.ui.commands import plain_command
from games.ui.expected import Figure
from games.ui.faces.scene import Scene


class Region(msgspec.Struct, frozen=True):
    """A part of the table page that a game draws: an element id, its template and the classes of its section.

        `place` is its place on the page: "first" before the decision until the match is over, "top" after it, "board"
        below both, "pair" side by side at the end. Replay shows those with `replayed`.

    A region with `reads` and `shows` is cached. `reads(scene)` is everything that it depends on besides scenario and
    language. Its value can be compared and hashed (structs, tuples, texts, numbers). `shows(scenario, read)` is all
    that its template gets. Seats with the same knowledge share one drawing, and no others do. So it must not hold a
    form, a time or an address of the reader's.
    """

    id: str
    template: str
    css: str = ""
    place: Literal["first", "top", "board", "pair"] = "board"
    replayed: bool = True
    reads: Callable[[Scene], Hashable] | None = None
    shows: Callable[[Any, Any], dict[str, Any]] = lambda scenario, read: {}


class DecisionCard(msgspec.Struct, frozen=True):
    """The content of the decision region: a template and its context. `keys` are the prompts that it answers; `wide`
    asks for the whole width of a desktop. `at` is the id of the element for the next answer.
    """

    template: str
    keys: tuple[str, ...]
    context: Mapping[str, Any]
    wide: bool = False
    at: str = "decision"


class DecisionForm(forms.Form):
    """Base of the forms that answer a prompt. Subclasses turn cleaned data into a typed move."""

    is_preview = False
    """Should the page show the effect of the choice? Then nothing is played."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data)
        self.scene, self.prompt = scene, prompt

    def bound(self, name: str, least: int, most: int, show: Callable[[int], str] = str) -> None:
        """Refuse a number outside wide bounds with those bounds. The limits of the field's type would mean nothing to
        a player.
        """
        words = {"least": show(least), "most": show(most)}
        self.fields[name].error_messages |= {
            "min_value": _("At least %(least)s.") % words, "max_value": _("At most %(most)s.") % words,
        }  # fmt: skip

    def refuse(self, error: RulesError, message: str) -> None:
        """Show the rules' refusal beside the field that it is about."""
        self.add_error(None, message)

    def to_move(self) -> Any:
        """The move from the cleaned data. Call after `is_valid()`."""
        raise NotImplementedError


def _own_points(scene: Scene) -> tuple[Figure, ...]:
    return (Figure("points", _("Your points")),)


def _against_bots(option: str) -> str:
    return _("against what bots would have done")


@dataclass(frozen=True, kw_only=True)
class TablePart:
    """The drawing of a match and the ways to decide in it. `decision` and `form` must be given."""

    regions: Sequence[Region] = ()
    decides_on_drawing: bool = False
    """Are decisions made on a drawing? Then one sentence above the table says what happened, and its cards open from
    there. So they never push the drawing out of sight. Otherwise the cards are open on the table.
    """
    scripts: Sequence[str] = ()
    """Static paths of the game's own scripts (ES modules)."""
    styles: Sequence[str] = ()
    """Static paths of the game's own style sheets."""
    context: Callable[[Scene], dict[str, Any]] = lambda scene: {}
    """The context of the regions' templates besides the platform's. `left_out` are the ids of regions with
    nothing to show, at any place.
    """
    record_kinds: tuple[str, ...] = ()
    """Kinds of event of the whole match for `context`. Their number must not grow with moves."""
    decision: Callable[[Scene, DecisionForm | None], DecisionCard | None]
    """(scene, bound): the card for the seat's open prompts, None if there is none; `bound` is a refused form whose
    input must be kept.
    """
    form: Callable[[Scene, Prompt, Mapping[str, Any] | None], DecisionForm]
    """(scene, prompt, data): the form for one prompt, bound if there are data. A prompt with several kinds of move
    reads the kind from the data. With data the scene has neither `record` nor `thread`.
    """
    thread_kinds: tuple[str, ...] = ()
    """Kinds of event for `decision` (the latest 40 of the turn)."""
    command: Callable[[Scene, Prompt, Choice], str] = plain_command
    """(scene, prompt, choice): the command of a legal choice in text mode (`games.ui.commands`); empty for a choice
    that is easier to make on the table.
    """
    lists_commands: Callable[[Scene], bool] = lambda scene: True
    """(scene): may text mode list the possible commands? No if finding them is the point of the game."""
    draws_expected: bool = False
    """Does one of the game's regions show the expected end? Otherwise the platform shows it."""
    expected_figures: Callable[[Scene], tuple[Figure, ...]] = _own_points
    """The figures of the end that the page shows, by their names in the game's `values`."""
    expected_against: Callable[[str], str] = _against_bots
    """(option): the alternative with which an option is compared, in a few words (`against buying none`)."""
