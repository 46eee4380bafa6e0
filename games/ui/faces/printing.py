"""The printing part of a face: sheets for a table without screens, and the reading of decisions made on paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.draws import Draws
from games.engine.types import Draw, Prompt
from games.ui.paper import PaperDraw, PaperLine, PaperTurn, TurnRows
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
    rows: Callable[[Any, Any], TurnRows | None] = lambda scenario, state: None
    """(scenario, state): the rows of the present turn, entered and still to come. None: the game does not know the
    questions of a turn before they are asked.
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
    draw: Callable[[Any, Any, str, Sequence[Draw]], PaperDraw] | None = None
    """(scenario, state, label, earlier): a draw of a table with its own cards, by its label in the rules, after the
    `earlier` ones of the same decision. None: such a table cannot type its cards in.
    """
    drawn_kinds: tuple[str, ...] = ()
    """The kinds of event that name the result of such a draw."""
