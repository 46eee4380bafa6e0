"""The printing part of a face: sheets for a table without screens, and the reading of decisions made on paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.draws import Draws
from games.engine.types import Prompt
from games.ui.paper import PaperLine, PaperTurn
from games.ui.printing import PrintSheet, PrintTable


@dataclass(frozen=True, kw_only=True)
class PrintingPart:
    """Sheets to print. Without any, the game's help offers none."""

    sheets: Mapping[str, PrintSheet] = field(default_factory=dict)
    """The sheets by the last part of their URL (`games.ui.printing`)."""
    scenario: str = ""
    """The key of the shipped scenario whose sheets the game's help offers; by default the first one."""
    by_scenario: bool = False
    """Are the sheets offered for each shipped scenario?"""
    turns: Callable[[Any, Any], Sequence[PaperTurn]] = lambda scenario, options: ()
    """(scenario, options): the decisions of all turns, for sheets that are printed before play. Empty: sheets are
    printed turn by turn, with the options of the moment.
    """
    lines: Callable[[Any, Any, Sequence[Prompt]], Sequence[PaperLine]] | None = None
    """(scenario, state, prompts): the lines to type for the open prompts, in the order of the sheets. One line may
    answer several prompts. None: each prompt has a line with the numbers of its options.
    """
    counters: Callable[[Any, Any], Sequence[tuple[str, str]]] = lambda scenario, view: ()
    """(scenario, view): what the table should have now, as names with values. Empty: the position in words is shown."""
    chance: Callable[[Any, Any, Draws], Sequence[PrintTable]] = lambda scenario, options, draws: ()
    """(scenario, options, draws): the cards that a match with these draws turns over, in their order, for the
    facilitator. Empty: the chance of this game cannot be printed.
    """
