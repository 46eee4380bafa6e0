"""The text of a prompt in one line, and its card."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.domego.face.buying import buying
from games.catalogue.domego.face.placing import placing
from games.catalogue.domego.face.talks import talks
from games.catalogue.domego.names import activity_name, roles_named
from games.catalogue.domego.rules.events import Allocated
from games.catalogue.domego.rules.scenario import Scenario
from games.ui.faces import DecisionCard, DecisionForm, Scene


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """One card for everything that a seat can answer now."""
    prompts = scene.own_prompts()
    if not prompts:
        return None
    context: dict[str, Any] = {"first_time": not any(_placed(event, scene.seat) for event in scene.record)}
    for prompt in prompts:
        mine = bound if bound is not None and bound.prompt.key == prompt.key else None
        if prompt.kind == "allocate":
            context["placing"] = placing(scene, prompt, mine)
        elif prompt.kind == "buy":
            context["buying"] = buying(scene, prompt, mine)
    negotiating = tuple(prompt for prompt in prompts if prompt.kind == "negotiate")
    if negotiating:
        context["talks"] = talks(scene, negotiating, bound)
    keys = tuple(prompt.key for prompt in prompts)
    first = context["talks"]["first"] if len(negotiating) == len(prompts) > 1 else None
    at = first.id if first is not None else "decision"
    return DecisionCard("domego/decision.html", keys, context, wide=len(negotiating) > 1, at=at)


def _placed(event: Any, seat: int | None) -> bool:
    return isinstance(event, Allocated) and event.seat == seat


def _turn(key: str) -> int:
    number = key.partition("/")[0].removeprefix("activity-")
    return int(number) if number.isdecimal() else 1


def decision_words(scenario: Scenario, decision: Any) -> str:
    """`decision` is a Prompt or a stored Decision."""
    if decision.kind == "buy":
        return _("Buy cubes at the special price, once in the match")
    if decision.kind == "allocate":
        return _("Place your cubes for: %(activity)s") % {"activity": activity_name(scenario, _turn(decision.key))}
    ids = [role.id for role in scenario.roles]
    other = decision.params["payee" if decision.params["side"] == "payer" else "payer"]
    return _("Agree on a price with %(the_role)s") % roles_named(scenario, role=ids.index(other))


def where_words(scenario: Scenario, decision: Any) -> str:
    return _("activity %(turn)d of %(last)d") % {"turn": _turn(decision.key), "last": len(scenario.activities)}
