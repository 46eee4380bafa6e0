"""The words and marks of a draft of a scenario, whose JSON data may have faults."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.catalogue.domego.face.printing import effect_words
from games.catalogue.domego.names import COLOURS, role_names_of
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.catalogue.domego.rules.scenario import EffectText, RoleText
from games.engine.codec import convert
from games.ui.faces import RoleName


def item_words(data: Any, section: str, item: Any) -> str:
    """An item of a list in a few words; empty for one that cannot be read."""
    try:
        match section:
            case "roles":
                return _("%(money)s at the start") % {"money": k(_number(item["start_money"]))}
            case "activities":
                return f"{days(_number(item['base_days']))}, {cards(_number(item['risk_slots']))}, {_needed(item)}"
            case "risk_cards":
                return _effects(data, item)
            case _:
                return ""
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.ValidationError):
        return ""


def marks(data: Any) -> dict[str, tuple[str, str]]:
    """Letter and colour class of each role that can be read."""
    return {name: (role.letter, role.css) for name, role in _roles(data).items()}


def choices(data: Any, path: str) -> list[tuple[str, str]]:
    """The special actions of an activity: each role buys cubes, each contract is negotiated. Also the colours."""
    if path == "roles.colour":
        return [(name, words) for name, words in _colours().items() if name in COLOURS]
    if path != "activities.special":
        return []
    names = {key: role.name for key, role in _roles(data).items()}
    pairs = [each for each in data.get("standard_contracts", ()) if isinstance(each, dict)]
    found = [(f"buy:{key}", _("%(who)s: buys cubes") % {"who": name}) for key, name in names.items()]
    for each in pairs:
        payer, payee = str(each.get("payer", "")), str(each.get("payee", ""))
        words = {"payer": names.get(payer, payer), "payee": names.get(payee, payee)}
        found.append((f"negotiate:{payer}>{payee}", _("%(payer)s, %(payee)s: negotiate") % words))
    return found


def _colours() -> dict[str, str]:
    return {
        "blue": _("blue"),
        "green": _("green"),
        "yellow": _("yellow"),
        "black": _("black"),
        "red": _("red"),
        "purple": _("purple"),
    }


def _roles(data: Any) -> dict[str, RoleName]:
    found = []
    for item in data.get("roles", ()) if isinstance(data.get("roles"), list) else ():
        try:
            found.append(convert(item, RoleText))
        except msgspec.ValidationError:
            continue
    named = tuple(role for role in found if role.name.en or role.name.fr)
    return {role.id: role for role in role_names_of(named)}


def _number(value: Any) -> int:
    """A whole number. Raises TypeError for anything else."""
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def _needed(item: Any) -> str:
    return _("%(cubes)s required") % {"cubes": cubes(sum(_number(part["required"]) for part in item["participants"]))}


def _effects(data: Any, item: Any) -> str:
    names = _roles(data)
    words = [effect_words(convert(effect, EffectText), item["activity"], names) for effect in item["effects"]]
    return "; ".join(words) or _("nothing, but it counts as a failure")
