"""How a game words its analysis: what was measured, what was decided, what else was open.

A game that has one names the module that holds `WORDS`, an AnalysisWords, as its `analysis_words`.
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
    """Base of a game's words; some are for games of rivals alone (`games.engine.analysis.reckoned`). `scenario` is the
    match's own copy, intents and topics are those of its analyst.
    """

    reached: ClassVar[Any] = gettext_lazy("all targets")
    """What it means to reach all of the common aim, after "the chance of"."""

    chance: ClassVar[Any] = gettext_lazy("chance")
    """What luck comes from, in a word."""
    chance_brought: ClassVar[Any] = gettext_lazy("What chance brought")
    """A line of the account of a common result."""
    beyond_means: ClassVar[Any] = gettext_lazy("What could not be paid for")
    """The same: what no decision could do, as a seat lacked the means."""

    plain: ClassVar[Any] = ""
    """Of rivals: what somebody does who does not weigh, after "more than"."""

    turn: ClassVar[Any] = gettext_lazy("Turn")
    turns: ClassVar[Any] = gettext_lazy("Turns")
    """What a turn of the record is called."""

    luck_so_far: ClassVar[Any] = gettext_lazy("Luck so far after each turn: %(judged)s")
    """Of rivals: the title of its chart."""

    no_luck: ClassVar[Any] = ""
    """Of rivals: why no luck is told, in a sentence, where it is not measured."""

    scored: ClassVar[Any] = gettext_lazy("points")
    """What the score of a seat is counted in."""

    promise: ClassVar[Any] = ""
    """Of rivals: what the analysis will say, before it is made; empty for what holds of games of dice."""

    sizes: ClassVar[Mapping[str, Any]] = {}
    """Names of mistakes ("small", "clear", "grave") that are called otherwise than usual."""

    mistakes: ClassVar[Any] = gettext_lazy("Mistakes")
    """What stands above their number."""

    asks: ClassVar[Any] = gettext_lazy("what would you do?")
    not_kept: ClassVar[Any] = gettext_lazy(
        "The table below is as it was before this decision. Nothing of what you answer here is kept or counted."
    )
    """To whoever takes a decision again: pupils are spoken to otherwise than students."""

    def measure(self, name: str) -> MeasureName:
        """A measure of the game's analyst."""
        return MeasureName(name)

    def amount(self, name: str, value: float) -> str:
        """So much of a measure, which is above 0, with its unit: `6.2 days`."""
        named = self.measure(name)
        return f"{decimal(value)}\xa0{named.unit or named.title}"

    def decision(self, scenario: Any, topic: str, kind: str) -> str:
        """What was decided, without saying how: a few words."""
        return kind

    def intent(self, scenario: Any, topic: str, seat: int, intent: Any) -> str:
        """How it was, or could have been, decided: a few words."""
        return str(intent)

    def judged(self, scenario: Any) -> MeasureName:
        """Of rivals: what decisions are judged by."""
        return MeasureName("")

    def worth(self, scenario: Any, value: float) -> str:
        """Of rivals: so much of it, which is above 0: `2.4 points of lead`."""
        return decimal(value)

    def fortune(self, scenario: Any) -> MeasureName:
        """Of rivals: what luck is told in, where that is not what decisions are judged by."""
        return self.judged(scenario)

    def brought(self, scenario: Any, value: float) -> str:
        """Of rivals: so much of what luck is told in, which is above 0."""
        return self.worth(scenario, value)

    def method(self, scenario: Any, playouts: int) -> str:
        """Of rivals: how luck and choices were worked out, and what is not known of them. A few sentences."""
        return ""

    def sizes_told(self, sizes: Mapping[str, str]) -> str:
        """Of rivals: from which loss on a mistake has which name, where `sizes` are called otherwise than usual."""
        return ""

    def repair(self, kind: str) -> str:
        """What had to be changed in decisions for other draws to allow them."""
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


def signed(value: float, places: int = 1) -> str:
    """`+3.2`, `−0.4`, `0.0`."""
    text = decimal(value, places)
    return f"+{text}" if round(value, places) > 0 else text


def plus_minus(value: float, error: float, *, places: int = 1, sign: bool = True) -> str:
    """`+3.2 ± 0.4`: a difference and its standard error; without its `sign`, `3.2 ± 0.4`."""
    told = signed(value, places) if sign else decimal(value, places)
    return _("%(value)s\xa0±\xa0%(error)s") % {"value": told, "error": decimal(error, places)}
