"""The card for the purchase at the special price."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.domego.face import thens
from games.catalogue.domego.face.needs import needs_of
from games.catalogue.domego.face.placing import Change
from games.catalogue.domego.face.preview import words_data
from games.catalogue.domego.face.purse import required_by_turn
from games.catalogue.domego.names import activity_name
from games.catalogue.domego.quantities import cubes, k
from games.catalogue.domego.rules.types import Firm
from games.catalogue.domego.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene


def buying(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The context of buying.html. It begins with the cubes that the role must place from here on."""
    view: View = scene.view
    seat, sheet = prompt.seat, view.sheet
    firm = view.firms[seat]
    needs = required_by_turn(view, seat, view.turn)
    required = sum(number for _turn, number in needs)
    most = firm.money // sheet.low_price
    quantity = min(most, max(0, required - firm.stock))
    typed = bound["quantity"].value() if bound else quantity
    counted = int(typed) if str(typed).isdecimal() and len(str(typed)) < 7 else 0
    paid = counted * sheet.low_price
    after = Firm(firm.money - paid, firm.stock + counted, firm.bankruptcies, firm.failed)
    missing = max(0, required - after.stock)
    return {
        "prompt": prompt,
        "form": bound,
        "firm": firm,
        "low": k(sheet.low_price),
        "high": k(sheet.high_price),
        "needs": [(turn, activity_name(scene.scenario, turn), number) for turn, number in needs],
        "required": required,
        "quantity": typed,
        **needs_of(view, seat),
        "most": most,
        "missing": missing,
        "missing_cost": k(missing * sheet.high_price),
        "changes": _changes(required, (firm, after)),
        "then": thens.of_buying(scene, seat, counted),
        "go_words": _("Buy %(cubes)s, pay %(money)s") % {"cubes": cubes(counted), "money": k(paid)},
        "sum_words": _("%(cubes)s, %(money)s") % {"cubes": cubes(counted), "money": k(paid)},
        "left_words": _("%(money)s left") % {"money": k(after.money)},
        "data": _data(view, seat, required),
    }


def _changes(required: int, firms: tuple[Firm, Firm]) -> tuple[Change, ...]:
    """The changes of the purchase: from the first to the second of `firms`."""
    now, then = firms
    missing_now, missing_then = (max(0, required - firm.stock) for firm in firms)
    return (
        Change("money", _("Your money"), k(now.money), k(then.money)),
        Change("stock", _("Your stock"), str(now.stock), str(then.stock)),
        Change("missing", _("Cubes still missing later"), str(missing_now), str(missing_then)),
    )


def _data(view: View, seat: int, required: int) -> dict[str, Any]:
    sheet, firm = view.sheet, view.firms[seat]
    return {
        "stock": firm.stock,
        "money": firm.money,
        "price": sheet.low_price,
        "high": sheet.high_price,
        "required": required,
        "cost": view.cost,
        "words": words_data(),
    }
