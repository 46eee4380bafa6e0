"""The names of resources, cards, places and players, in the reader's language. Places are counted from 1."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme.rules.board import Board, layout
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, Resource
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.topology import Hexagon
from games.catalogue.utboheme.rules.types import Kind, Need, RefusalOrder
from games.ui.faces import RoleName
from games.ui.languages import by_language
from games.ui.nouns import headed
from games.ui.seats import lettered, player_name, players_named
from games.ui.sentences import listed_with_and

COFFEE = "coffee"
"""The id of the scenario in which coffee is scarce."""


def scenario_name(scenario: Scenario) -> str:
    """The number of players, in words, after the name of a scenario with other figures."""
    number = scenario.players[1]
    players = ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
    if scenario.id == COFFEE:
        return _("A short evening with little coffee, %(players)s") % {"players": players}
    return players


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of all possible players, by seat."""
    return tuple(lettered(seat) for seat in range(scenario.players[1]))


def players(seats: Iterable[int]) -> str:
    """A list such as `Player A, Player C`."""
    return ", ".join(player_name(seat) for seat in seats)


def players_text(seats: Iterable[int]) -> str:
    """The players at the beginning of a sentence: `Player A and Player C`."""
    return headed(listed_with_and([players_named(player=seat)["the_player"] for seat in seats]))


@by_language()
def resource(name: Resource) -> str:
    """The name of a resource within a sentence."""
    return {
        "beer": _("beer"),
        "sleep": _("sleep"),
        "coffee": _("coffee"),
        "course": _("course material"),
        "food": _("food"),
    }[name]


@by_language()
def short_resource(name: Resource) -> str:
    """The short name of a resource, on a hexagon or above a column."""
    return {
        "beer": _("Beer"),
        "sleep": _("Sleep"),
        "coffee": _("Coffee"),
        "course": _("Course"),
        "food": _("Food"),
    }[name]


COUNTED: dict[Resource, Callable[[int], str]] = {
    "beer": lambda n: ngettext("%(n)d beer", "%(n)d beers", n),
    "sleep": lambda n: ngettext("%(n)d sleep", "%(n)d sleep", n),
    "coffee": lambda n: ngettext("%(n)d coffee", "%(n)d coffees", n),
    "course": lambda n: ngettext("%(n)d course material", "%(n)d course material", n),
    "food": lambda n: ngettext("%(n)d food", "%(n)d food", n),
}


def counted(name: Resource, number: int) -> str:
    """A text such as `2 beers`."""
    return COUNTED[name](number) % {"n": number}


def cards(handful: Cards) -> str:
    """A text such as `2 beers, 1 food`; negative numbers are left out."""
    return ", ".join(
        counted(name, number) for name, number in zip(RESOURCES, handful, strict=True) if number > 0
    ) or _("nothing")  # fmt: skip


def either(resources: Iterable[Resource]) -> str:
    """A list such as `beer or food`, in the given order."""
    return _(" or ").join(resource(name) for name in resources)


def refused(order: RefusalOrder) -> str:
    """The offers that an order refuses, to follow *refuse*: `those that ask for beer or food`."""
    if order.all_now:
        return _("all until your turn")
    said = []
    if order.asks:
        said.append(_("those that ask for %(resources)s") % {"resources": either(order.asks)})
    if order.gives:
        said.append(_("those that give no %(resources)s") % {"resources": either(order.gives)})
    return ", ".join(said)


def number_of_cards(number: int) -> str:
    """A text such as `4 cards`."""
    return ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}


def points(number: int) -> str:
    """A text such as `8 points`."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def needed(need: Need) -> str:
    """The declared purpose of an offer."""
    return {"cc": "CC", "uv": "UV", "up": "UV**", "card": _("a development card")}[need]


@by_language()
def kind(name: Kind) -> str:
    """The name of a development card."""
    return {
        "ancien": _("ancien"),
        "roads": _("road building"),
        "discovery": _("discovery"),
        "monopoly": _("monopoly"),
        "victory": _("victory point"),
    }[name]


@by_language()
def kind_rule(name: Kind) -> str:
    """The effect of a development card."""
    return {
        "ancien": _("move the binôme glandeur and steal a card"),
        "roads": _("two CC free"),
        "discovery": _("two cards of your choice from the bank"),
        "monopoly": _("all cards of one resource from the others"),
        "victory": _("counts at once, shown at the end"),
    }[name]


def region(board: Board, number: int) -> str:
    """A name such as `beer 6`, or the desert."""
    name = board.resources[number]
    if name is None:
        return _("Sevenans")
    return f"{resource(name)} {board.tokens[number]}"


def hexagon(board: Board, number: int) -> str:
    """A name such as `hexagon 5 (beer 6)`."""
    return _("hexagon %(number)d (%(what)s)") % {"number": number + 1, "what": region(board, number)}


def crossing(board: Board, number: int) -> str:
    """A name such as `crossing 12 (beer 6, food 4, sea)`."""
    around = around_crossing(board, number)
    return _("crossing %(number)d (%(what)s)") % {"number": number + 1, "what": around}


def around_crossing(board: Board, number: int) -> str:
    """A description such as `beer 6, food 4, sea`."""
    return _around(board, layout(board).shape.corners[number])


def around_path(board: Board, number: int) -> str:
    """A description such as `beer 6, sea`."""
    return _around(board, layout(board).shape.sides[number])


def path(board: Board, number: int) -> str:
    """A name such as `path 30 (beer 6, sea)`, with the hexagons on both sides."""
    around = around_path(board, number)
    return _("path %(number)d (%(what)s)") % {"number": number + 1, "what": around}


def _around(board: Board, hexagons: Iterable[Hexagon]) -> str:
    """The land in the order of its numbers, then the sea once."""
    found = set(hexagons)
    land = [number for number, where in enumerate(board.land) if where in found]
    said = [region(board, number) for number in land]
    return ", ".join(said + [_("sea")] * (len(land) < len(found)))


def event_titles() -> dict[str, str]:
    """The names of the events that the facilitator brings, by key."""
    called = {name: resource(name) for name in RESOURCES}
    return {
        **{f"gift_{name}": headed(_("%(resource)s for everybody") % {"resource": called[name]}) for name in RESOURCES},
        **{f"dearth_{name}": _("Bad harvest of %(resource)s") % {"resource": called[name]} for name in RESOURCES},
        "scholarship": _("Scholarship"),
    }


def harbour(rate: int, name: Resource | None) -> str:
    """A name such as `3:1` or `2:1 beer`."""
    return f"{rate}:1" if name is None else f"{rate}:1 {resource(name)}"


def tenths(thousandths: int) -> str:
    """A number of cards with one decimal, 6345 as 6.3, with the decimal mark of the language."""
    number = round(abs(thousandths) / 100)
    shown = _("%(whole)d.%(tenth)d") % {"whole": number // 10, "tenth": number % 10}
    return f"\u2212{shown}" if thousandths < 0 and number else shown


def signed_tenths(thousandths: int) -> str:
    """A number with one decimal, with a plus sign if it is positive."""
    shown = tenths(thousandths)
    return f"+{shown}" if round(thousandths / 100) > 0 else shown
