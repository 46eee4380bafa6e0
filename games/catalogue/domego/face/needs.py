"""The purposes of a role's cubes from here on, with their costs, which a price or a purchase must cover."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.domego.face.purse import required_from
from games.catalogue.domego.quantities import cubes, k
from games.catalogue.domego.rules.away import buys_to_come
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.view import View
from games.engine.types import Seat


@dataclass(frozen=True)
class Need:
    """The cubes for a purpose; `low` and `high` are their costs at the special and the full price."""

    name: str
    cubes: int
    low: str
    high: str


def _parts(view: View, seat: Seat) -> list[Part]:
    """The role's lines of the activities from this one on."""
    left = view.sheet.activities[view.turn - 1 :]
    return [activity.parts[activity.part_of[seat]] for activity in left if activity.part_of[seat] >= 0]


def needs_of(view: View, seat: Seat) -> dict[str, Any]:
    """`purposes` are the missing required cubes and the highest tiers. `fills` are quantities to buy, with
    their words.
    """
    sheet, firm, parts = view.sheet, view.firms[seat], _parts(view, seat)
    required = required_from(view, seat, view.turn)
    risk = sum(max(cubes for cubes, _gain in part.risk) for part in parts)
    delay = sum(max(cubes for cubes, _gain in part.delay) for part in parts)
    missing = max(0, required - firm.stock)
    rows = (
        (_("Still required of you"), missing),
        (_("Against risk, highest tiers"), risk),
        (_("To save days, highest tiers"), delay),
    )
    most = firm.money // sheet.low_price
    fills: dict[int, str] = {}
    for text, wanted in (
        (_("Required only: %(number)d"), required),
        (_("And against risk: %(number)d"), required + risk),
        (_("And all tiers: %(number)d"), required + risk + delay),
    ):
        number = min(most, max(0, wanted - firm.stock))
        fills.setdefault(number, text % {"number": number})
    low, high = sheet.low_price, sheet.high_price
    return {
        "purposes": [Need(name, number, k(number * low), k(number * high)) for name, number in rows],
        "fills": [(words, number) for number, words in fills.items()],
        "needs_words": _describe_needs(view, seat, missing, risk + delay),
    }


def _describe_needs(view: View, seat: Seat, missing: int, tiers: int) -> str:
    """The needs in a sentence or two; empty if no cube is needed any more."""
    sheet, said = view.sheet, []
    words = {"cubes": cubes(missing), "low": k(missing * sheet.low_price), "high": k(missing * sheet.high_price)}
    if missing and buys_to_come(view, seat):
        said.append(
            _("You still have to pay for %(cubes)s that are required: %(low)s at the special price, %(high)s later.")
            % words
        )
    elif missing:
        said.append(_("You still have to pay for %(cubes)s that are required: %(high)s.") % words)
    if tiers:
        said.append(_("The highest tiers of your activities take %(cubes)s more.") % {"cubes": cubes(tiers)})
    return " ".join(said)
