"""Wrong tiles, with the sums that do not hold."""

from typing import Any

from django.utils.translation import gettext as _

from games.dominato import names
from games.dominato.facts.tables import Facts, StepPlayed
from games.kit.faces import RoleName


def rows(facts: Facts, roles: tuple[RoleName, ...]) -> list[dict[str, Any]]:
    """One for each wrong tile, in the order of play."""
    return [
        {
            "game": game.number,
            "step": step.step,
            "role": roles[step.seat],
            "tile": names.tile(step.laid.a, step.laid.b),
            "sums": "; ".join(_fault(step, index) for index in range(len(step.faults))),
            "seen": _seen(step, roles),
        }
        for game in facts.games
        for step in game.steps
        if step.laid is not None and step.is_wrong
    ]


def _fault(step: StepPlayed, index: int) -> str:
    """`(+3) + (−1) = +2, but +1 was asked`."""
    fault, laid = step.faults[index], step.laid
    words = {"value": names.signed(fault.value), "needed": names.signed(fault.needed)}
    if fault.part == 2 and laid is not None:
        words["sum"] = f"({names.signed(laid.a)}) + ({names.signed(laid.b)}) = {names.signed(fault.value)}"
        return _("%(sum)s, but the square on its middle is %(needed)s") % words
    return _("square %(value)s, but the balance there is %(needed)s") % words


def _seen(step: StepPlayed, roles: tuple[RoleName, ...]) -> str:
    found = [roles[claim.seat].name for claim in step.claims if claim.upheld]
    return _("found by %(player)s") % {"player": found[0]} if found else _("nobody saw it")
