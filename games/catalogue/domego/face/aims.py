"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.quantities import days, k, signed
from games.catalogue.domego.rules.events import ActivityEnded
from games.catalogue.domego.rules.sheet import Objective, Sheet
from games.engine.types import Result
from games.ui.faces import Scene
from games.ui.sentences import listed_with_and, phrase

ENDING_KINDS: Final = ("activity_ended",)


def aim(scene: Scene) -> str:
    """The objectives of the role in a sentence, without their points."""
    sheet: Sheet = scene.view.sheet
    role = sheet.roles[scene.seat or 0]
    aims = [_aim(sheet, objective) for objective in role.objectives]
    return _("Points for %(aims)s.") % {"aims": listed_with_and(aims)}


def _aim(sheet: Sheet, objective: Objective) -> str:
    goals = sheet.goals
    if objective.metric == "profit":
        return _("money above %(baseline)s at the end") % {"baseline": k(objective.baseline)}
    texts = {
        ("delay", True): (_("each day under %(target)d"), goals.delay),
        ("delay", False): (_("a duration of at most %(target)d days"), goals.delay),
        ("cost", True): (_("each cube of cost under %(target)d"), goals.cost),
        ("cost", False): (_("a cost of at most %(target)d"), goals.cost),
        ("failures", True): (_("each failure under %(target)d"), goals.failures),
        ("failures", False): (_("at most %(target)d failures"), goals.failures),
        ("delay_and_cost", False): (_("duration and cost both on target"), 0),
        ("delay_and_cost", True): (_("duration and cost both under target"), 0),
    }
    text, target = texts[objective.metric, objective.per_unit]
    return text % {"target": target}


def ending(scene: Scene, result: Result) -> str:
    """The sum behind the counter that missed its target; if none did, the sum behind the duration."""
    balances = [event for event in scene.record if isinstance(event, ActivityEnded)]
    missed = {each.name for each in result.targets if not each.met}
    if "delay" in missed or not missed - {"delay"}:
        return _of_days(scene, balances)
    if "failures" in missed:
        cards = sum(event.cards for event in balances)
        told = ngettext("%(number)d risk card was drawn", "%(number)d risk cards were drawn", cards) % {"number": cards}
        most = max(event.cards for event in balances)
        return phrase(_("%(told)s, up to %(most)s in one activity."), told=told, most=most)
    words = {
        "placed": sum(event.placed for event in balances),
        "cubes": sum(event.card_cubes for event in balances),
        "money": k(sum(event.card_k for event in balances)),
    }
    return phrase(_("The cost is %(placed)s cubes placed, %(cubes)s cubes and %(money)s for risk cards."), **words)


def _of_days(scene: Scene, balances: list[ActivityEnded]) -> str:
    base, fewer = sum(event.base_days for event in balances), sum(event.fewer_days for event in balances)
    cards = sum(event.card_days for event in balances)
    words = {"days": days(scene.view.delay), "target": scene.view.sheet.goals.delay}
    if base - fewer + cards != scene.view.delay:
        return phrase(_("The project took %(days)s; its target was %(target)s."), **words)
    words |= {"base": base, "fewer": fewer, "cards": f"+{cards}" if cards > 0 else signed(cards)}
    return phrase(
        _("The project took %(days)s: %(base)s at base, %(fewer)s fewer by cubes, cards %(cards)s. Target %(target)s."),
        **words,
    )
