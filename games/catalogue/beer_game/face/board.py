"""The table page: the chains as strips, the seat's own stage with its record sheet, and the card for an order."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.beer_game import names
from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.view import StageView, View
from games.ui.faces import DecisionCard, DecisionForm, RoleName, Scene


@dataclass(frozen=True)
class Link:
    """A stage of a strip. `stage` is None if it is hidden."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    done: bool
    stage: StageView | None
    last: bool


@dataclass(frozen=True)
class Strip:
    """A chain from the building sites to the factory."""

    name: str
    asked: int | None
    links: tuple[Link, ...]
    cost: int | None


def own_stage(scene: Scene) -> StageView | None:
    """The stage of the reader's seat; None for an observer."""
    return scene.view.stages[scene.seat] if scene.seat is not None else None


def context(scene: Scene) -> dict[str, Any]:
    view: View = scene.view
    stage, chains = own_stage(scene), view.terms.chains
    shown: dict[str, Any] = {
        "strips": tuple(_strip(scene, chain) for chain in range(len(chains))),
        "stage": stage,
        "stage_seat": scene.seat,
        "terms": view.terms,
        "left_out": () if stage is not None else ("stage", "sheet"),
    }
    if stage is None or scene.seat is None:
        return shown
    coming = [(_("in %(weeks)d weeks") if week > 1 else _("next week")) % {"weeks": week} for week in range(1, 9)]
    return shown | {
        "stage_role": names.role_name(chains, scene.seat),
        "above": names.above_name(chains, scene.seat),
        "below": names.below_name(chains, scene.seat),
        "is_factory": names.stage_id(chains, scene.seat) == "factory",
        "coming": tuple(zip(coming, stage.transit, strict=False)),
        "sheet_rows": stage.rows[::-1],
    }


def _strip(scene: Scene, chain: int) -> Strip:
    view: View = scene.view
    seats = seats_of(view.terms.chains, chain)
    links = tuple(
        Link(
            seat=seat,
            role=names.role_name(view.terms.chains, seat),
            holder=scene.names.get(seat, ""),
            me=seat == scene.seat,
            done=view.done[seat],
            stage=view.stages[seat],
            last=seat == seats[-1],
        )
        for seat in seats
    )
    stages = [link.stage for link in links if link.stage is not None]
    return Strip(
        name=names.chain_name(chain) if len(view.terms.chains) > 1 else "",
        asked=view.asked if _hears(scene, chain) else None,
        links=links,
        cost=sum(stage.cost for stage in stages) if len(stages) == len(links) else None,
    )


def _hears(scene: Scene, chain: int) -> bool:
    """True if the strip shows the sites' demand. It is the same for both chains; a retailer sees it with its own
    chain.
    """
    view: View = scene.view
    return view.over or view.options.information != "own" or chain_of(view.terms.chains, scene.seat or 0) == chain


def card(scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
    prompts, stage = scene.own_prompts(), own_stage(scene)
    if not prompts or stage is None or scene.seat is None:
        return None
    chains = scene.view.terms.chains
    is_factory = names.stage_id(chains, scene.seat) == "factory"
    words = _("Produce: {amount}") if is_factory else _("Order: {amount}")
    amount = str(bound.data.get("amount", "")) if bound is not None else ""
    given: dict[str, Any] = {
        "key": prompts[0].key,
        "seat": scene.seat,
        "stage": stage,
        "most": scene.view.terms.most_order,
        "amount": amount,
        "template_words": words,
        "says": words.replace("{amount}", amount) if amount else "",
        "errors": [error for errors in bound.errors.values() for error in errors] if bound is not None else [],
        "above": names.above_name(chains, scene.seat),
        "below": names.below_name(chains, scene.seat),
        "is_factory": is_factory,
        "week": scene.view.week,
    }
    return DecisionCard("beer_game/decision.html", (prompts[0].key,), {"it": given}, at="order-amount")
