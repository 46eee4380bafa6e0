"""The names of a scenario's roles, activities and cards, in the reader's language."""

from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.facilitation import PREFIX, is_brought
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scenario import CardText, RoleText, Scenario
from games.ui.faces import RoleName
from games.ui.languages import current, localized
from games.ui.nouns import named

DESCRIBED: Final = "classic"
COLOURS = {
    "blue": "owner",
    "green": "architect",
    "yellow": "engineer",
    "black": "inspector",
    "red": "structure",
    "purple": "fitout",
}
"""The class (`role-<class>`) and icon for a scenario's colour."""


_known: Final[list[tuple[Scenario, bool]]] = []
"""The latest scenarios, and whether the help describes them: to compare whole ones on each page would take long."""
KEPT: Final = 16


def is_described(scenario: Scenario) -> bool:
    """Is this the shipped scenario, to which the figures of the help pages belong?"""
    for kept, answer in _known:
        if kept is scenario:
            return answer
    shipped = GAME.scenarios.get(DESCRIBED)
    answer = shipped is not None and RULES.load_scenario(shipped) == scenario
    _known.insert(0, (scenario, answer))
    del _known[KEPT:]
    return answer


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of the roles, by seat."""
    return _role_names(scenario.roles, current(), is_described(scenario))


def role_names_of(roles: tuple[RoleText, ...]) -> tuple[RoleName, ...]:
    """The names of roles that belong to no whole scenario."""
    return _role_names(roles, current(), described=False)


@lru_cache(maxsize=64)
def _role_names(roles: tuple[RoleText, ...], language: str, described: bool) -> tuple[RoleName, ...]:
    """The names of the roles in the current language, cached by language."""
    found: list[RoleName] = []
    for index, role in enumerate(roles):
        name = localized(role.name)
        css = COLOURS.get(role.colour) or tuple(COLOURS.values())[index % len(COLOURS)]
        # Two roles of one colour have different letters.
        taken = {each.letter for each in found if each.css == css}
        letters = [letter for letter in (*name.upper(), *"123456789") if letter.isalnum() and letter not in taken]
        found.append(_role_name(role, name, localized(role.letter) or letters[0], css, described))
    return tuple(found)


def _role_name(role: RoleText, name: str, letter: str, css: str, described: bool) -> RoleName:
    short = localized(role.short) or name
    sheet = ("roles", role.id) if described else ("", "")
    return RoleName(role.id, name, short, letter, css, role.gender, localized(role.purpose), *sheet)


def role_name(scenario: Scenario, seat: int) -> str:
    return localized(scenario.roles[seat].name)


def roles_named(scenario: Scenario, **seats: int) -> dict[str, str]:
    """The parameters of a text with these roles: `payer=` gives `the_payer`, `of_payer` and so on."""
    called = role_names(scenario)
    return named(**{key: called[seat] for key, seat in seats.items()})


def activity_name(scenario: Scenario, turn: int) -> str:
    return localized(scenario.activities[turn - 1].name)


def numbered_activity(scenario: Scenario, turn: int) -> str:
    """A text such as `Activity 7, Detailed design`."""
    words = {"turn": turn, "name": activity_name(scenario, turn)}
    return pgettext("heading", "Activity %(turn)d, %(name)s") % words


def card_text(scenario: Scenario, card: str) -> CardText:
    return next(each for each in scenario.risk_cards if each.id == card)


def event_titles() -> dict[str, str]:
    """The names of the facilitator's events, by key."""
    return {
        "strike": _("Strike"),
        "price_rise": _("Price rise"),
        "late_permit": _("Late permit"),
        "inspection": _("Inspection"),
        "help": _("Help from the region"),
        "bonus": _("Bonus by hand"),
        "penalty": _("Penalty by hand"),
    }


def card_title(scenario: Scenario, card: str) -> str:
    """The name of a card, or of the facilitator's event in its place."""
    if is_brought(card):
        return event_titles()[card.removeprefix(PREFIX)]
    return localized(card_text(scenario, card).title)
