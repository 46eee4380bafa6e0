"""Printed sheets for a game without screens, from a shipped scenario, and from its role pages where it has them."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.domego.face.objectives import objective_words
from games.catalogue.domego.face.paper import chance, counters, draw, lines, rows, turns
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import DESCRIBED, activity_name, is_described, role_names, roles_named
from games.catalogue.domego.quantities import cards, cubes, days, k, signed
from games.catalogue.domego.rules.compile import compiled
from games.catalogue.domego.rules.scenario import ActivityText, CardText, EffectText, Scenario
from games.catalogue.domego.rules.sheet import Sheet
from games.ui.faces import PrintingPart, RoleName
from games.ui.languages import localized
from games.ui.printing import BOARD, BRIEFINGS, WHY, Aid, Cut, PrintSheet, PrintTable, rules_of

Row = dict[str, Any]


def _briefings(scenario: Scenario) -> Row:
    """The sections of the help page, one for each role; for other projects, sheets made from the scenario."""
    if is_described(scenario):
        sheets, language = rules_of(GAME.key, page="roles")
        return {"aids": [Aid(texts=(sheet,), language=language) for sheet in sheets]}
    sheet = compiled(scenario)[0]
    return {"aids": [_briefing(scenario, sheet, seat) for seat in range(len(scenario.roles))]}


def _briefing(scenario: Scenario, sheet: Sheet, seat: int) -> Aid:
    """The sheet of a role: purpose, money, contracts, objectives, and its line of each activity."""
    role = role_names(scenario)[seat]
    places = tuple(
        (f"{each.number}. {activity_name(scenario, each.number)}", part.required, _tiers(part.risk), _tiers(part.delay))
        for each in scenario.activities
        for part in each.participants
        if part.role == role.id
    )
    points = tuple((objective_words(sheet, each),) for each in sheet.roles[seat].objectives)
    return Aid(
        title=role.name,
        lines=(role.purpose, *_means(scenario, sheet, seat)),
        tables=(
            PrintTable(_("Objectives"), (_("Objective"),), points),
            PrintTable(_("Your activities"), (_("Activity"), _("required"), _("Cards"), _("Days")), places),
        ),
    )


def _means(scenario: Scenario, sheet: Sheet, seat: int) -> list[str]:
    """Sentences on the money of a role: at the start, from its contracts, for its cubes."""
    found = [_("You start with %(money)s.") % {"money": k(sheet.roles[seat].start_money)}]
    for each in sheet.contracts:
        prices = {"low": k(each.low), "high": k(each.high)}
        if each.payee == seat:
            words = _("%(The_role)s pays you; standard contracts: %(low)s and %(high)s.")
            found.append(words % {**roles_named(scenario, role=each.payer), **prices})
        elif each.payer == seat:
            words = _("You pay %(the_role)s; standard contracts: %(low)s and %(high)s.")
            found.append(words % {**roles_named(scenario, role=each.payee), **prices})
    for activity in scenario.activities:
        if f"buy:{scenario.roles[seat].id}" in activity.special:
            words = _("You buy cubes at the special price in activity %(number)d.")
            found.append(words % {"number": activity.number})
    return found


def _board(scenario: Scenario) -> Row:
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


def _tiers(tiers: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{extra}\xa0→\xa0{signed(-fewer)}" for extra, fewer in tiers) or "–"


def _cards(scenario: Scenario) -> Row:
    names = {each.id: each for each in role_names(scenario)}
    return {"cards": [_card(card, names) for card in scenario.risk_cards]}


def _card(card: CardText, names: dict[str, RoleName]) -> Cut:
    effects = tuple(effect_words(effect, card.activity, names) for effect in card.effects)
    label = f"{_('Activity')} {card.activity}"
    return Cut(label=label, title=capfirst(localized(card.title)), text=localized(card.text), lines=effects)


def effect_words(effect: EffectText, activity: int, names: dict[str, RoleName]) -> str:
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


def _log(scenario: Scenario) -> Row:
    columns = (_("Activity"), _("Base days"), _("Days"), _("Cost"), _("Cards"))
    rows = tuple(
        (f"{each.number}. {activity_name(scenario, each.number)}", days(each.base_days)) for each in scenario.activities
    )
    return {"tables": [PrintTable(_("Log of the activities"), columns, rows, WHY)]}


PRINTING: Final = PrintingPart(
    scenario=DESCRIBED,
    by_scenario=True,
    turns=turns,
    rows=rows,
    lines=lines,
    counters=counters,
    chance=chance,
    draw=draw,
    drawn_kinds=("card_drawn", "contract_drawn"),
    sheets={
        "briefings": PrintSheet(BRIEFINGS, "games/print/aid.html", _briefings),
        "board": PrintSheet(BOARD, "domego/print/board.html", _board, "A3"),
        "cards": PrintSheet(gettext_lazy("Risk cards to cut out"), "games/print/cards.html", _cards),
        "log": PrintSheet(gettext_lazy("Log of the activities"), "games/print/log.html", _log),
    },
)
