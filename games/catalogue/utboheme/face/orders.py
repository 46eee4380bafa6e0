"""Standing orders on the page, with their forms."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.forms import KeepForm, RateForm, RefusalForm
from games.catalogue.utboheme.face.forms_trade import errors_of
from games.catalogue.utboheme.face.own_prompts import answerable
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.types import Rate, RefusalOrder
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import DecisionForm, Scene


def region(scene: Scene, bound: DecisionForm | None = None) -> dict[str, Any] | None:
    """The context of the region of standing orders; None for a reader who can give none."""
    prompt = next((each for each in answerable(scene) if each.kind == "orders"), None)
    if prompt is None:
        return None
    view: View = scene.view
    sent: Any = bound.data if isinstance(bound, KeepForm | RateForm) else {}
    refuses = view.refusals or RefusalOrder()
    keep = view.keep or (0,) * 5
    return {
        "key": prompt.key,
        "keeping": view.keep is not None,
        "keep_words": _keep_words(view),
        "columns": [
            {
                "css": name,
                "short": names.short_resource(name),
                "name": names.resource(name),
                "number": sent.get(f"keep-{name}", str(number)),
            }
            for name, number in zip(RESOURCES, keep, strict=True)
        ],
        "limit": view.figures.hand_limit,
        "rates": [_rate(rate) for rate in view.rates],
        "resources": [(name, names.resource(name)) for name in RESOURCES],
        "give": sent.get("give", ""),
        "get": sent.get("get", ""),
        "most": sent.get("most", "1"),
        "trade": view.options.player_trade,
        "refuses": names.refused(refuses) if view.refusals else "",
        "all_now": refuses.all_now,
        "asks": _ticked(refuses.asks),
        "gives": _ticked(refuses.gives),
        "errors": errors_of(bound) if isinstance(bound, KeepForm | RateForm | RefusalForm) else [],
        "refused": "keep" if isinstance(bound, KeepForm) else "rate" if isinstance(bound, RateForm) else "",
    }


def _ticked(chosen: Collection[str]) -> list[tuple[str, str, bool]]:
    """All resources, each with True if it is in the order."""
    return [(name, names.short_resource(name), name in chosen) for name in RESOURCES]


def _keep_words(view: View) -> str:
    if view.keep is None:
        return _("You are asked what to discard.")
    if not any(view.keep):
        return _("The most numerous cards are discarded at once.")
    return _("Discarded at once; kept if possible: %(cards)s.") % {"cards": names.cards(view.keep)}


def _rate(rate: Rate) -> dict[str, str]:
    words = _("up to %(given)s for 1 %(taken)s")
    given = names.counted(rate.give, rate.most)
    said = words % {"given": given, "taken": names.resource(rate.get)}
    return {"words": said, "give": rate.give, "get": rate.get}
