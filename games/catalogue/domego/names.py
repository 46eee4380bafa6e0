"""The names of a scenario's roles, activities and cards, in the reader's language."""

from functools import lru_cache

from django.utils.translation import pgettext

from games.catalogue.domego.rules.scenario import CardText, RoleText, Scenario
from games.ui.faces import RoleName
from games.ui.languages import current, localized
from games.ui.nouns import named

COLOURS = {
    "blue": "owner",
    "green": "architect",
    "yellow": "engineer",
    "black": "inspector",
    "red": "structure",
    "purple": "fitout",
}
"""The class (`role-<class>`) and icon for a scenario's colour."""


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of the roles, by seat."""
    return _role_names(scenario.roles, current())


@lru_cache(maxsize=64)
def _role_names(roles: tuple[RoleText, ...], language: str) -> tuple[RoleName, ...]:
    """The names of the roles in the current language, cached by language."""
    return tuple(_role_name(index, role) for index, role in enumerate(roles))


def _role_name(index: int, role: RoleText) -> RoleName:
    name = localized(role.name)
    short, letter = localized(role.short) or name, localized(role.letter) or name[:1].upper()
    css = COLOURS.get(role.colour) or tuple(COLOURS.values())[index % len(COLOURS)]
    return RoleName(role.id, name, short, letter, css, role.gender, localized(role.purpose), "roles", role.id)


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


def card_title(scenario: Scenario, card: str) -> str:
    return localized(card_text(scenario, card).title)
