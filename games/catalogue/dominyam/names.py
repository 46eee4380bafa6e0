"""The names of players, dominoes and combinations, in the reader's language."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from games.catalogue.dominyam.rules.combinations import Kind
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import Ending, PointsBrought, TargetMoved
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import FIRST_TURN, Options
from games.ui.faces import RoleName
from games.ui.seats import lettered


def scenario_name(scenario: Scenario) -> str:
    """The number of players, in words."""
    if scenario.players == 1:
        return _("Alone")
    return ngettext("%(number)d player", "%(number)d players", scenario.players) % {"number": scenario.players}


def ranking(scenario: Scenario, options: Options) -> str:
    """The name of the list of best scores of lone players, by the way of counting; empty for several players."""
    if scenario.players > 1 or len(scenario.places) < 2 * FIRST_TURN:
        return ""
    parts = [scenario_name(scenario)]
    parts += [_("points for the difference")] if options.difference_points else []
    parts += [_("lower half")] if options.value_end == "low" else []
    return ", ".join(parts)


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of the players, by seat."""
    return tuple(_role(seat, alone=scenario.players == 1) for seat in range(scenario.players))


def _role(seat: int, *, alone: bool) -> RoleName:
    name = _("The player")
    return structs.replace(lettered(seat), name=name, short=name) if alone else lettered(seat)


def domino(one: Domino) -> str:
    """A name such as `6-3`."""
    return f"{one[0]}-{one[1]}"


def dominoes(several: Iterable[Domino]) -> str:
    """A list such as `6-3, 0-1`."""
    return ", ".join(domino(one) for one in several)


def dice(values: Iterable[int]) -> str:
    """A list such as `6 6 3 3 5`."""
    return " ".join(str(value) for value in values)


def bold(text: object) -> SafeString:
    """Bold text as safe HTML."""
    return format_html("<b>{}</b>", text)


def points(number: int) -> str:
    """A text such as `8 points`, with a real minus sign."""
    return ngettext("%(number)s point", "%(number)s points", abs(number)) % {"number": signed(number)}


def meals(number: int) -> str:
    """A text such as `1 meal`."""
    return ngettext("%(number)s meal", "%(number)s meals", number) % {"number": number}


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "\u2212")


def kind(of: Kind) -> str:
    """A combination's name."""
    return {
        "full": _("full of void"),
        "large_straight": _("large straight"),
        "small_straight": _("small straight"),
        "brelan": _("brelan"),
        "pair": _("pair"),
    }[of]


def rule_of(of: Kind) -> str:
    """The requirement of a combination, with its points."""
    return {
        "full": _("one blank, three of one number and two of another: 25"),
        "large_straight": _("six different numbers in a row, or 0 with five of them: 20"),
        "small_straight": _("four numbers in a row without a blank: 15"),
        "brelan": _("one blank and three of a number: three times that number"),
        "pair": _("a double: twice its number"),
    }[of]


def ending(why: Ending) -> str:
    """The reason for the end of a match."""
    return {
        "eaten": _("Everything is eaten."),
        "blocked": _("No pair may be taken any more: the board is blocked."),
        "stalled": _("Nobody ate for too many rounds in a row."),
        "turns": _("The last turn is played."),
    }[why]


def event_titles() -> dict[str, str]:
    """The names of the facilitator's events, by key."""
    return {
        "easier": _("Lower target"),
        "harder": _("Higher target"),
        "bonus": _("Bonus by hand"),
        "penalty": _("Penalty by hand"),
    }


def brought_title(event: TargetMoved | PointsBrought) -> str:
    """The name of the facilitator's event that made this one."""
    less, more = ("easier", "harder") if isinstance(event, TargetMoved) else ("penalty", "bonus")
    return event_titles()[more if event.amount > 0 else less]


def hundredths(thousandths: float) -> int:
    """A chance in percent, rounded to the nearest, halves upwards. Pages round chances only here."""
    return int(thousandths / 10 + 0.5)


def percent(thousandths: float) -> str:
    """A text such as `37 %`. Only a certain chance is shown as 100 %, and only an impossible one as 0 %."""
    if 0 < thousandths < 10:
        return _("under 1 %")
    if 990 < thousandths < 1000:
        return _("over 99 %")
    return _("%(number)d %%") % {"number": hundredths(thousandths)}
