"""The words of a game's analysis: its measures, its decisions and their alternatives.

A game that has an analysis names the module with `WORDS`, an AnalysisWords, as its `analysis_words`.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import registry


class MeasureName(msgspec.Struct, frozen=True):
    """A measure in the current language: its title, and the unit of its figures."""

    title: str
    unit: str = ""


class AnalysisWords:
    """Base of a game's words. Some are for games of rivals alone (`games.engine.analysis.reckoned`). `scenario` is
    the match's own copy; intents and topics are those of the game's analyst.
    """

    reached: ClassVar[Any] = gettext_lazy("all targets")
    """The phrase for reaching the whole common aim, after "the chance of"."""

    chance: ClassVar[Any] = gettext_lazy("chance")
    """The source of luck, in a word."""
    chance_brought: ClassVar[Any] = gettext_lazy("What chance brought")
    """A line of the account of a common result."""
    beyond_means: ClassVar[Any] = gettext_lazy("What could not be paid for")
    """A line of the account of a common result: the loss that no decision could avoid, as a seat lacked the means."""

    plain: ClassVar[Any] = ""
    """For rivals: the phrase for the choice of a player who does not weigh, after "more than"."""

    turn: ClassVar[Any] = gettext_lazy("Turn")
    turns: ClassVar[Any] = gettext_lazy("Turns")
    """The plural name of the turns."""

    luck_so_far: ClassVar[Any] = gettext_lazy("Luck so far after each turn: %(judged)s")
    """For rivals: the title of the chart of luck."""

    no_luck: ClassVar[Any] = ""
    """For rivals: a sentence that says why luck is not measured."""

    scored: ClassVar[Any] = gettext_lazy("points")
    """The unit of a seat's score."""

    promise: ClassVar[Any] = ""
    """For rivals: announces the analysis before it is made. Empty: the text for games of dice."""

    sizes: ClassVar[Mapping[str, Any]] = {}
    """Names of mistakes ("small", "clear", "grave") that differ from the usual ones."""

    mistakes: ClassVar[Any] = gettext_lazy("Mistakes")
    """The heading over the number of mistakes."""

    asks: ClassVar[Any] = gettext_lazy("what would you do?")
    not_kept: ClassVar[Any] = gettext_lazy(
        "The table below is as it was before this decision. Nothing of what you answer here is kept or counted."
    )
    """A message to a person who takes a decision again; pupils are addressed differently from students."""

    def measure(self, name: str) -> MeasureName:
        """A measure of the game's analyst."""
        return MeasureName(name)

    def amount(self, name: str, value: float) -> str:
        """An amount of a measure, above 0, with its unit: `6.2 days`."""
        named = self.measure(name)
        return f"{decimal(value)}\xa0{named.unit or named.title}"

    def decision(self, scenario: Any, topic: str, kind: str) -> str:
        """The subject of a decision in a few words, without the choice."""
        return kind

    def intent(self, scenario: Any, topic: str, seat: int, intent: Any) -> str:
        """A choice, the made one or another, in a few words."""
        return str(intent)

    def compared(self, scenario: Any, topic: str, seat: int, made: Any, other: Any) -> str:
        """For a table with a common result: the difference from `other`, as the subject of a sentence: `Placing 2
        fewer cubes in activity 9`.
        """
        return _("This choice")

    def judged(self, scenario: Any) -> MeasureName:
        """For rivals: the measure by which decisions are judged."""
        return MeasureName("")

    def worth(self, scenario: Any, value: float) -> str:
        """For rivals: an amount of that measure, above 0: `2.4 points of lead`."""
        return decimal(value)

    def fortune(self, scenario: Any) -> MeasureName:
        """For rivals: the measure of luck, if it differs from that of decisions."""
        return self.judged(scenario)

    def brought(self, scenario: Any, value: float) -> str:
        """For rivals: an amount of the measure of luck, above 0."""
        return self.worth(scenario, value)

    def method(self, scenario: Any, playouts: int) -> str:
        """For rivals: the method for luck and choices, and its limits, in a few sentences."""
        return ""

    def describe_sizes(self, sizes: Mapping[str, str]) -> str:
        """For rivals: the thresholds of mistakes, if `sizes` differ from the usual names."""
        return ""

    def repair(self, kind: str) -> str:
        """The change that made a decision legal under other draws."""
        return kind


@cache
def get(key: str) -> AnalysisWords:
    """A game's words, or the plain ones."""
    name = registry.get(key).analysis_words
    words: AnalysisWords = import_module(name).WORDS if name else AnalysisWords()
    return words


def decimal(value: float, places: int = 1) -> str:
    """`3.2`, `−0.4`, in the current language, with a real minus sign."""
    return number_format(round(value, places) + 0.0, places).replace("-", "\u2212")


def counted(value: float, places: int = 1) -> int:
    """The number by which gettext chooses the form of a noun after `decimal`. Below two, and for 0, the noun is
    plural in English and singular in French (`0.7 points`, `0,7 point`).
    """
    return 0 if abs(round(value, places)) < 2 else 2


def signed(value: float, places: int = 1) -> str:
    """`+3.2`, `−0.4`, `0.0`."""
    text = decimal(value, places)
    return f"+{text}" if round(value, places) > 0 else text


def plus_minus(value: float, error: float, *, places: int = 1, sign: bool = True) -> str:
    """`+3.2 ± 0.4`: a difference and its standard error; without its `sign`, `3.2 ± 0.4`."""
    told = signed(value, places) if sign else decimal(value, places)
    return _("%(value)s\xa0±\xa0%(error)s") % {"value": told, "error": decimal(error, places)}
