"""What a scenario calls its roles, activities and cards, in the reader's language."""

from django.utils.translation import get_language, pgettext

from games.domego.rules.scenario import CardText, RoleText, Scenario, Words
from games.kit.faces import RoleName

COLOURS = {
    "blue": "owner",
    "green": "architect",
    "yellow": "engineer",
    "black": "inspector",
    "red": "structure",
    "purple": "fitout",
}
"""The class (`role-<class>`) and icon for a scenario's colour."""


def said(words: Words) -> str:
    """A text in the current language, else in the other."""
    french = (get_language() or "").startswith("fr")
    return (words.fr or words.en) if french else (words.en or words.fr)


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """By seat."""
    return tuple(_role_name(index, role) for index, role in enumerate(scenario.roles))


def _role_name(index: int, role: RoleText) -> RoleName:
    name = said(role.name)
    css = COLOURS.get(role.colour) or tuple(COLOURS.values())[index % len(COLOURS)]
    return RoleName(role.id, name, said(role.short) or name, said(role.letter) or name[:1].upper(), css)


def role_name(scenario: Scenario, seat: int) -> str:
    return said(scenario.roles[seat].name)


def activity_name(scenario: Scenario, turn: int) -> str:
    return said(scenario.activities[turn - 1].name)


def numbered_activity(scenario: Scenario, turn: int) -> str:
    """`Activity 7, Detailed design`."""
    words = {"turn": turn, "name": activity_name(scenario, turn)}
    return pgettext("heading", "Activity %(turn)d, %(name)s") % words


def card_text(scenario: Scenario, card: str) -> CardText:
    return next(each for each in scenario.risk_cards if each.id == card)


def card_title(scenario: Scenario, card: str) -> str:
    return said(card_text(scenario, card).title)
