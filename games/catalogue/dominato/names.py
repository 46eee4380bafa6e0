"""The names of players, points and tiles, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato.rules.events import CheckAsked, PointsBrought
from games.catalogue.dominato.rules.scenario import Scenario
from games.ui.faces import RoleName
from games.ui.seats import lettered


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of the players, by seat."""
    return tuple(lettered(seat) for seat in range(scenario.players))


def points(value: int) -> str:
    """A square or a balance in words, for example red 3, green 1, empty."""
    if value > 0:
        return _("red %(number)d") % {"number": value}
    if value < 0:
        return _("green %(number)d") % {"number": -value}
    return _("empty")


def place(number: int, way: str) -> str:
    """A name such as `Place 7, lying`. Numbers start with 1."""
    if way == "H":
        return _("Place %(number)d, lying") % {"number": number}
    return _("Place %(number)d, standing") % {"number": number}


def signed(value: int) -> str:
    """A number such as +3, −1 or 0, with a real minus sign."""
    return f"+{value}" if value > 0 else str(value).replace("-", "\u2212")


def balance(value: int) -> str:
    """A balance in words: the stronger colour, and the difference."""
    return _("neither colour, 0") if value == 0 else points(value)


def tile(a: int, b: int) -> str:
    """A name such as `red 3, green 1`."""
    return _("%(first)s, %(second)s") % {"first": points(a), "second": points(b)}


def tiles_left(number: int) -> str:
    """A text such as `5 tiles`."""
    return ngettext("%(number)d tile", "%(number)d tiles", number) % {"number": number}


def points_counted(number: int) -> str:
    """A text such as `5 points`."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def event_titles() -> dict[str, str]:
    """The names of the facilitator's events, by key."""
    return {
        "check": _("Everybody checks"),
        "bonus": _("Points taken off"),
        "penalty": _("Points added"),
    }


def brought_title(event: CheckAsked | PointsBrought) -> str:
    """The name of the facilitator's event that made this one."""
    if isinstance(event, CheckAsked):
        return event_titles()["check"]
    return event_titles()["penalty" if event.amount > 0 else "bonus"]


def link_name(order: int) -> str:
    """The name of a link of this order."""
    names = {0: _("first tile"), 1: _("simple link"), 2: _("double link"), 3: _("triple link")}
    return names.get(order, _("quadruple link"))
