"""A role's own sheet, and the roles around the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.face import objectives
from games.catalogue.domego.face.purse import required_by_turn
from games.catalogue.domego.names import role_names, roles_named
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.ui.expected import Outlook, whole
from games.ui.faces import RoleName, Scene
from games.ui.languages import localized
from games.ui.sentences import listed_with_and


def own_sheet(scenario: Scenario, view: View, seat: int, outlook: Outlook | None = None) -> dict[str, Any]:
    """The context of sheet.html."""
    over, points = view.phase == "over", _expected_points(outlook)
    role, firm = view.sheet.roles[seat], view.firms[seat]
    later = required_by_turn(view, seat, view.turn + (view.phase == "over"))
    return {
        "role": role_names(scenario)[seat],
        "purpose": localized(scenario.roles[seat].purpose),
        "money": k(firm.money),
        "stock": firm.stock,
        "start": k(role.start_money),
        "objectives": _objectives(view, seat, points),
        "has_points": over or bool(points),
        "total": objectives.total(view, seat) if over else points.get("points", 0),
        "contracts": _contracts(scenario, view, seat),
        "later": [(turn, number) for turn, number in later if number],
        "later_sum": sum(number for _turn, number in later),
    }


def _expected_points(outlook: Outlook | None) -> dict[str, int]:
    """The expected points of each line of the score; empty before the playouts have results."""
    if outlook is None or outlook.found is None:
        return {}
    return {name: whole(spread.mean) for name, spread in outlook.found.figures.items()}


def _objectives(view: View, seat: int, points: Mapping[str, int]) -> list[tuple[objectives.Line, int]]:
    """Each line of the score with its actual or expected points."""
    lines, number = objectives.lines(view, seat), len(view.sheet.roles[seat].objectives)
    names = [f"objective-{index}" for index in range(number)] + ["bankruptcies", "failed"]
    if view.phase == "over":
        return [(line, line.points) for line in lines]
    return [(line, points.get(name, 0)) for line, name in zip(lines, names, strict=True)]


def _contracts(scenario: Scenario, view: View, seat: int) -> list[str]:
    """The sentences about the roles that engaged this role or were engaged by it, with the prices."""
    found, engaged = [], []
    for contract, price in zip(view.sheet.contracts, view.prices, strict=True):
        if price is None:
            continue
        if contract.payee == seat:
            words = {**roles_named(scenario, role=contract.payer), "price": k(price)}
            found.append(_("Engaged for %(price)s by %(the_role)s.") % words)
        elif contract.payer == seat:
            words = {**roles_named(scenario, role=contract.payee), "price": k(price)}
            engaged.append(_("%(the_role)s for %(price)s") % words)
    if engaged:
        found.append(_("You engaged %(roles)s.") % {"roles": listed_with_and(engaged)})
    return found


@dataclass(frozen=True)
class Place:
    """A role in the list around the table. `awaited` roles have a pending decision."""

    seat: int
    role: RoleName
    holder: str
    money: str
    stock: int
    tokens: str
    now: str
    awaited: bool
    me: bool


def around_the_table(scene: Scene) -> tuple[Place, ...]:
    """The context of seats.html."""
    view: View = scene.view
    pending = {prompt.seat for prompt in scene.prompts if not prompt.optional and not prompt.passive}
    return tuple(
        Place(
            seat,
            role,
            scene.names.get(seat, _("Bot")),
            k(firm.money),
            firm.stock,
            _tokens(firm.bankruptcies, firm.failed),
            _now(view, seat),
            seat in pending,
            seat == scene.seat,
        )
        for seat, (role, firm) in enumerate(zip(role_names(scene.scenario), view.firms, strict=True))
    )


def _tokens(bankruptcies: int, failed: int) -> str:
    parts = [_("bankrupt %(number)d×") % {"number": bankruptcies}] if bankruptcies else []
    parts += [_("failed negotiations: %(number)d") % {"number": failed}] if failed else []
    return ", ".join(parts)


def _now(view: View, seat: int) -> str:
    """The action of a role in this activity, in a word or two."""
    if view.phase == "over":
        return ""
    activity = view.sheet.activities[view.turn - 1]
    line = activity.part_of[seat]
    if view.bankrupt[seat]:
        return pgettext("role", "bankrupt")
    if view.phase == "special":
        return _special(view, seat) or (pgettext("role", "then places") if line >= 0 else pgettext("role", "later"))
    if line < 0:
        return pgettext("role", "later")
    move = view.placed[line]
    if move is not None:
        part = activity.parts[line]
        number = part.required + part.risk[move.risk_tier][0] + part.delay[move.delay_tier][0]
        return _("placed %(number)d") % {"number": number}
    return pgettext("role", "has placed") if view.ready[line] else pgettext("role", "awaited")


def _special(view: View, seat: int) -> str:
    if seat in view.buyers:
        return pgettext("role", "buys")
    contracts = view.sheet.contracts
    mine = [t for t in view.talks if seat in (contracts[t.contract].payer, contracts[t.contract].payee)]
    if any(talk.how == "open" for talk in mine):
        return pgettext("role", "in talks")
    if any(talk.how == "agreed" for talk in mine):
        return pgettext("role", "agreed")
    return pgettext("role", "contract drawn") if mine else ""
