"""Printed sheets for a game without screens, from the shipped scenario for four and the rules."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominato import names
from games.catalogue.dominato.board import drawn
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Laid
from games.ui.faces import PrintingPart
from games.ui.printing import AID, BOARD, Aid, Cut, PrintSheet, PrintTable, rules_of

SCENARIO: Final = "four"
CHAPTERS: Final = ("goal", "tiles", "balance", "link", "order", "turn", "scoring", "challenge")
"""The headings of the rules that are printed on the player aid."""
WIDE, HIGH = 25, 17
"""The size of the printed board in half squares, as many as fit on an A3 sheet."""
Shown = dict[str, Any]


def _aid(scenario: Scenario) -> Shown:
    texts, language = rules_of(GAME.key, *CHAPTERS)
    return {"aids": [Aid(texts=texts, language=language)]}


def _board(scenario: Scenario) -> Shown:
    lines = [f"M0 {y}H{WIDE}" for y in range(HIGH + 1)] + [f"M{x} 0V{HIGH}" for x in range(WIDE + 1)]
    return {"wide": WIDE, "high": HIGH, "grid": "".join(lines)}


def _cut(scenario: Scenario, text: str = "") -> list[Cut]:
    """Every tile to cut out, with the text below it."""
    found = []
    for number, tile in enumerate(scenario.tiles):
        picture = drawn(Laid(number, 0, 0, "H", tile.a, tile.b), helper=False)
        found.append(Cut(fragment="dominato/print/tile.html", picture=picture, text=text))
    return found


def _tiles(scenario: Scenario) -> Shown:
    return {"cards": _cut(scenario), "size": "wide"}


def _balances(scenario: Scenario) -> Shown:
    """Every tile with room for its balance."""
    return {"cards": _cut(scenario, _("balance: %(room)s") % {"room": "\u2026" * 4}), "size": "mini"}


def _points(scenario: Scenario) -> Shown:
    """A score sheet with as many games as players."""
    players = names.role_names(scenario)
    rows = (*((number,) for number, _role in enumerate(players, start=1)), (_("Sum"),))
    columns = (_("Game"), *(role.name for role in players))
    return {"tables": [PrintTable(_("Points of the games"), columns, rows)]}


PRINTING: Final = PrintingPart(
    scenario=SCENARIO,
    sheets={
        "aid": PrintSheet(AID, "games/print/aid.html", _aid),
        "board": PrintSheet(BOARD, "dominato/print/board.html", _board, "A3"),
        "tiles": PrintSheet(gettext_lazy("Tiles to cut out"), "games/print/cards.html", _tiles),
        "balances": PrintSheet(gettext_lazy("Balances to write"), "games/print/cards.html", _balances),
        "points": PrintSheet(gettext_lazy("Points of the games"), "games/print/log.html", _points),
    },
)
