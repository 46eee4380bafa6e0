"""The current prompts in one line and as a card: the pending decision, and below it the optional ones."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face import panels, panels_events, panels_market
from games.catalogue.master_builder.face.planning import PlanForm
from games.catalogue.master_builder.rules.scenario import Scenario
from games.engine.types import Prompt
from games.ui.faces import DecisionCard, DecisionForm, Scene

Panel = Callable[[Scene, Prompt, DecisionForm | None], dict[str, Any]]

PANELS: Final[Mapping[str, Panel]] = {
    "draft": panels.hire,
    "hire": panels.hire,
    "take": panels.take,
    "wish": panels.wish,
    "nominate": panels_market.nominate,
    "bid": panels_market.bid,
    "limit": panels_market.limit,
    "buy": panels_market.buy,
    "play_event": panels_events.play_event,
    "choose": panels_events.choose,
    "rent": panels_events.rent,
    "plan": panels.plan,
    "borrow": panels.borrow,
    "repay": panels.repay,
}
OPEN_AT_ONCE: Final = ("limit",)
"""The optional prompts that are unfolded at once."""


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """The panel of the pending prompt comes first, then the optional ones, folded."""
    prompts = sorted(scene.own_prompts(), key=lambda prompt: prompt.optional)
    if not prompts:
        return None
    shown = [_panel(scene, prompt, bound) for prompt in prompts]
    required = not prompts[0].optional
    main = shown[0] if required or prompts[0].kind in OPEN_AT_ONCE else None
    context: dict[str, Any] = {
        "required": required,
        "main": main,
        "more": [panel for panel in shown if panel is not main],
        "ask": ask(scene.scenario, prompts[0]) if required else "",
        "waits": [names.player_name(prompt.seat) for prompt in scene.prompts if not prompt.optional],
    }
    keys = tuple(prompt.key for prompt in prompts)
    return DecisionCard("master_builder/decision.html", keys, {"it": context}, wide=prompts[0].kind == "plan")


def _panel(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    own = bound if bound is not None and bound.prompt == prompt else None
    made = {
        "key": prompt.key,
        "kind": prompt.kind,
        "template": f"master_builder/panels/{TEMPLATES.get(prompt.kind, prompt.kind)}.html",
        "errors": errors_of(own),
        "is_back": own is not None,
    }
    return made | PANELS[prompt.kind](scene, prompt, own)


TEMPLATES: Final = {"draft": "hire"}


def errors_of(bound: DecisionForm | None) -> list[str]:
    """The errors of a refused form. A plan shows its errors itself, so it has none here."""
    if bound is None or isinstance(bound, PlanForm):
        return []
    return list(dict.fromkeys(str(error) for errors in bound.errors.values() for error in errors))


def ask(scenario: Scenario, prompt: Any) -> str:
    """The question over the card. `prompt` is a Prompt or a stored Decision."""
    match prompt.kind:
        case "draft":
            return _("Whom do you hire?")
        case "hire":
            return _("Hire, fire, or neither?")
        case "take":
            return _("Whom do you take out of the stack?")
        case "nominate":
            return _("Which contract do you put up for auction?")
        case "bid":
            text = _("%(price)s are bid for %(contract)s: raise or pass?")
            return text % {
                "price": names.k(int(prompt.params["price"])),
                "contract": cards.contract(scenario, int(prompt.params["contract"])),
            }
        case "buy":
            return _("Everybody needs a contract: which one do you buy?")
        case "play_event":
            return _("Which event do you play?")
        case "choose":
            return _("%(event)s: choose the workers") % {"event": cards.event(scenario, str(prompt.params["event"]))}
        case "rent":
            return _("Do you let or rent workers?")
        case "plan":
            return _("What do you build?")
        case "borrow":
            short = names.k(int(prompt.params["short"]))
            return _("You are %(short)s short of the wages: which loan?") % {"short": short}
        case "wish":
            return _("A list of wishes for your next turns")
        case "limit":
            text = _("How far would you go for %(contract)s?")
            return text % {"contract": cards.contract(scenario, int(prompt.params["contract"]))}
        case _:
            return _("Repay a loan")


def where_words(scenario: Scenario, decision: Any) -> str:
    """The round of a prompt, from the start of its key; repayments have none."""
    number = decision.key.partition("/")[0].removeprefix("round-")
    if not number.isdecimal():
        return ""
    return _("round %(round)s of %(rounds)d") % {"round": number, "rounds": scenario.rounds}
