"""The face of a game towards people: forms, boards and words. The platform finds it by the game's key and knows no
game by name.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesError
from games.engine.registry import GameSpec
from games.engine.types import Prompt


class RoleName(msgspec.Struct, frozen=True):
    """How a seat is shown: `letter` on its badge, `css` the colour class (`role-<css>`), `short` in tables."""

    id: str
    name: str
    short: str
    letter: str
    css: str


class Heading(msgspec.Struct, frozen=True):
    """Where a match is: `title` (Detailed design), `sub` (activity 7 of 12), `turn` and `turns` as numbers."""

    title: str
    sub: str
    turn: int
    turns: int


class Region(msgspec.Struct, frozen=True):
    """A part of the table page that a game draws: an element id, its template and the classes of its section."""

    id: str
    template: str
    css: str = ""


class Words(msgspec.Struct, frozen=True):
    """An event in a sentence (safe HTML), with an icon's name and an optional anchor that explains its numbers."""

    html: str
    icon: str = ""


class DecisionCard(msgspec.Struct, frozen=True):
    """What the decision region shows: a template, and its context. `keys` are the prompts that it answers."""

    template: str
    keys: tuple[str, ...]
    context: Mapping[str, Any]


class DecisionForm(forms.Form):
    """Base of the forms that answer a prompt. Subclasses turn cleaned data into a typed move."""

    def to_move(self) -> Any:
        """The move that this form stands for. Call after `is_valid()`."""
        raise NotImplementedError


class OptionsForm(forms.Form):
    """Base of a game's form for a match's options."""

    def to_options(self) -> Mapping[str, Any]:
        """Options as JSON values, as the game's rules read them."""
        return {}


class GamePlugin:
    """Base of a game's plugin. A subclass fills in the class variables and overrides what its game has."""

    spec: ClassVar[GameSpec]
    title: ClassVar[Any] = ""
    summary: ClassVar[Any] = ""
    credits: ClassVar[Any] = ""
    regions: ClassVar[Sequence[Region]] = ()
    scripts: ClassVar[Sequence[str]] = ()
    """Static paths of the game's own scripts (ES modules)."""
    options_form: ClassVar[type[OptionsForm]] = OptionsForm

    def scenario_name(self, scenario: Any) -> str:
        """Name of a scenario in the current language."""
        return str(self.title)

    def roles(self, scenario: Any) -> tuple[RoleName, ...]:
        """The seats' names in the current language, by seat."""
        raise NotImplementedError

    def heading(self, scenario: Any, view: Any) -> Heading:
        """Where the match is."""
        raise NotImplementedError

    def context(self, scenario: Any, view: Any, seat: int | None) -> dict[str, Any]:
        """What the game's own region templates need besides the platform's context."""
        return {}

    def decision(
        self,
        scenario: Any,
        view: Any,
        seat: int,
        prompts: Sequence[Prompt],
        bound: DecisionForm | None,
        events: Sequence[Any],
    ) -> DecisionCard | None:
        """The card for a seat's open prompts; `bound` is a refused form whose input must be kept, `events` the latest
        of this turn.
        """
        raise NotImplementedError

    def form(self, scenario: Any, view: Any, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """The form for one prompt, bound if `data` is given. A prompt with several kinds of move reads the kind from
        the data.
        """
        raise NotImplementedError

    def thread_kinds(self) -> tuple[str, ...]:
        """Kinds of event that `decision` wants to see (the latest 40 of the turn)."""
        return ()

    def words(self, scenario: Any, event: Any) -> Words | None:
        """An event in the current language; None for one that is no news by itself."""
        raise NotImplementedError

    def decision_words(self, scenario: Any, decision: Any) -> str:
        """What is asked, in one line for the home page and mails. `decision` is a Prompt or a stored Decision: key,
        kind, params.
        """
        raise NotImplementedError

    def refusal(self, scenario: Any, error: RulesError) -> str:
        """Why a move was refused, with the numbers, in the current language."""
        return PLATFORM_REFUSALS.get(error.code, gettext_lazy("The rules do not allow this move (%(code)s).")) % {
            **error.params,
            "code": error.code,
        }

    def score_words(self, scenario: Any, result: Any) -> str:
        """A finished match in one line, for lists."""
        return _("finished")


PLATFORM_REFUSALS: Mapping[str, Any] = {
    "prompt_closed": gettext_lazy("This decision is no longer open."),
    "bad_move": gettext_lazy("%(path)s: %(reason)s"),
    "bad_options": gettext_lazy("%(path)s: %(reason)s"),
    "bad_scenario": gettext_lazy("%(path)s: %(reason)s"),
}

_plugins: dict[str, GamePlugin] = {}


def register(plugin: GamePlugin) -> None:
    """Give a game its face. Called from the game's AppConfig."""
    _plugins[plugin.spec.key] = plugin


def get(key: str) -> GamePlugin:
    """The face of a game. Raises LookupError for an unknown one."""
    try:
        return _plugins[key]
    except KeyError:
        raise LookupError(f"no game is called {key!r}") from None


def all_plugins() -> tuple[GamePlugin, ...]:
    """All games' faces, by key."""
    return tuple(_plugins[key] for key in sorted(_plugins))
