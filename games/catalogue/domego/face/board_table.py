"""The board as a table of words, with the same facts as the drawings, for screen readers."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.face.cells import Cell
from games.catalogue.domego.names import card_title
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.ui.nouns import named, within


@dataclass(frozen=True)
class Row:
    name: str
    days: str
    cost: str
    cards: str
    cubes: str
    now: bool


def rows(scenario: Scenario, cells: tuple[Cell, ...]) -> tuple[Row, ...]:
    return tuple(_row(scenario, cell) for cell in cells)


def _row(scenario: Scenario, cell: Cell) -> Row:
    name = _("%(number)d. %(name)s") % {"number": cell.number, "name": cell.name}
    if cell.state == "done":
        drawn = ", ".join(card_title(scenario, card) for card in cell.drawn)
        return Row(name, str(cell.days), str(cell.cost), drawn or pgettext("cards", "none"), _cubes(cell), now=False)
    if cell.state == "now":
        days = _("%(days)d before cards") % {"days": cell.days}
        cost = _("%(cost)d so far") % {"cost": cell.cost or 0}
        name = _("%(name)s, now") % {"name": name}
        return Row(name, days, cost, _("%(number)d to draw") % {"number": cell.to_draw}, _cubes(cell), now=True)
    days = _("%(days)d at base") % {"days": cell.days}
    return Row(name, days, "", _("%(number)d on the sheet") % {"number": cell.slots}, _cubes(cell), now=False)


def _cubes(cell: Cell) -> str:
    words = {
        "placed": _("%(role)s %(cubes)s"),
        "in": _("%(role)s %(cubes)s in"),
        "waiting": _("%(The_role)s has not placed yet"),
        "required": _("%(role)s %(cubes)s required"),
    }
    parts: list[str] = []
    for mark in cell.marks:
        text = words[mark.state] if mark.cubes is not None or mark.state == "waiting" else _("%(The_role)s has placed")
        said = text % {**named(role=mark.role), "role": mark.role.short, "cubes": mark.cubes}
        parts.append(within(said) if parts and "%(The_role)s" in text else said)
    return ", ".join(parts)


def description(view: View) -> str:
    """One sentence that describes the drawing of the board."""
    last = len(view.sheet.activities)
    if view.phase == "over":
        return _("All %(last)d activities are done. The same facts stand in the table below the drawing.") % {
            "last": last
        }
    text = _("Activity %(turn)d of %(last)d is being played. The same facts stand in the table below the drawing.")
    return text % {"turn": view.turn, "last": last}


def days_words(view: View) -> str:
    """Days used against the target."""
    left = view.sheet.goals.delay - view.delay
    words = {"used": view.delay, "left": left, "over": -left}
    if left < 0:
        return _("%(used)d days used, %(over)d over the target") % words
    return _("%(used)d days used, %(left)d left to the target") % words
