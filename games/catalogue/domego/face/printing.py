"""Printed sheets for a game without screens, from the shipped classic scenario and its role pages."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import activity_name, role_names
from games.catalogue.domego.quantities import cards, cubes, days, k, signed
from games.catalogue.domego.rules.loader import load
from games.catalogue.domego.rules.scenario import ActivityText, CardText, EffectText, Scenario, TierText
from games.ui.faces import PrintingPart, RoleName
from games.ui.languages import localized
from games.ui.printing import BOARD, BRIEFINGS, WHY, Aid, Cut, PrintSheet, PrintTable, rules_of

SCENARIO: Final = "classic"
Row = dict[str, Any]


def _scenario() -> Scenario:
    return load(GAME.scenarios[SCENARIO])


def _briefings() -> Row:
    """The sections of the help page, one for each role."""
    sheets, language = rules_of(GAME.key, page="roles")
    return {"aids": [Aid(texts=(sheet,), language=language) for sheet in sheets]}


def _board() -> Row:
    scenario = _scenario()
    names = {each.id: each for each in role_names(scenario)}
    return {
        "targets": scenario.targets,
        "activities": [_activity(scenario, each, names) for each in scenario.activities],
    }


def _activity(scenario: Scenario, activity: ActivityText, names: dict[str, RoleName]) -> Row:
    parts = [
        {"role": names[part.role], "required": part.required, "risk": _tiers(part.risk), "delay": _tiers(part.delay)}
        for part in activity.participants
    ]
    name = activity_name(scenario, activity.number)
    sheet = {"days": days(activity.base_days), "cards": cards(activity.risk_slots), "parts": parts}
    return {"number": activity.number, "name": name, **sheet}


def _tiers(tiers: tuple[TierText, ...]) -> str:
    return ", ".join(f"{extra}\xa0→\xa0{signed(-fewer)}" for extra, fewer in tiers) or "–"


def _cards() -> Row:
    scenario = _scenario()
    names = {each.id: each for each in role_names(scenario)}
    return {"cards": [_card(card, names) for card in scenario.risk_cards]}


def _card(card: CardText, names: dict[str, RoleName]) -> Cut:
    effects = tuple(_effect(effect, card.activity, names) for effect in card.effects)
    label = f"{_('Activity')} {card.activity}"
    return Cut(label=label, title=capfirst(localized(card.title)), text=localized(card.text), lines=effects)


def _effect(effect: EffectText, activity: int, names: dict[str, RoleName]) -> str:
    """A text such as `Owner: gives 1 cube`, or `5 days more, in activity 12`."""
    amount = next(number for number in (effect.amount, effect.days, effect.cards) if number is not None)
    more = _("%(what)s more") if amount >= 0 else _("%(what)s fewer")
    match effect.op:
        case "delay":
            words = more % {"what": days(abs(amount))}
        case "risk":
            words = more % {"what": cards(abs(amount))}
        case "resources":
            words = _("gives %(what)s") % {"what": cubes(amount)}
        case _:
            words = (_("pays %(what)s") if amount < 0 else _("receives %(what)s")) % {"what": k(abs(amount))}
    if effect.role is not None:
        words = _("%(who)s: %(what)s") % {"who": names[effect.role].name, "what": words}
    if effect.activity in (None, activity):
        return words
    return f"{words}, {_('in activity %(activity)d') % {'activity': effect.activity}}"


def _log() -> Row:
    scenario = _scenario()
    columns = (_("Activity"), _("Base days"), _("Days"), _("Cost"), _("Cards"))
    rows = tuple(
        (f"{each.number}. {activity_name(scenario, each.number)}", days(each.base_days)) for each in scenario.activities
    )
    return {"tables": [PrintTable(_("Log of the activities"), columns, rows, WHY)]}


PRINTING: Final = PrintingPart(
    sheets={
        "briefings": PrintSheet(BRIEFINGS, "games/print/aid.html", _briefings),
        "board": PrintSheet(BOARD, "domego/print/board.html", _board, "A3"),
        "cards": PrintSheet(gettext_lazy("Risk cards to cut out"), "games/print/cards.html", _cards),
        "log": PrintSheet(gettext_lazy("Log of the activities"), "games/print/log.html", _log),
    }
)
