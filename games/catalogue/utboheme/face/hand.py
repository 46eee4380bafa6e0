"""The player's own cards with their uses, and the players around the table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.resources import INDEX, RESOURCES, Cards, Resource, lacking
from games.catalogue.utboheme.rules.topology import mask_of
from games.catalogue.utboheme.rules.types import KINDS, VICTORY
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import RoleName, Scene


@dataclass(frozen=True)
class Held:
    """A resource: the number of cards of it, and the number that the bank takes for one other."""

    css: Resource
    name: str
    short: str
    number: int
    rate: int


@dataclass(frozen=True)
class CardRow:
    """Development cards of one kind in the viewer's hand; `new` were bought in this turn."""

    name: str
    rule: str
    number: int
    new: int


@dataclass(frozen=True)
class CostRow:
    """A possible purchase: its price, its effect, and the cards that the viewer's hand lacks."""

    name: str
    cost: tuple[Resource, ...]
    cost_words: str
    points: str
    lacks: str
    left: int


@dataclass(frozen=True)
class PlayerRow:
    """A player's public information."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    active: bool
    awaited: bool
    cards: int
    hidden: int
    anciens: int
    length: int
    longest: bool
    oldest: bool
    points: int
    over_limit: bool
    left: str


def held(view: View, seat: int) -> tuple[Held, ...]:
    """The hand of the viewer, in the order of the resources."""
    rates = layout(view.board).rates(mask_of((*view.uv[seat], *view.upgraded[seat])))
    return tuple(
        Held(name, names.resource(name), names.short_resource(name), number, rate)
        for name, number, rate in zip(RESOURCES, view.hand, rates, strict=True)
    )


def card_rows(view: View) -> tuple[CardRow, ...]:
    """The viewer's development cards."""
    return tuple(
        CardRow(names.kind(kind), names.kind_rule(kind), number, new if kind != KINDS[VICTORY] else 0)
        for kind, number, new in zip(KINDS, view.cards, view.bought, strict=True)
        if number
    )


def cost_rows(view: View, seat: int | None) -> tuple[CostRow, ...]:
    """The cost card."""
    figures = view.figures
    return (
        _cost(view, seat, "CC", figures.cc_cost, 0, figures.cc - _count(view.cc, seat)),
        _cost(view, seat, "UV", figures.uv_cost, figures.uv_points, figures.uv - _count(view.uv, seat)),
        _cost(
            view, seat, "UV**", figures.upgrade_cost, figures.upgraded_points,
            figures.upgraded - _count(view.upgraded, seat),
        ),
        _cost(view, seat, _("Development card"), figures.card_cost, -1, view.pile),
    )  # fmt: skip


def _count(pieces: tuple[tuple[int, ...], ...], seat: int | None) -> int:
    return 0 if seat is None else len(pieces[seat])


def _cost(view: View, seat: int | None, name: str, cost: Cards, points: int, left: int) -> CostRow:
    missing = {} if seat is None else lacking(view.hand, cost)
    lacks = names.cards(tuple(missing.get(each, 0) for each in RESOURCES)) if missing else ""  # type: ignore[arg-type]
    return CostRow(
        name=name,
        cost=tuple(each for each in RESOURCES for _one in range(cost[INDEX[each]])),
        cost_words=names.cards(cost),
        points="?" if points < 0 else str(points),
        lacks=lacks,
        left=left,
    )


def player_rows(scene: Scene) -> tuple[PlayerRow, ...]:
    """The rows of the players, by seat."""
    view: View = scene.view
    asked = {prompt.seat for prompt in scene.prompts if not prompt.optional and not prompt.passive}
    return tuple(
        PlayerRow(
            seat=seat,
            role=role,
            holder=scene.names.get(seat, ""),
            me=seat == scene.seat,
            active=seat == view.seat and view.stage != "over",
            awaited=seat in asked,
            cards=view.hand_counts[seat],
            hidden=view.card_counts[seat],
            anciens=view.anciens[seat],
            length=view.lengths[seat],
            longest=view.longest == seat,
            oldest=view.oldest == seat,
            points=view.own_points if seat == view.viewer else view.points[seat],
            over_limit=view.hand_counts[seat] > view.figures.hand_limit,
            left=_left(view, seat),
        )
        for seat, role in enumerate(names.role_names(scene.scenario)[: len(view.hand_counts)])
    )


def _left(view: View, seat: int) -> str:
    """The pieces left in a player's supply."""
    figures = view.figures
    return _("%(cc)d CC, %(uv)d UV, %(upgraded)d UV**") % {
        "cc": figures.cc - len(view.cc[seat]),
        "uv": figures.uv - len(view.uv[seat]),
        "upgraded": figures.upgraded - len(view.upgraded[seat]),
    }


def bank_words(view: View) -> str:
    """The cards in the bank, in words."""
    return names.cards(view.bank)
