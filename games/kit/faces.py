"""The face of a game towards people: forms, boards and words. The platform finds it by the game's key and knows no
game by name.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Literal

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import registry
from games.engine.errors import RulesError
from games.engine.registry import Game
from games.engine.types import Choice, Prompt, Result
from games.kit.away import ByBotForm, PlanForm
from games.kit.commands import plain_command
from games.kit.expected import Figure, Outlook
from games.kit.first_game import FirstGame
from games.kit.learning import Forecastable
from games.kit.nouns import of_title
from games.kit.printing import PrintSheet
from games.kit.progress import Comparison, Progress
from games.kit.quiz import Bank, read
from games.kit.reach import Reach
from games.kit.recap import Happened, RecapCard
from games.kit.refusals import NO_REFUSALS, PLATFORM_REFUSALS, Refusals
from games.kit.tempo import Rounds


class RoleName(msgspec.Struct, frozen=True):
    """How a seat is shown: `letter` on its badge, `css` the colour class (`role-<css>`), after which further classes
    may stand, `short` in tables.

    `gender` is that of the French name, "f" or "m" (`games.kit.nouns`). `purpose` says in a sentence what the role
    does, `page` and `part` where the game's help says more; all three are empty where seats are alike.
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
        """The design token of its colour."""
        return self.css.partition(" ")[0]


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

    A drawing that changes seldom is kept where it has `reads` and `shows`: `reads(scene)` is all that it depends on
    besides scenario and language, as a value that can be compared and hashed (structs, tuples, texts, numbers), and
    `shows(scenario, read)` is all that its template gets. So the seats that may know the same share one drawing, and
    no other: there can be no form, time or address of the reader's in it.
    """

    id: str
    template: str
    css: str = ""
    place: Literal["top", "board", "pair"] = "board"
    replayed: bool = True
    reads: Callable[["Scene"], Hashable] | None = None
    shows: Callable[[Any, Any], dict[str, Any]] = lambda scenario, read: {}


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


def numbered_turn(scenario: Any, turn: int) -> str:
    """`Turn 4`."""
    return _("Turn %(turn)d") % {"turn": turn}


def to_numbered_turn(scenario: Any, turn: int) -> str:
    """`to turn 4`."""
    return _("to turn %(turn)d") % {"turn": turn}


def _own_points(scene: Scene) -> tuple[Figure, ...]:
    return (Figure("points", _("Your points")),)


def _against_bots(option: str) -> str:
    return _("against what bots would have done")


def _turn_alone(scene: Scene, heading: Heading) -> Progress:
    return Progress(turn=heading.turn, turns=heading.turns, title=heading.title, sub=heading.sub)


def _finished(scenario: Any, result: Result) -> str:
    return _("finished")


def _lines_of(scenario: Any, result: Result) -> tuple[TargetLine, ...]:
    return tuple(
        TargetLine(each.name, each.value, each.target, each.met, 0 if each.met else abs(each.value - each.target))
        for each in result.targets
    )


@dataclass(frozen=True, kw_only=True)
class Face:
    """What a game shows to people, and how it reads them: texts, and hooks that the platform calls.

    Fields without a value here must be given; whatever else a game does not give, it does without. Texts are
    lazy, hooks answer in the current language. `scenario`, `options`, `view` and `event` are the game's own values.
    """

    game: Game
    title: Any
    summary: Any = ""
    credits: Any = ""
    cover: str = ""
    """Static path of a drawing of 8:5, for the page on which a game is chosen."""
    length: Any = ""
    """How long a match takes, in a few words; empty: nothing is said."""
    teaches: Any = ""
    """What one learns by it, in a few words; empty: nothing is said."""
    for_pupils: bool = False
    """Is it played by children? Then its table can be had alone, without menu, history, talk and steering, and all
    pages of its matches speak to pupils, where the language has other words for them (French: *tu*).
    """
    units_note: Any = ""
    """What the short units of the game's figures stand for: a sentence at the foot of its pages. Empty: none does."""
    regions: Sequence[Region] = ()
    scripts: Sequence[str] = ()
    """Static paths of the game's own scripts (ES modules)."""
    styles: Sequence[str] = ()
    """Static paths of the game's own style sheets."""
    bots: Mapping[str, Any] = field(default_factory=dict)
    """Names of the strengths of `game.bots`; one that is not named here is called by its key."""
    options_form: type[OptionsForm] = OptionsForm
    graded_options: Mapping[str, Any] = field(default_factory=dict)
    """Options that a session starts with because it may be graded, as JSON values. They can be changed."""
    advice: str = ""
    """Help page and heading with advice for whoever prepares a session (`aims#preparation`). Empty: there is none."""
    printed: Mapping[str, PrintSheet] = field(default_factory=dict)
    """Sheets to print for a table without screens, by the end of their address (`games.kit.printing`)."""
    first_game: FirstGame | None = None
    """The lesson, played with the `lesson` of the game."""
    plan_form: type[PlanForm] = ByBotForm
    """The form and the words of a plan for the time when somebody is away."""

    # Where a match is
    scenario_name: Callable[[Any], str]
    """(scenario)"""
    roles: Callable[[Any], tuple[RoleName, ...]]
    """(scenario): the seats' names, by seat."""
    heading: Callable[[Any, Any], Heading]
    """(scenario, view): where the match is."""
    turn_title: Callable[[Any, int], str] = numbered_turn
    """(scenario, turn): a turn in lists of history."""
    until_words: Callable[[Any, int], str] = to_numbered_turn
    """(scenario, turn): a turn as the last one of a stretch, after a name: `to turn 4`."""
    turn_count: Callable[[Any], int] = lambda scenario: 0
    """(scenario): how many turns a match has at most; 0 where that is not known beforehand."""
    rounds_taken: Callable[[Any, Any], Rounds] | None = None
    """(scenario, options): see `rounds`; without it each turn is one round."""

    # The table
    context: Callable[[Scene], dict[str, Any]] = lambda scene: {}
    """What the templates of the regions need besides the platform's context. `left_out` are the ids of regions beside
    each other that have nothing to show.
    """
    decision: Callable[[Scene, DecisionForm | None], DecisionCard | None]
    """(scene, bound): the card for the seat's open prompts, None if there is none; `bound` is a refused form whose
    input must be kept.
    """
    form: Callable[[Scene, Prompt, Mapping[str, Any] | None], DecisionForm]
    """(scene, prompt, data): the form for one prompt, bound if there are data. A prompt with several kinds of move
    reads the kind from the data. With data the scene has neither `record` nor `thread`.
    """
    decision_words: Callable[[Any, Any], str]
    """(scenario, decision): what is asked, in one line for the home page and mails. The decision is a Prompt or a
    stored Decision: key, kind, params.
    """
    command: Callable[[Scene, Prompt, Choice], str] = plain_command
    """(scene, prompt, choice): the command of a legal choice in text mode (`games.kit.commands`), empty for one that is
    better made on the table.
    """
    lists_commands: Callable[[Scene], bool] = lambda scene: True
    """(scene): may text mode list the commands that are possible? Not where finding them is the game."""
    where_words: Callable[[Any, Any], str] = lambda scenario, decision: ""
    """(scenario, decision): where a match is, from one of its open decisions (activity 7 of 12)."""
    thread_kinds: tuple[str, ...] = ()
    """Kinds of event that `decision` wants to see (the latest 40 of the turn)."""
    record_kinds: tuple[str, ...] = ()
    """Kinds of event of the whole match that `context` wants to see. Their number must not grow with moves."""

    # What happened
    words: Callable[[Any, Any], Words | None]
    """(scenario, event): an event; None for one that is no news by itself."""
    words_here: Callable[[Any, str], str] | None = None
    """(view, html): words of the history in a match whose view is known, so that numbers of a board that chance has
    laid become what lies there. Safe HTML.
    """
    silent_kinds: tuple[str, ...] = ()
    """Kinds of event that may be no news. All others have words."""
    recap: Callable[[Scene, Sequence[Happened]], tuple[RecapCard, ...]] = lambda scene, happened: ()
    """(scene, happened): what happened since the seat looked last, in order of time; the scene is the position now, its
    record complete. Nothing in a card that the seat may not know; nothing twice.
    """
    recap_heading: Callable[[Scene, Sequence[Any]], str] = lambda scene, decided: ""
    """(scene, decided): *What happened since you placed 3 cubes*, from the events of the reader's own move that began
    it. Empty for a plain heading.
    """
    explain: Callable[[Scene, str], Explanation | None] = lambda scene, what: None
    """(scene, what): where a number comes from; the record are the events of `explain_kinds`. None for an unknown
    number.
    """
    explain_kinds: Callable[[str], tuple[str, ...]] = lambda what: ()
    """(what): kinds of event that add up to a number; empty for a number that this game does not have."""

    # Refusals and results
    refusals: Refusals = NO_REFUSALS
    """Why moves are refused: words, rule and number of each code that the rules raise."""
    score_words: Callable[[Any, Result], str] = _finished
    """(scenario, result): a finished match in one line, for lists."""
    score_title: Any = gettext_lazy("Points")
    """What a score is called, over the scores at the end."""
    target_lines: Callable[[Any, Result], tuple[TargetLine, ...]] = _lines_of
    """(scenario, result): the collective targets of a finished match."""
    reach: Callable[[Any], Reach | None] | None = None
    """(scenario): what each seat usually reaches, where seats are unlike: their points are then held against games of
    the same seat, and no places are told. None: seats are alike.
    """
    ranking: Callable[[Any, Any], str] = lambda scenario, options: ""
    """(scenario, options): the list of best scores that a match counts in; empty where scores of different matches say
    nothing about each other.
    """

    # The expected end
    draws_expected: bool = False
    """Does one of the game's regions show the expected end? Else the platform shows it."""
    expected_figures: Callable[[Scene], tuple[Figure, ...]] = _own_points
    """The figures of the end that the page shows, by their names in the game's `values`."""
    expected_against: Callable[[str], str] = _against_bots
    """(option): what an option of the game is compared with, in a few words (`against buying none`)."""

    # Who plays
    options_for_people: Callable[[Any, Any, Sequence[frozenset[int]]], Mapping[str, Any]] = lambda *given: {}
    """(scenario, options, hands): the options (as JSON values) that must change because of who plays: each of the hands
    are the seats of one person. Only those that differ from `options`, and the same ones whenever asked again.
    """
    options_notes: Callable[[Any, Any], tuple[str, ...]] = lambda scenario, options: ()
    """(scenario, options): what the players of a match should know of its options before and while they play, a
    sentence each.
    """

    # Watching and teaching
    progress_kinds: tuple[str, ...] = ()
    """Kinds of event that `progress` wants to see. Their number must not grow with moves."""
    progress: Callable[[Scene, Heading], Progress] = _turn_alone
    """(scene, heading): how a match stands, from the observer's view and the record of `progress_kinds`."""
    comparison_kinds: tuple[str, ...] = ()
    """Kinds of event that `comparison` wants to see."""
    comparison: Callable[[Scene], Comparison] = lambda scene: Comparison()
    """What is compared between teams, from the observer's view and the record of `comparison_kinds`."""
    forecastables: Callable[[Any], tuple[Forecastable, ...]] = lambda scenario: ()
    """(scenario): what can be foreseen of each turn; empty for a game in which nothing can."""
    forecast_kinds: tuple[str, ...] = ()
    """Kinds of event that tell what came. A turn that `forecast_actuals` names was over with the last of them."""
    forecast_actuals: Callable[[Any, Sequence[Any]], Mapping[int, Mapping[str, int]]] = lambda scenario, events: {}
    """(scenario, events): what came, by turn and name of the figure, from the events of `forecast_kinds`, oldest
    first.
    """

    def bot_names(self) -> Mapping[str, str]:
        """The strengths of bots that people may choose, with their names in the current language."""
        return {key: str(self.bots.get(key, key)) for key in self.game.bots}

    def refusal(self, scenario: Any, error: RulesError) -> str:
        """Why a move was refused, with the numbers, in the current language."""
        plain = PLATFORM_REFUSALS.get(error.code, gettext_lazy("The rules do not allow this move (%(code)s)."))
        return self.refusals.words(scenario, error) or plain % {**error.params, "code": error.code}

    @property
    def ranks(self) -> bool:
        """Are the seats of a table ranked among each other? Templates ask this: `reach` they would call."""
        return self.reach is None

    @property
    def of_title(self) -> str:
        """The title after "a match", as the language has it."""
        return of_title(str(self.title))

    def players(self) -> tuple[int, int]:
        """Fewest and most people at a table, over the scenarios that come with the game."""
        load = self.game.rules.load_scenario
        counts = [n for text in self.game.scenarios.values() for n in self.game.rules.seat_counts(load(text))]
        return min(counts), max(counts)

    def rounds(self, scenario: Any, options: Any) -> Rounds | None:
        """The rounds of a match; None where nothing is known of them. `python -m benchmarks.ends` measures them."""
        if self.rounds_taken is not None:
            return self.rounds_taken(scenario, options)
        turns = self.turn_count(scenario)
        return Rounds(turns, turns) if turns else None

    def quiz(self) -> Bank:
        """The questions in the game's folder, `quiz/bank.json`; none without that file."""
        bank = self.game.file("quiz", "bank.json")
        return read(bank) if bank else Bank()


_faces: dict[str, Face] = {}


def get(key: str) -> Face:
    """The face of a game, imported when it is first asked for. Raises LookupError for a game that has none."""
    if key not in _faces:
        module = registry.get(key).face
        if module is None:
            raise LookupError(f"the game {key!r} has no face")
        _faces[key] = import_module(module).FACE
    return _faces[key]


def all_faces() -> tuple[Face, ...]:
    """All games' faces, by key."""
    return tuple(get(game.key) for game in registry.all_games() if game.face)
