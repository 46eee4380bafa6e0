"""Printed sheets for a game without screens, from the shipped classic scenario and the rules."""

from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import drawing
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.board import DEAREST, dots
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scenario import Price, Scenario
from games.catalogue.utboheme.rules.types import KINDS, Options
from games.engine.draws import LabelledDraws
from games.ui.faces import PrintingPart
from games.ui.printing import AID, WHY, Aid, Cut, PrintSheet, PrintTable, blank, drawn, rules_of

SCENARIO: Final = "classic"
CHAPTERS: Final = ("founding", "turn", "dice", "seven", "trade", "build", "cards", "special", "end")
"""The headings of the rules that are printed on the player aid."""
ICONS: Final = "utboheme/icons.html"
LINES: Final = 24
"""The number of turns on a sheet of the log."""
WORDS: Final = "paper"
"""The seed words of the printed island."""
Shown = dict[str, Any]


def _aid(scenario: Scenario) -> Shown:
    texts, language = rules_of(GAME.key, *CHAPTERS, tables=False)
    return {"aids": [Aid(tables=(_costs(scenario), _numbers(), _bank(scenario)), texts=texts, language=language)]}


def _costs(scenario: Scenario) -> PrintTable:
    costs, points, pieces = scenario.costs, scenario.points, scenario.pieces
    rows = (
        ("CC", _cost(costs.cc), 0, pieces.cc),
        ("UV", _cost(costs.uv), points.uv, pieces.uv),
        ("UV**", _cost(costs.upgrade), points.upgraded, pieces.upgraded),
        (_("Development card"), _cost(costs.card), "?", ""),
    )
    columns = ("", _("Costs"), _("Points"), _("Pieces of each player"))
    return PrintTable(_("What is built"), columns, rows)


def _cost(price: Price) -> SafeString:
    """The price as one icon for each card."""
    needed = [name for name, number in zip(RESOURCES, price.cards, strict=True) for _one in range(number)]
    return drawn("utboheme/print/icons.html", needed=needed, words=names.cards(price.cards))


def _numbers() -> PrintTable:
    thrown = [number for number in range(2, 13) if number != 7]  # a seven is on no hexagon
    chances = tuple((", ".join(str(each) for each in thrown if dots(each) == many), many) for many in range(1, 6))
    return PrintTable(_("How often a number comes"), (_("Numbers"), _("In 36 throws")), chances)


def _bank(scenario: Scenario) -> PrintTable:
    kinds = {(kind.rate, kind.resource) for kind in scenario.harbour_kinds}
    at_zones = sorted({(rate, name is None) for rate, name in kinds}, reverse=True)
    places = {True: _("at a trade zone, any resource"), False: _("at a trade zone, its resource alone")}
    rows = ((f"{DEAREST}:1", _("anywhere")), *((f"{rate}:1", places[of_any]) for rate, of_any in at_zones))
    return PrintTable(_("With the bank"), (_("Cards"), _("Where")), rows)


def _island(scenario: Scenario) -> Shown:
    """The island that these seed words give on the site, too."""
    begun = RULES.setup(
        scenario, Options(board="fixed", board_seed=WORDS), scenario.players[1], LabelledDraws(b"on paper")
    )
    return {"island": drawing(RULES.view(begun.state, None)), "words": WORDS}


def _resources(scenario: Scenario) -> Shown:
    """The resource cards, as many of each as the bank has."""
    cards = [
        Cut(fragment="utboheme/print/resource.html", picture=name, title=capfirst(names.resource(name)))
        for name in RESOURCES
    ]
    return {"cards": [card for card in cards for _one in range(scenario.bank)], "size": "mini"}


def _developments(scenario: Scenario) -> Shown:
    counts = zip(KINDS, scenario.cards.cards, strict=True)
    cards = [
        Cut(_("Development card"), title=capfirst(names.kind(kind)), text=capfirst(names.kind_rule(kind)))
        for kind, number in counts
        for _one in range(number)
    ]
    return {"cards": [*cards, *_specials(scenario)], "size": "mini"}


def _specials(scenario: Scenario) -> list[Cut]:
    points = scenario.points
    both = (_("Longest cursus"), points.longest), (_("Oldest ancien"), points.oldest)
    return [Cut(title=title, text=names.points(number)) for title, number in both]


def _log(scenario: Scenario) -> Shown:
    columns = (_("Player"), pgettext("brief", "Dice"), _("Trade"), _("What was built"), _("Points"))
    return {"tables": [PrintTable(_("Log of the turns"), columns, blank(LINES), WHY)]}


PRINTING: Final = PrintingPart(
    scenario=SCENARIO,
    sheets={
        "aid": PrintSheet(AID, "games/print/aid.html", _aid, icons=ICONS),
        "island": PrintSheet(gettext_lazy("Island"), "utboheme/print/island.html", _island, "A3", ICONS),
        "resources": PrintSheet(
            gettext_lazy("Resources to cut out"), "games/print/cards.html", _resources, icons=ICONS
        ),
        "developments": PrintSheet(
            gettext_lazy("Development cards to cut out"), "games/print/cards.html", _developments
        ),
        "log": PrintSheet(gettext_lazy("Log of the turns"), "games/print/log.html", _log),
    },
)
