"""The whole face of a game: general fields, and nine parts."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.errors import RulesError, ScenarioError
from games.engine.registry import Game
from games.ui.faces.away import AwayPart
from games.ui.faces.explain import ExplainPart
from games.ui.faces.facilitation import FacilitationPart
from games.ui.faces.lesson import LessonPart
from games.ui.faces.parts import Part
from games.ui.faces.printing import PrintingPart
from games.ui.faces.progress import ProgressPart
from games.ui.faces.recap import RecapPart
from games.ui.faces.table import TablePart
from games.ui.faces.words import WordsPart
from games.ui.nouns import of_title
from games.ui.quiz import Bank, load_bank
from games.ui.refusals import PLATFORM_REFUSALS
from games.ui.role_benchmarks import RoleBenchmarks
from games.ui.scenario_faults import refusal_words
from games.ui.tempo import Rounds


class OptionsForm(forms.Form):
    """Base of a game's form for a match's options."""

    def to_options(self) -> Mapping[str, Any]:
        """Options as JSON values, as the game's rules read them."""
        return {}


def _with_players(name: str, number: int) -> str:
    players = ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
    return _("%(name)s, %(players)s") % {"name": name, "players": players}


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
    advice: str = ""
    """Help page and heading with advice for preparing a session (`aims#preparation`). Empty: there is none."""
    for_pupils: bool = False
    """Is it played by children? Then its table can be shown alone, without menu, history, chat and controls. All
    pages of its matches address pupils, if the language has a special form (French: *tu*).
    """
    units_note: Any = ""
    """The meaning of the short units of the game's figures: a sentence at the foot of its pages. Empty: there are
    none.
    """
    # The parts: each in the file of its name, if it is not given here
    table: Part[TablePart] = Part()
    words: Part[WordsPart] = Part()
    recap: Part[RecapPart] = Part(RecapPart)
    explain: Part[ExplainPart] = Part(ExplainPart)
    progress: Part[ProgressPart] = Part(ProgressPart)
    lesson: Part[LessonPart | None] = Part(lambda: None)
    """The first game, if the game has a `lesson`."""
    away: Part[AwayPart] = Part(AwayPart)
    printing: Part[PrintingPart] = Part(PrintingPart)
    facilitation: Part[FacilitationPart] = Part(FacilitationPart)

    # Setting up a match
    bots: Mapping[str, Any] = field(default_factory=dict)
    """Names of the strengths of `game.bots`; an unnamed one is called by its key."""
    options_form: type[OptionsForm] = OptionsForm
    graded_options: Mapping[str, Any] = field(default_factory=dict)
    """Initial options of a session, which may be graded, as JSON values. They can be changed."""
    options_for_people: Callable[[Any, Any, Sequence[frozenset[int]]], Mapping[str, Any]] = lambda *given: {}
    """(scenario, options, hands): the options (as JSON values) that must change for these players; each hand is the
    set of seats of one person. Only options that differ from `options` are given. Repeated calls give the same
    ones.
    """
    options_notes: Callable[[Any, Any], tuple[str, ...]] = lambda scenario, options: ()
    """(scenario, options): sentences on the match's options, for its players before and during play."""

    # Length and comparison of matches
    turn_count: Callable[[Any], int] = lambda scenario: 0
    """(scenario): the greatest number of turns of a match; 0 if it is unknown beforehand."""
    rounds_taken: Callable[[Any, Any], Rounds] | None = None
    """(scenario, options): see `rounds`; without it each turn is one round."""
    reach: Callable[[Any], RoleBenchmarks | None] | None = None
    """(scenario): the usual points of each seat, for games with unlike seats. Their points are compared with games of
    the same seat, and no ranks are shown. None: seats are alike.
    """
    described: Callable[[Any], bool] = lambda scenario: True
    """(scenario): do the figures of the help and the turns of the question bank belong to it? If not, questions on the
    game are not offered, and those on the trade have no turn.
    """
    ranking: Callable[[Any, Any], str] = lambda scenario, options: ""
    """(scenario, options): the list of best scores to which a match counts. Empty if scores of different matches
    cannot be compared.
    """

    def load_parts(self) -> None:
        """Import all parts now: a process calls it before it serves requests."""
        for name, part in vars(type(self)).items():
            if isinstance(part, Part):
                getattr(self, name)

    def bot_names(self) -> Mapping[str, str]:
        """The strengths of bots that people may choose, with their names in the current language."""
        return {key: str(self.bots.get(key, key)) for key in self.game.bots}

    def refusal(self, scenario: Any, error: RulesError) -> str:
        """The reason for a refused move, with the numbers, in the current language."""
        if isinstance(error, ScenarioError):
            return refusal_words(error.faults)
        plain = PLATFORM_REFUSALS.get(error.code, gettext_lazy("The rules do not allow this move (%(code)s)."))
        return self.words.refusals.describe(scenario, error) or plain % {**error.params, "code": error.code}

    @property
    def ranks(self) -> bool:
        """Are the seats of a table ranked among each other? Templates use this property, as they would call `reach`."""
        return self.reach is None

    @property
    def of_title(self) -> str:
        """The title after "a match", in the form of the current language."""
        return of_title(str(self.title))

    @property
    def has_first_game(self) -> bool:
        """Can a first game be started?"""
        return self.lesson is not None and self.game.has_first_game

    def scenario_names(self) -> dict[str, str]:
        """The names of the scenarios that come with the game, by key. Scenarios with one name differ by their number
        of players, as those of one file do.
        """
        rules = self.game.rules
        scenarios = {key: rules.load_scenario(text) for key, text in self.game.scenarios.items()}
        names = {key: self.words.scenario(scenario) for key, scenario in scenarios.items()}
        shared = {name for name, number in Counter(names.values()).items() if number > 1}
        return {
            key: _with_players(name, max(rules.seat_counts(scenarios[key]))) if name in shared else name
            for key, name in names.items()
        }

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
