"""Printed sheets for a game without screens, from a shipped scenario, the dominoes and the rules."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face.board import CELL, small
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.combinations import KINDS
from games.catalogue.dominyam.rules.dominoes import DOMINOES
from games.catalogue.dominyam.rules.layout import CELLS, COLUMNS, ROWS
from games.catalogue.dominyam.rules.scenario import Scenario
from games.ui.faces import PrintingPart
from games.ui.printing import AID, WHY, Aid, Cut, PrintSheet, PrintTable, rules_of

SCENARIO: Final = "players_04"
CHAPTERS: Final = ("table", "mercy", "target", "meal", "end", "scoring")
"""The headings of the rules that are printed on the player aid."""
Shown = dict[str, Any]


def _turns(scenario: Scenario) -> range:
    """The numbers of the turns, which go down."""
    return range(scenario.turns, 0, -1)


def _aid(scenario: Scenario) -> Shown:
    texts, language = rules_of(GAME.key, *CHAPTERS)
    return {"aids": [Aid(texts=texts, language=language)]}


def _spiral(scenario: Scenario) -> Shown:
    return {
        "box": f"-1 -1 {CELL * COLUMNS + 2} {CELL * ROWS + 2}",
        "places": [_place(place) for place in CELLS],
        "rows": [_row(number) for number in range(ROWS)],
        "turns": _turns(scenario),
        "combinations": [(capfirst(names.kind(kind)), names.rule_of(kind)) for kind in KINDS],
    }


def _place(place: int) -> Shown:
    """The place of a domino, as in the drawing of the table."""
    (c1, r1), (c2, r2) = CELLS[place]
    width, height = (2 * CELL, CELL) if r1 == r2 else (CELL, 2 * CELL)
    x, y = CELL * min(c1, c2), CELL * min(r1, r2)
    return {"number": place, "x": x, "y": y, "width": width, "height": height}


def _row(number: int) -> str:
    """The places of a row, from the left, as a text for screen readers."""
    columns = {column: place for place, cells in CELLS.items() for column, row in cells if row == number}
    places = dict.fromkeys(columns[column] for column in range(COLUMNS))
    return _("Row %(row)d: places %(places)s") % {"row": number + 1, "places": ", ".join(str(each) for each in places)}


def _dominoes(scenario: Scenario) -> Shown:
    cards = [Cut(fragment="dominyam/print/domino.html", picture=small(each)) for each in DOMINOES]
    return {"cards": cards, "size": "tiles"}


def _scores(scenario: Scenario) -> Shown:
    """A score sheet for the meals, and for the dominoes at the end."""
    meals = (_("Turn"), pgettext("of a turn", "Target"), _("Player"), _("Meal"), _("Points"))
    counted = [names.kind(kind) for kind in KINDS] + [_("Other dominoes"), _("Dice of the meals"), _("Sum")]
    players = tuple(role.name for role in names.role_names(scenario))
    final = PrintTable(_("Final score"), (_("Combination"), *players), tuple((capfirst(each),) for each in counted))
    return {"tables": [PrintTable(_("Score sheet"), meals, tuple((turn,) for turn in _turns(scenario)), WHY), final]}


PRINTING: Final = PrintingPart(
    scenario=SCENARIO,
    sheets={
        "aid": PrintSheet(AID, "games/print/aid.html", _aid),
        "spiral": PrintSheet(gettext_lazy("Spiral"), "dominyam/print/spiral.html", _spiral, "A3"),
        "dominoes": PrintSheet(gettext_lazy("Dominoes to cut out"), "games/print/cards.html", _dominoes),
        "scores": PrintSheet(gettext_lazy("Score sheet"), "games/print/log.html", _scores),
    },
)
