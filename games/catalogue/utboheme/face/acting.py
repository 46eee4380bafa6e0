"""The card for the player's own turn: places to build, cards to play, and players to rob."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.forms import ANYBODY, NOBODY, RobberForm
from games.catalogue.utboheme.face.robbing import neighbours_at
from games.catalogue.utboheme.face.targets import places_for
from games.catalogue.utboheme.rules.cards import DISCOVERED
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, covers, minus
from games.catalogue.utboheme.rules.types import ANCIEN, DISCOVERY, KINDS, MONOPOLY, ROADS
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, RoleName
from games.ui.seats import lettered, player_name


@dataclass(frozen=True)
class Tile:
    """Something to build or to buy. `need` are its cards, each with True if the hand lacks it; `can` says whether it is
    possible now.
    """

    kind: str
    name: str
    cost: str
    need: tuple[tuple[str, bool], ...]
    lacks: str
    note: str
    can: bool
    checked: bool


@dataclass(frozen=True)
class Row:
    """A choice of a card: the form field, and its values with their resources."""

    field: str
    words: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Playable:
    """A development card that can be played: with a button (`step`), or by a choice in each of `rows`. `word` is the
    step that the choices complete.
    """

    name: str
    rule: str
    step: str
    rows: tuple[Row, ...] = ()
    word: str = ""


@dataclass(frozen=True)
class Victim:
    """A player who could be robbed somewhere."""

    value: str
    role: RoleName | None
    words: str
    checked: bool


def acting(view: View, prompt: Prompt, what: str) -> dict[str, Any]:
    """The context of the card: places by kind of piece, and the cards."""
    seat = prompt.seat
    found = places_for(view, seat, prompt.kind)
    can_buy = prompt.kind == "act" and covers(view.hand, view.figures.card_cost) and view.pile > 0
    return {
        "pieces": bool(found),
        "tiles": _tiles(view, seat, found, can_buy, what) if prompt.kind == "act" else (),
        "playable": playable(view, seat) if prompt.kind in ("act", "roll") else (),
        "waiting_cards": sum(view.bought[:4]) if prompt.kind == "act" and not view.options.play_same_turn else 0,
        "free_cc": view.free_cc,
        "dice": view.dice,
        "first": view.founded < len(view.hand_counts),
    }


def _tiles(view: View, seat: int, found: dict[str, tuple[int, ...]], can_buy: bool, what: str) -> tuple[Tile, ...]:
    figures = view.figures
    left = _("%(number)d left")
    return (
        _tile(
            view, "cc", "CC", figures.cc_cost, left % {"number": figures.cc - len(view.cc[seat])}, "cc" in found, what
        ),
        _tile(view, "uv", "UV", figures.uv_cost, names.points(figures.uv_points), "uv" in found, what),
        _tile(view, "up", "UV**", figures.upgrade_cost, names.points(figures.upgraded_points), "up" in found, what),
        _tile(view, "card", _("Card"), figures.card_cost, left % {"number": view.pile}, can_buy, what),
    )


def _tile(view: View, kind: str, name: str, cost: Cards, note: str, can: bool, what: str) -> Tile:
    need = tuple(
        (resource, number >= held)
        for resource, asked, held in zip(RESOURCES, cost, view.hand, strict=True)
        for number in range(asked)
    )
    missing = tuple(max(0, asked - held) for asked, held in zip(cost, view.hand, strict=True))
    lacks = names.cards(missing) if any(missing) else ""  # type: ignore[arg-type]
    if kind in ("uv", "up") and not lacks and not can:
        note = _("no place now")
    return Tile(kind, name, names.cards(cost), need, lacks, note, can, can and kind == what)


def playable(view: View, seat: int) -> tuple[Playable, ...]:
    """The development cards that can be played this turn. Victory points are never played."""
    if view.played:
        return ()
    held = view.cards if view.options.play_same_turn else minus(view.cards, view.bought)
    found = []
    if held[ANCIEN] > 0:
        found.append(_play(ANCIEN, "ancien"))
    if held[ROADS] > 0 and len(view.cc[seat]) < view.figures.cc and places_for(view, seat, "roads")["cc"]:
        found.append(_play(ROADS, "roads"))
    if held[DISCOVERY] > 0 and sum(view.bank) >= DISCOVERED:
        there = tuple((name, name) for name, number in zip(RESOURCES, view.bank, strict=True) if number)
        rows = Row("one", _("First card"), there), Row("other", _("Second card"), there)
        found.append(_play(DISCOVERY, "", rows, "discovery"))
    if held[MONOPOLY] > 0:
        every = tuple((f"monopoly-{name}", name) for name in RESOURCES)
        found.append(_play(MONOPOLY, "", (Row("step", _("Resource"), every),)))
    return tuple(found)


def _play(kind: int, step: str, rows: tuple[Row, ...] = (), word: str = "") -> Playable:
    name = KINDS[kind]
    return Playable(names.kind(name).capitalize(), names.kind_rule(name), step, rows, word)


def robbing(view: View, bound: DecisionForm | None) -> dict[str, Any]:
    """The players who can be robbed: those with a card and a piece beside a hexagon."""
    chosen = str(bound.data.get("victim", ANYBODY)) if isinstance(bound, RobberForm) else ANYBODY
    near = {seat for hexagon in range(len(view.board.land)) for seat in neighbours_at(view, hexagon)}
    victims = [Victim(ANYBODY, None, _("the player there, if it is only one"), chosen == ANYBODY)]
    for seat in sorted(near):
        count = view.hand_counts[seat]
        if count:
            words = f"{player_name(seat)} ({names.number_of_cards(count)})"
            victims.append(Victim(str(seat), lettered(seat), words, chosen == str(seat)))
    victims.append(Victim(NOBODY, None, _("nobody"), chosen == NOBODY))
    return {"victims": victims}
