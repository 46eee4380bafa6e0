"""The current prompt in one line and as a card."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.dominato import names
from games.catalogue.dominato.board import drawn, tells_places, writes_balances
from games.catalogue.dominato.face import hand
from games.catalogue.dominato.face.forms import LayForm
from games.catalogue.dominato.face.lying import touched
from games.catalogue.dominato.face.refusals import REFUSALS
from games.catalogue.dominato.rules.places import needs_at, places
from games.catalogue.dominato.rules.turn import wrong_value
from games.catalogue.dominato.rules.types import Laid
from games.catalogue.dominato.rules.view import Spot, View
from games.engine.types import Prompt
from games.ui.faces import DecisionCard, DecisionForm, Scene
from games.ui.nouns import named
from games.ui.seats import player_name


def card(scene: Scene, bound: DecisionForm | None) -> DecisionCard | None:
    """One card for the seat's prompt; a seat has one prompt at a time."""
    prompts = scene.own_prompts()
    if not prompts:
        return None
    prompt, view = prompts[0], scene.view
    last = _last(scene, prompt)
    if prompt.kind == "claim" and last is None:
        return None
    context: dict[str, Any] = {
        "kind": prompt.kind,
        "key": prompt.key,
        "helper": writes_balances(view.options),
        "says": bool(view.options.say_first),
        "errors": _errors(scene, bound),
        "last": last,
    }
    if prompt.kind == "play":
        context |= _laying(view, bound)
    elif prompt.kind == "give":
        context["tiles"] = hand.hand_tiles(view)
        context["to"] = named(player=player_name(view.window.seat))
    return DecisionCard("dominato/decision.html", (prompt.key,), {"it": context})


def _laying(view: View, bound: DecisionForm | None) -> dict[str, Any]:
    sent = bound.data if isinstance(bound, LayForm) else _last_try(view)
    return {
        "tiles": hand.hand_tiles(view, str(sent.get("tile", ""))),
        "groups": hand.groups(view),
        "tells": tells_places(view),
        "options": hand.place_options(view),
        "sayings": hand.sayings(view, str(sent.get("said", ""))),
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


def _errors(scene: Scene, bound: DecisionForm | None) -> list[str]:
    """The reasons why the form was refused, or why the last wrong try failed."""
    if bound is not None:
        return [str(error) for errors in bound.errors.values() for error in errors]
    view: View = scene.view
    for laid in (view.tries or ())[-1:]:
        fault = wrong_value(needs_at(view.table, laid.x, laid.y, laid.way, incidental=True) or (), laid)
        if fault is not None:
            return [str(REFUSALS.describe(scene.scenario, fault))]
    return []


def _last_try(view: View) -> dict[str, Any]:
    """The choices of the last wrong try: the tile remains in the hand in the same direction."""
    for laid in (view.tries or ())[-1:]:
        spot = Spot(laid.x, laid.y, laid.way)
        turned = int((view.deck.tiles[laid.tile].a, view.deck.tiles[laid.tile].b) != (laid.a, laid.b))
        place = view.places.index(spot) if spot in view.places else ""
        said = "" if laid.said is None else laid.said
        return {"tile": laid.tile, "turned": turned, "place": place, "said": said}
    return {}


def _last(scene: Scene, prompt: Prompt) -> dict[str, Any] | None:
    """The last tile with its player and its picture, if it can be challenged. A first tile can only have a wrong
    declared balance.
    """
    view: View = scene.view
    window = view.window
    if window is None or window.claimant is not None or prompt.seat == window.seat or prompt.seat in window.closed:
        return None
    last = view.table[-1]
    if len(view.table) == 1 and last.said is None and prompt.kind != "check":
        return None
    told = (names.tile(last.a, last.b), touched(view, last.x, last.y, last.way, len(view.table) - 1))
    flat = Laid(last.tile, 0, 0, last.way, last.a, last.b, last.said)
    return {
        "named": named(player=player_name(window.seat)),
        "role": names.role_names(scene.scenario)[window.seat],
        "said": "" if last.said is None else names.balance(last.said),
        "words": ", ".join(filter(None, told)),
        "picture": drawn(flat, helper=writes_balances(view.options)),
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
