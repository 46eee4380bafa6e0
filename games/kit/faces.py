"""The face of a game towards people: forms, boards and words. The platform finds it by the game's key and knows no
game by name.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesError
from games.engine.registry import Game
from games.engine.types import Prompt
from games.kit.away import Away
from games.kit.expected import Figure, Outlook
from games.kit.first_game import FirstGame
from games.kit.learning import Learning
from games.kit.progress import Watched
from games.kit.recap import Happened, RecapCard
from games.kit.refusals import PLATFORM_REFUSALS, Because
from games.kit.seating import Seating
from games.kit.tempo import Tempo


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
    """A part of the table page that a game draws: an element id, its template and the classes of its section.

    `place` is where on the page: "top" before the decision, "board" after it, "pair" side by side below. Replay shows
    those with `replayed`.
    """

    id: str
    template: str
    css: str = ""
    place: Literal["top", "board", "pair"] = "board"
    replayed: bool = True


class Words(msgspec.Struct, frozen=True):
    """An event in a sentence (safe HTML), with an icon's name and what explains its numbers (see `explain`)."""

    html: str
    icon: str = ""
    why: str = ""


class Told(msgspec.Struct, frozen=True):
    """An event and when it happened."""

    event: Any
    at: datetime


class Scene(msgspec.Struct, frozen=True):
    """What the pieces of the table page are drawn from: the position as `seat` sees it (None: an observer).

    `expected` is what is known of the end, None where nothing is shown of it. `prompts` are open for any seat, `record`
    are the events of `record_kinds`, `thread` the latest of `thread_kinds` in this turn, both only those that the
    reader may know. `names` are the people on the seats, `mine` all seats of the reader.
    """

    scenario: Any
    view: Any
    seat: int | None = None
    prompts: tuple[Prompt, ...] = ()
    record: tuple[Any, ...] = ()
    thread: tuple[Told, ...] = ()
    names: Mapping[int, str] = {}
    mine: tuple[int, ...] = ()
    expected: Outlook | None = None

    def own_prompts(self) -> tuple[Prompt, ...]:
        """What the seat itself can answer."""
        return tuple(prompt for prompt in self.prompts if prompt.seat == self.seat)


class DecisionCard(msgspec.Struct, frozen=True):
    """What the decision region shows: a template and its context. `keys` are the prompts that it answers, `wide` asks
    for the whole width of a desktop. `at` is the id of the element where the next answer is given.
    """

    template: str
    keys: tuple[str, ...]
    context: Mapping[str, Any]
    wide: bool = False
    at: str = "decision"


