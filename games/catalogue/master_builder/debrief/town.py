"""The town in the debrief: every contract with its built sections and its owner. It uses the light colours of the
table, on screen and on paper. Lengths are SVG units.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.buildings import Stroke, look_of
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import ContractFacts
from games.catalogue.master_builder.rules.scenario import Contract, Scenario
from games.catalogue.master_builder.town import CELL, GROUND, LINE, wrapped
from games.ui.faces import RoleName

ROW: Final = 6
"""The number of sites side by side."""
HIGH: Final = 186
FILLS: Final = {
    "stone": "#cfcabd", "stone-2": "#b3ad9d", "brick": "#d08b6c", "plaster": "#f1e3c4", "ochre": "#e7c07a",
    "rose": "#e3b3a5",
    "roof-1": "#b4503a", "roof-2": "#5f7390", "roof-3": "#c9a04a", "door": "#8a5f3c", "win": "#ffffff",
}  # fmt: skip
"""The fill colours by the class of the table's drawing; lines have none."""


@dataclass(frozen=True)
class Shape:
    """A piece of a building: filled, or a line if `fill` is empty."""

    path: str
    fill: str
    stroke: str


@dataclass(frozen=True)
class Building:
    """A site at its place. It is coloured up to `stands` and dashed above. `letter` is empty if nobody bought it.
    `lines` are its name with their heights, `below` is the height of `words`.
    """

    x: int
    y: int
    shapes: tuple[Shape, ...]
    stands: int
    height: int
    letter: str
    mark: str
    lines: tuple[tuple[int, str], ...]
    words: str
    below: int

    @property
    def is_done(self) -> bool:
        """True if the building is coloured to its top."""
        return self.stands == self.height


@dataclass(frozen=True)
class Town:
    """The drawing of the town, and its description in words."""

    title: str
    label: str
    width: int
    height: int
    buildings: tuple[Building, ...]


def town(scenario: Scenario, facts: Facts, roles: Sequence[RoleName]) -> Town:
    """All contracts of the scenario, by number."""
    bought = {each.contract: each for each in facts.contracts}
    buildings = tuple(
        _building(scenario, contract, bought.get(contract.number), roles, at)
        for at, contract in enumerate(scenario.contracts)
    )
    rows = -(-len(buildings) // ROW)
    done = sum(each.sections == _sections(scenario, each) for each in facts.contracts)
    words = {
        "done": done,
        "sold": len(facts.contracts) - done,
        "sections": sum(each.sections for each in facts.contracts),
    }
    title = _("The town at the end") if facts.ended else _("The town as it stands")
    label = _("finished: %(done)d, under way: %(sold)d, sections standing: %(sections)d") % words
    return Town(title, label, CELL * min(ROW, len(buildings)), HIGH * rows, buildings)


def _sections(scenario: Scenario, made: ContractFacts) -> int:
    return len(scenario.contracts[made.contract - 1].sections)


def _building(
    scenario: Scenario, contract: Contract, made: ContractFacts | None, roles: Sequence[RoleName], at: int
) -> Building:
    look, sections = look_of(contract), len(contract.sections)
    built = made.sections if made is not None else 0
    if made is None:
        words = _("not sold")
    elif built == sections:
        words = pgettext("contract", "finished")
    else:
        words = _("%(built)d of %(sections)d") % {"built": built, "sections": sections}
    first = 30 if made is not None else 14
    name = wrapped(cards.contract(scenario, contract.number))
    return Building(
        x=CELL * (at % ROW) + CELL // 2,
        y=HIGH * (at // ROW) + GROUND,
        shapes=tuple(map(_shape, look.strokes)),
        stands=look.height * built // sections,
        height=look.height,
        letter=roles[made.seat].letter if made is not None else "",
        mark=names.SHAPES[made.seat] if made is not None else "",
        lines=tuple((first + LINE * at, line) for at, line in enumerate(name)),
        words=words,
        below=first + LINE * len(name),
    )


def _shape(stroke: Stroke) -> Shape:
    colour = stroke.css.partition(" ")[0].removeprefix("m-")
    if colour == "beam":
        return Shape(stroke.path, "", "#8a5f3c")
    return Shape(stroke.path, FILLS.get(colour, ""), "#14264a" if colour in FILLS else "#a6aeba")
