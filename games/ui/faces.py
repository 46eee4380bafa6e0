"""The user interface of a game: forms, boards and words. The platform finds it by the game's key and knows no game by
name.
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
from games.ui.away import ByBotForm, PlanForm
from games.ui.commands import plain_command
from games.ui.expected import Figure, Outlook
from games.ui.first_game import FirstGame
from games.ui.learning import Forecastable
from games.ui.nouns import of_title
from games.ui.printing import PrintSheet
from games.ui.progress import Comparison, Progress
from games.ui.quiz import Bank, load_bank
from games.ui.recap import Happened, RecapCard
from games.ui.refusals import NO_REFUSALS, PLATFORM_REFUSALS, Refusals
from games.ui.role_benchmarks import RoleBenchmarks
from games.ui.tempo import Rounds


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
    reads: Callable[["Scene"], Hashable] | None = None
    shows: Callable[[Any, Any], dict[str, Any]] = lambda scenario, read: {}


class Words(msgspec.Struct, frozen=True):
    """An event in a sentence (safe HTML), with an icon's name and the key of its explanation (see `explain`)."""

    html: str
    icon: str = ""
    why: str = ""


class TimedEvent(msgspec.Struct, frozen=True):
    """An event and its time."""

    event: Any
    at: datetime


class Scene(msgspec.Struct, frozen=True):
    """The data of the table page: the position as `seat` sees it (None: an observer).

    `expected` is the known expected end, None if none is shown. `prompts` are open for any seat. `record` are the
    events of `record_kinds`, `thread` the latest of `thread_kinds` in this turn; both hold only events that the
    reader may know. `names` are the people on the seats, `mine` all seats of the reader.
    """

    scenario: Any
    view: Any
    seat: int | None = None
    prompts: tuple[Prompt, ...] = ()
    record: tuple[Any, ...] = ()
    thread: tuple[TimedEvent, ...] = ()
    names: Mapping[int, str] = {}
    mine: tuple[int, ...] = ()
    expected: Outlook | None = None

    def own_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that the seat itself can answer."""
        return tuple(prompt for prompt in self.prompts if prompt.seat == self.seat)


class DecisionCard(msgspec.Struct, frozen=True):
    """The content of the decision region: a template and its context. `keys` are the prompts that it answers; `wide`
    asks for the whole width of a desktop. `at` is the id of the element for the next answer.
    """

    template: str
    keys: tuple[str, ...]
    context: Mapping[str, Any]
    wide: bool = False
    at: str = "decision"


class Term(msgspec.Struct, frozen=True):
    """One line of a sum: its text (safe HTML), its amount, and its turn. `places` are the indices, in the scene's
    `record`, of the events behind it; empty for amounts from the start.
    """

    words: str
    amount: int
    turn: int = 0
    places: tuple[int, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """A number of the page and the terms that add up to it. `note` is the rule behind it (safe HTML). `rule` is the
    help page and heading with the full rule (`rules#balance`).
    """

    title: str
    terms: tuple[Term, ...]
    total: int
    unit: str = ""
    note: str = ""
    rule: str = ""


class TargetLine(msgspec.Struct, frozen=True):
    """A collective target in words; `missed_by` is 0 if it is met."""

    label: str
    value: int
    target: int
    met: bool
    missed_by: int


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
    return tuple(TargetLine(each.name, each.value, each.target, each.met, each.missed_by) for each in result.targets)


@dataclass(frozen=True, kw_only=True)
class Face:
    """The user interface of a game: texts, and hooks that the platform calls.

    Fields without a default must be given; all others are optional. Texts are lazy; hooks answer in the current
    language. `scenario`, `options`, `view` and `event` are the game's own values.
    """

    game: Game
    title: Any
    summary: Any = ""
    credits: Any = ""
    cover: str = ""
    """Static path of a drawing of 8:5, for the page that offers the games."""
    length: Any = ""
    """The duration of a match in a few words; empty: it is not shown."""
    teaches: Any = ""
    """The learning aim in a few words; empty: it is not shown."""
    for_pupils: bool = False
    """Is it played by children? Then its table can be shown alone, without menu, history, chat and controls. All
    pages of its matches address pupils, if the language has a special form (French: *tu*).
    """
    units_note: Any = ""
    """The meaning of the short units of the game's figures: a sentence at the foot of its pages. Empty: there are
    none.
    """
    regions: Sequence[Region] = ()
    decides_on_drawing: bool = False
    """Are decisions made on a drawing? Then one sentence above the table says what happened, and its cards open from
    there. So they never push the drawing out of sight. Otherwise the cards are open on the table.
    """
    scripts: Sequence[str] = ()
    """Static paths of the game's own scripts (ES modules)."""
    styles: Sequence[str] = ()
    """Static paths of the game's own style sheets."""
    bots: Mapping[str, Any] = field(default_factory=dict)
    """Names of the strengths of `game.bots`; an unnamed one is called by its key."""
    options_form: type[OptionsForm] = OptionsForm
    graded_options: Mapping[str, Any] = field(default_factory=dict)
    """Initial options of a session, which may be graded, as JSON values. They can be changed."""
    advice: str = ""
    """Help page and heading with advice for preparing a session (`aims#preparation`). Empty: there is none."""
    printed: Mapping[str, PrintSheet] = field(default_factory=dict)
    """Sheets to print for a table without screens, by the last part of their URL (`games.ui.printing`)."""
    first_game: FirstGame | None = None
    """The texts of the lesson that is played with the `lesson` of the game."""
    plan_form: type[PlanForm] = ByBotForm
    """The form and the words of a plan for people who are away."""

    # Progress of a match
    scenario_name: Callable[[Any], str]
    """(scenario): its name."""
    roles: Callable[[Any], tuple[RoleName, ...]]
    """(scenario): the seats' names, by seat."""
    heading: Callable[[Any, Any], Heading]
    """(scenario, view): the progress of the match."""
    turn_title: Callable[[Any, int], str] = numbered_turn
    """(scenario, turn): a turn in lists of history."""
    until_words: Callable[[Any, int], str] = to_numbered_turn
    """(scenario, turn): a turn as the last one of a stretch, after a name: `to turn 4`."""
    turn_count: Callable[[Any], int] = lambda scenario: 0
    """(scenario): the greatest number of turns of a match; 0 if it is unknown beforehand."""
    rounds_taken: Callable[[Any, Any], Rounds] | None = None
    """(scenario, options): see `rounds`; without it each turn is one round."""

    # The table
    aim: Callable[[Scene], str] = lambda scene: ""
    """(scene): the seat's aim in one sentence, for a player who sees the table for the first time."""
    context: Callable[[Scene], dict[str, Any]] = lambda scene: {}
    """The context of the regions' templates besides the platform's. `left_out` are the ids of neighbouring regions
    with nothing to show.
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
    """(scenario, decision): the question in one line, for the home page and mails. The decision is a Prompt or a
    stored Decision: key, kind, params.
    """
    command: Callable[[Scene, Prompt, Choice], str] = plain_command
    """(scene, prompt, choice): the command of a legal choice in text mode (`games.ui.commands`); empty for a choice
    that is easier to make on the table.
    """
    lists_commands: Callable[[Scene], bool] = lambda scene: True
    """(scene): may text mode list the possible commands? No if finding them is the point of the game."""
    where_words: Callable[[Any, Any], str] = lambda scenario, decision: ""
    """(scenario, decision): the progress of a match, from one of its open decisions (activity 7 of 12)."""
    thread_kinds: tuple[str, ...] = ()
    """Kinds of event for `decision` (the latest 40 of the turn)."""
    record_kinds: tuple[str, ...] = ()
    """Kinds of event of the whole match for `context`. Their number must not grow with moves."""

    # Events
    describe_event: Callable[[Any, Any], Words | None]
    """(scenario, event): an event in words; None for one that is no news by itself."""
    words_here: Callable[[Any, str], str] | None = None
    """(view, html): a text of the history for a match whose view is known. It replaces numbers of a board that was
    laid by chance by the things on it. Safe HTML.
    """
    silent_kinds: tuple[str, ...] = ()
    """Kinds of event that may have no words. All others have words."""
    recap: Callable[[Scene, Sequence[Happened]], tuple[RecapCard, ...]] = lambda scene, happened: ()
    """(scene, happened): the events since the seat's last visit, in order of time. The scene is the current position
    with its complete record. A card must not hold anything that the seat may not know, nor repeat another card.
    """
    recap_heading: Callable[[Scene, Sequence[Any]], str] = lambda scene, decided: ""
    """(scene, decided): *What happened since you placed 3 cubes*, from the events of the reader's own last move.
    Empty for a plain heading.
    """
    explain: Callable[[Scene, str], Explanation | None] = lambda scene, what: None
    """(scene, what): the terms of a number; the record are the events of `explain_kinds`. None for an
    unknown number.
    """
    explain_kinds: Callable[[str], tuple[str, ...]] = lambda what: ()
    """(what): kinds of event that add up to a number; empty for a number that this game does not have."""

    # Refusals and results
    refusals: Refusals = NO_REFUSALS
    """The refusals of moves: words, rule and number of each code that the rules raise."""
    score_words: Callable[[Any, Result], str] = _finished
    """(scenario, result): a finished match in one line, for lists."""
    score_title: Any = gettext_lazy("Points")
    """The heading over the scores at the end."""
    ending: Callable[[Scene, Result], str] = lambda scene, result: ""
    """(scene, result): the reason for the result of a finished match, in a sentence (safe HTML), from the events of
    `ending_kinds`.
    """
    ending_kinds: tuple[str, ...] = ()
    """Kinds of event for `ending`."""
    target_lines: Callable[[Any, Result], tuple[TargetLine, ...]] = _lines_of
    """(scenario, result): the collective targets of a finished match."""
    reach: Callable[[Any], RoleBenchmarks | None] | None = None
    """(scenario): the usual points of each seat, for games with unlike seats. Their points are compared with games of
    the same seat, and no ranks are shown. None: seats are alike.
    """
    ranking: Callable[[Any, Any], str] = lambda scenario, options: ""
    """(scenario, options): the list of best scores to which a match counts. Empty if scores of different matches
    cannot be compared.
    """

    # The expected end
    draws_expected: bool = False
    """Does one of the game's regions show the expected end? Otherwise the platform shows it."""
    expected_figures: Callable[[Scene], tuple[Figure, ...]] = _own_points
    """The figures of the end that the page shows, by their names in the game's `values`."""
    expected_against: Callable[[str], str] = _against_bots
    """(option): the alternative with which an option is compared, in a few words (`against buying none`)."""

    # Players
    options_for_people: Callable[[Any, Any, Sequence[frozenset[int]]], Mapping[str, Any]] = lambda *given: {}
    """(scenario, options, hands): the options (as JSON values) that must change for these players; each hand is the
    set of seats of one person. Only options that differ from `options` are given. Repeated calls give the same
    ones.
    """
    options_notes: Callable[[Any, Any], tuple[str, ...]] = lambda scenario, options: ()
    """(scenario, options): sentences on the match's options, for its players before and during play."""

    # Watching and teaching
    progress_kinds: tuple[str, ...] = ()
    """Kinds of event for `progress`. Their number must not grow with moves."""
    progress: Callable[[Scene, Heading], Progress] = _turn_alone
    """(scene, heading): the progress of a match, from the observer's view and the record of `progress_kinds`."""
    comparison_kinds: tuple[str, ...] = ()
    """Kinds of event for `comparison`."""
    comparison: Callable[[Scene], Comparison] = lambda scene: Comparison()
    """The comparison between teams, from the observer's view and the record of `comparison_kinds`."""
    forecastables: Callable[[Any], tuple[Forecastable, ...]] = lambda scenario: ()
    """(scenario): the figures of each turn that can be forecast; empty for a game without any."""
    forecast_kinds: tuple[str, ...] = ()
    """Kinds of event that hold the actual values. A turn in `forecast_actuals` was over with the last of them."""
    forecast_actuals: Callable[[Any, Sequence[Any]], Mapping[int, Mapping[str, int]]] = lambda scenario, events: {}
    """(scenario, events): the actual values by turn and figure, from the events of `forecast_kinds`, oldest first."""

    def bot_names(self) -> Mapping[str, str]:
        """The strengths of bots that people may choose, with their names in the current language."""
        return {key: str(self.bots.get(key, key)) for key in self.game.bots}

    def refusal(self, scenario: Any, error: RulesError) -> str:
        """The reason for a refused move, with the numbers, in the current language."""
        plain = PLATFORM_REFUSALS.get(error.code, gettext_lazy("The rules do not allow this move (%(code)s)."))
        return self.refusals.describe(scenario, error) or plain % {**error.params, "code": error.code}

    @property
    def ranks(self) -> bool:
        """Are the seats of a table ranked among each other? Templates use this property, as they would call `reach`."""
        return self.reach is None

    @property
    def of_title(self) -> str:
        """The title after "a match", in the form of the current language."""
        return of_title(str(self.title))

    def players(self) -> tuple[int, int]:
        """Fewest and most people at a table, over the scenarios that come with the game."""
        load = self.game.rules.load_scenario
        counts = [n for text in self.game.scenarios.values() for n in self.game.rules.seat_counts(load(text))]
        return min(counts), max(counts)

    def rounds(self, scenario: Any, options: Any) -> Rounds | None:
        """The rounds of a match; None if they are unknown. `python -m benchmarks.ends` measures them."""
        if self.rounds_taken is not None:
            return self.rounds_taken(scenario, options)
        turns = self.turn_count(scenario)
        return Rounds(turns, turns) if turns else None

    def quiz(self) -> Bank:
        """The questions in the game's folder, `quiz/bank.json`; no questions without that file."""
        bank = self.game.file("quiz", "bank.json")
        return load_bank(bank) if bank else Bank()


_faces: dict[str, Face] = {}


def get(key: str) -> Face:
    """The face of a game, imported at the first call. Raises LookupError for a game without one."""
    if key not in _faces:
        module = registry.get(key).face
        if module is None:
            raise LookupError(f"the game {key!r} has no face")
        _faces[key] = import_module(module).FACE
    return _faces[key]


def all_faces() -> tuple[Face, ...]:
    """All games' faces, by key."""
    return tuple(get(game.key) for game in registry.all_games() if game.face)