class Term(msgspec.Struct, frozen=True):
    """One line of a sum: what it is (safe HTML), what it adds, and the turn that it belongs to. `places` are those in
    the scene's `record` of the events that it rests on; empty for what was there from the start.
    """

    words: str
    amount: int
    turn: int = 0
    places: tuple[int, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """A number of the page and the terms that add up to it. `note` is the rule behind it (safe HTML), `rule` the help
    page and heading that have it in full (`rules#balance`).
    """

    title: str
    terms: tuple[Term, ...]
    total: int
    unit: str = ""
    note: str = ""
    rule: str = ""


class TargetLine(msgspec.Struct, frozen=True):
    """A collective target in words: `missed_by` is 0 where it is met."""

    label: str
    value: int
    target: int
    met: bool
    missed_by: int


class DecisionForm(forms.Form):
    """Base of the forms that answer a prompt. Subclasses turn cleaned data into a typed move."""

    is_preview = False
    """The page is to show what the choice would change; nothing was played."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data)
        self.scene, self.prompt = scene, prompt

    def refuse(self, error: RulesError, message: str) -> None:
        """Put the rules' refusal beside the field that it is about."""
        self.add_error(None, message)

    def to_move(self) -> Any:
        """The move that this form stands for. Call after `is_valid()`."""
        raise NotImplementedError


class OptionsForm(forms.Form):
    """Base of a game's form for a match's options."""

    def to_options(self) -> Mapping[str, Any]:
        """Options as JSON values, as the game's rules read them."""
        return {}


class Face(Away, Learning, Seating, Tempo, Watched):
    """Base of a game's face. A subclass fills in the class variables and overrides what its game has."""

    game: ClassVar[Game]
    title: ClassVar[Any] = ""
    summary: ClassVar[Any] = ""
    credits: ClassVar[Any] = ""
    units_note: ClassVar[Any] = ""
    """What the short units of the game's figures stand for: a sentence at the foot of its pages. Empty: none does."""
    regions: ClassVar[Sequence[Region]] = ()
    scripts: ClassVar[Sequence[str]] = ()
    """Static paths of the game's own scripts (ES modules)."""
    styles: ClassVar[Sequence[str]] = ()
    """Static paths of the game's own style sheets."""
    options_form: ClassVar[type[OptionsForm]] = OptionsForm
    draws_expected: ClassVar[bool] = False
    """Does one of the game's regions show the expected end? Else the platform shows it."""
    graded_options: ClassVar[Mapping[str, Any]] = {}
    """Options that a session starts with because it may be graded, as JSON values. They can be changed."""
    advice: ClassVar[str] = ""
    """Help page and heading with advice for whoever prepares a session (`aims#preparation`). Empty: there is none."""

    first_game: ClassVar[FirstGame | None] = None
    """The lesson, played with the `lesson` of the spec. A game without one says so by setting it to None itself."""

    def scenario_name(self, scenario: Any) -> str:
        """Name of a scenario in the current language."""
        return str(self.title)

    def roles(self, scenario: Any) -> tuple[RoleName, ...]:
        """The seats' names in the current language, by seat."""
        raise NotImplementedError

    def heading(self, scenario: Any, view: Any) -> Heading:
        """Where the match is."""
        raise NotImplementedError

    def turn_title(self, scenario: Any, turn: int) -> str:
        """A turn in lists of history."""
        return _("Turn %(turn)d") % {"turn": turn}

    def until_words(self, scenario: Any, turn: int) -> str:
        """A turn as the last one of a stretch, after a name: `to turn 4`."""
        return _("to turn %(turn)d") % {"turn": turn}

    def context(self, scene: Scene) -> dict[str, Any]:
        """What the game's own region templates need besides the platform's context. `left_out` are the ids of regions
        beside each other that have nothing to show.
        """
        return {}

    def decision(self, scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
        """The card for the seat's open prompts, None if there is none; `bound` is a refused form whose input must be
        kept.
        """
        raise NotImplementedError

    def form(self, scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """The form for one prompt, bound if `data` is given. A prompt with several kinds of move reads the kind from
        the data.
        """
        raise NotImplementedError

    def expected_figures(self, scene: Scene) -> tuple[Figure, ...]:
        """The figures of the end that the page shows, by their names in the game's `values`."""
        return (Figure("points", _("Your points")),)

    def expected_against(self, option: str) -> str:
        """What an option of the game is compared with, in a few words (`against buying none`)."""
        return _("against what bots would have done")

    def thread_kinds(self) -> tuple[str, ...]:
        """Kinds of event that `decision` wants to see (the latest 40 of the turn)."""
        return ()

    def record_kinds(self) -> tuple[str, ...]:
        """Kinds of event of the whole match that `context` wants to see. Their number must not grow with moves."""
        return ()

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """Kinds of event that add up to a number; empty for a number that this game does not have."""
        return ()

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """Where a number comes from; `record` are the events of `explain_kinds`. None for an unknown number."""
        return None

    def words(self, scenario: Any, event: Any) -> Words | None:
        """An event in the current language; None for one that is no news by itself."""
        raise NotImplementedError

    def recap(self, scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
        """What `happened` since the seat of the scene looked last, in order of time; `scene` is the position now, its
        record complete. Nothing in a card that the seat may not know; nothing twice.
        """
        return ()

    def recap_heading(self, scene: Scene, decided: Sequence[Any]) -> str:
        """*What happened since you placed 3 cubes*, from the events of the reader's own move that began it. Empty for
        a plain heading.
        """
        return ""

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

    def because(self, error: RulesError, seat: int) -> Because:
        """The rule behind a refusal, and the number that shows why."""
        return Because()

    def where_words(self, scenario: Any, decision: Any) -> str:
        """Where a match is, from one of its open decisions (activity 7 of 12)."""
        return ""

    def score_words(self, scenario: Any, result: Any) -> str:
        """A finished match in one line, for lists."""
        return _("finished")

    def ranking(self, scenario: Any, options: Any) -> str:
        """The list of best scores that a match counts in; empty where scores of different matches say nothing about
        each other.
        """
        return ""

    def target_lines(self, scenario: Any, result: Any) -> tuple[TargetLine, ...]:
        """The collective targets of a finished match (`result` as an engine Result)."""
        return tuple(
            TargetLine(each.name, each.value, each.target, each.met, 0 if each.met else abs(each.value - each.target))
            for each in result.targets
        )

    def bot_names(self) -> Mapping[str, str]:
        """The strengths of bots that people may choose, with their names; the keys are those of the game's spec."""
        return {key: key for key in self.game.bots}


_faces: dict[str, Face] = {}


def register(face: Face) -> None:
    """Give a game its face. Called from the game's AppConfig."""
    _faces[face.game.key] = face


def get(key: str) -> Face:
    """The face of a game. Raises LookupError for an unknown one."""
    try:
        return _faces[key]
    except KeyError:
        raise LookupError(f"no game is called {key!r}") from None


def all_faces() -> tuple[Face, ...]:
    """All games' faces, by key."""
    return tuple(_faces[key] for key in sorted(_faces))
