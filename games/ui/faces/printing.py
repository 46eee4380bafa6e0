"""The printing part of a face: sheets for a table without screens."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.ui.printing import PrintSheet


@dataclass(frozen=True, kw_only=True)
class PrintingPart:
    """Sheets to print. Without any, the game's help offers none."""

    sheets: Mapping[str, PrintSheet] = field(default_factory=dict)
    """The sheets by the last part of their URL (`games.ui.printing`)."""
    scenario: str = ""
    """The key of the shipped scenario whose sheets the game's help offers; by default the first one."""
    by_scenario: bool = False
    """Are the sheets offered for each shipped scenario?"""
