"""What players, points and tiles are called, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dominato.rules.scenario import Scenario
from games.kit.faces import RoleName
from games.kit.languages import said
from games.kit.seats import lettered


def scenario_name(scenario: Scenario) -> str:
    """Its name in the current language."""
    return said(scenario.name)


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """By seat."""
    return tuple(lettered(seat) for seat in range(scenario.players))


def points(value: int) -> str:
    """A square or a balance in words: red 3, green 1, empty."""
    if value > 0:
        return _("red %(number)d") % {"number": value}
    if value < 0:
        return _("green %(number)d") % {"number": -value}
    return _("empty")


def place(number: int, way: str) -> str:
    """`Place 7, lying`. Numbers start with 1."""
    if way == "H":
        return _("Place %(number)d, lying") % {"number": number}
    return _("Place %(number)d, standing") % {"number": number}


def signed(value: int) -> str:
    """+3, −1, 0, with a real minus sign."""
    return f"+{value}" if value > 0 else str(value).replace("-", "\u2212")


def balance(value: int) -> str:
    """A balance in words: which colour is stronger, and by how much."""
    return _("neither colour, 0") if value == 0 else points(value)


def tile(a: int, b: int) -> str:
    """`red 3, green 1`."""
    return _("%(first)s, %(second)s") % {"first": points(a), "second": points(b)}


def tiles_left(number: int) -> str:
    """`5 tiles`."""
    return ngettext("%(number)d tile", "%(number)d tiles", number) % {"number": number}


def link_name(order: int) -> str:
    """What a link of this order is called."""
    names = {0: _("first tile"), 1: _("simple link"), 2: _("double link"), 3: _("triple link")}
    return names.get(order, _("quadruple link"))
