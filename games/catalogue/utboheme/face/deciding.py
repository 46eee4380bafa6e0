"""The current prompts as a card."""

from typing import Any, Final

from games.catalogue.utboheme.face import hand, orders, trading
from games.catalogue.utboheme.face.acting import acting, robbing
from games.catalogue.utboheme.face.forms import BuildForm, DiscardForm
from games.catalogue.utboheme.face.forms_trade import OfferForm, errors_of
from games.catalogue.utboheme.face.plan_form import PlanForm, step_groups
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionCard, DecisionForm, Scene

OWED = ("found_uv", "found_cc", "roll", "robber", "roads", "discard", "act")

HEADINGS: Final = {
    "found_uv": "founding",
    "found_cc": "founding",
    "discard": "dice",
    "robber": "dice",
    "roll": "dice",
    "answer": "trade",
}
"""The heading of the rules for a prompt, if it is not the heading of a turn."""


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """One card for all pending decisions of a seat. Standing orders and offers out of turn have regions of
    their own.
    """
    prompts = scene.own_prompts()
    main = next((prompt for prompt in prompts if prompt.kind in OWED), None)
    answers = [prompt for prompt in prompts if prompt.kind == "answer"]
    regions = _regions(scene, bound)
    if main is None and not answers:
        if bound is None:
            return None
        return DecisionCard(
            "utboheme/refused.html", (bound.prompt.key,), {"it": {"errors": errors_of(bound)}, **regions}
        )
    view: View = scene.view
    it: dict[str, Any] = {
        "kind": main.kind if main else "answer",
        "rule": HEADINGS.get(main.kind if main else "answer", "turn"),
        "key": main.key if main else "",
        "passive": main.passive if main else False,
        "answers_required": any(not prompt.optional for prompt in answers),
        "errors": errors_of(bound),
        "strict": view.options.phases == "strict",
        "building": view.building,
        "trading": trading.is_open(view),
    }
    if main is not None:
        it |= _prompt_context(scene, main, bound)
    keys = tuple(prompt.key for prompt in prompts if prompt.kind != "orders")
    return DecisionCard("utboheme/decision.html", keys, {"it": it, **regions}, at="u-now")


def _regions(scene: Scene, bound: DecisionForm | None) -> dict[str, Any]:
    """The other forms of the page, with their unsaved input."""
    if bound is None:
        return {}
    return {"trade": trading.region(scene, bound), "orders": orders.region(scene, bound)}


def _prompt_context(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    view: View = scene.view
    chosen = str(bound.data.get("place", "")) if bound is not None and not isinstance(bound, OfferForm) else ""
    found: dict[str, Any] = {"place": chosen}
    if prompt.kind == "discard":
        sent: Any = bound.data if isinstance(bound, DiscardForm) else {}
        found |= {
            "owed": prompt.params["cards"],
            "limit": view.figures.hand_limit,
            "columns": [(each, sent.get(f"discard-{each.css}", "")) for each in hand.held(view, prompt.seat)],
        }
    if prompt.kind == "robber":
        found |= robbing(view, bound)
    if prompt.kind in ("act", "roll", "roads", "found_uv", "found_cc"):
        what = str(bound.data.get("what", "")) if isinstance(bound, BuildForm) else ""
        found |= acting(view, prompt, what)
    if prompt.kind in ("act", "roll", "robber", "roads"):
        sent_lines = bound.sent() if isinstance(bound, PlanForm) else []
        found |= {
            "plan_lines": [sent_lines[at] if at < len(sent_lines) else "" for at in range(6)],
            "plan_groups": step_groups(view, prompt),
            "plan_open": isinstance(bound, PlanForm),
        }
    return found
