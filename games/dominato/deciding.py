"""What is asked, in one line and as a card."""

from typing import Any

from django.utils.translation import gettext as _

from games.dominato import hand, names
from games.dominato.board import drawn, tells_places
from games.dominato.forms import LayForm
from games.dominato.rules.places import places
from games.dominato.rules.types import Laid
from games.dominato.rules.view import View
from games.engine.types import Prompt
from games.kit.faces import DecisionCard, DecisionForm, Scene
from games.kit.seats import player_name


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """One card for what a seat can answer now; a seat has one prompt at a time."""
    prompts = scene.own_prompts()
    if not prompts:
        return None
    prompt, view = prompts[0], scene.view
    context: dict[str, Any] = {
        "kind": prompt.kind,
        "key": prompt.key,
        "helper": view.options.helper,
        "errors": [error for errors in bound.errors.values() for error in errors] if bound is not None else [],
        "last": _last(scene, prompt),
    }
    if prompt.kind == "play":
        context |= _laying(view, bound)
    elif prompt.kind == "give":
        context["tiles"] = hand.hand_tiles(view)
        context["to"] = player_name(view.window.seat)
    return DecisionCard("dominato/decision.html", (prompt.key,), {"it": context})


def _laying(view: View, bound: DecisionForm | None) -> dict[str, Any]:
    sent = bound.data if isinstance(bound, LayForm) else {}
    return {
        "tiles": hand.hand_tiles(view, str(sent.get("tile", ""))),
        "groups": hand.groups(view),
        "tells": tells_places(view),
        "options": hand.place_options(view),
        "place": str(sent.get("place", "")),
        "choice": str(sent.get("choice", "")),
        "turned": str(sent.get("turned", "0")),
        "can_pass": hand.can_pass(view),
        "must_pass": not places(view.table, view.options.incidental_contacts)
        or (view.options.validation == "auto" and not view.options.free_pass and hand.can_pass(view)),
        "data": hand.script_data(view),
        "first": not view.table,
        "again": view.step > 0 and bool(view.table) and view.passes == 0 and view.window is None,
    }


def _last(scene: Scene, prompt: Prompt) -> dict[str, Any] | None:
    """The last tile, where it can be claimed: who laid it, and its picture."""
    view: View = scene.view
    window = view.window
    if window is None or window.claimant is not None or prompt.seat == window.seat or prompt.seat in window.closed:
        return None
    last = view.table[-1]
    flat = Laid(last.tile, 0, 0, last.way, last.a, last.b)
    return {
        "name": player_name(window.seat),
        "picture": drawn(flat, helper=view.options.helper),
        "link": names.link_name(window.order),
        "counts": window.order > 1 or not view.counts[window.seat],
    }


def decision_words(_scenario: Any, decision: Any) -> str:
    """`decision` is a Prompt or a stored Decision."""
    words = {
        "play": _("Lay a tile"),
        "check": _("Check the last tile"),
        "claim": _("Check the last tile, if you like"),
        "give": _("Give a tile to the player who was wrong"),
    }
    return words[decision.kind]


def where_words(_scenario: Any, decision: Any) -> str:
    return _("game %(game)d of %(games)d") % {"game": decision.params["game"], "games": decision.params["games"]}
