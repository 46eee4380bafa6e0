"""The own turn as the card shows it: where something can be put, which cards can be played, whom to rob."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.types import Prompt
from games.kit.faces import DecisionForm, RoleName
from games.kit.seats import lettered, player_name
from games.utboheme import names
from games.utboheme.forms import ANYBODY, NOBODY, RobberForm
from games.utboheme.plan_form import discovery_options, monopoly_options
from games.utboheme.robbing import neighbours_at
from games.utboheme.rules.cards import DISCOVERED
from games.utboheme.rules.resources import Cards, covers, minus
from games.utboheme.rules.types import ANCIEN, DISCOVERY, KINDS, MONOPOLY, ROADS
from games.utboheme.rules.view import View
from games.utboheme.targets import places_for


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece that can be put now, with what it costs."""

    kind: str
    name: str
    cost: str
    places: str
    checked: bool


@dataclass(frozen=True)
class Playable:
    """A development card that can be played: as a button (`step`) or from a list (`options`)."""

    name: str
    rule: str
    step: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Victim:
    """Somebody who could be robbed somewhere."""

    value: str
    role: RoleName | None
    words: str
    checked: bool


def acting(view: View, prompt: Prompt, what: str) -> dict[str, Any]:
    """Places by kind of piece, and the cards."""
    seat = prompt.seat
    found = places_for(view, seat, prompt.kind)
    chosen = what if what in found else next(iter(found), "")
    is_free = prompt.kind != "act"
    return {
        "pieces": [_piece(view, kind, len(places), kind == chosen, is_free) for kind, places in found.items()],
        "can_buy": prompt.kind == "act" and covers(view.hand, view.figures.card_cost) and view.pile > 0,
        "card_cost": names.cards(view.figures.card_cost),
        "playable": playable(view, seat) if prompt.kind in ("act", "roll") else (),
        "waiting_cards": sum(view.bought[:4]) if prompt.kind == "act" and not view.options.play_same_turn else 0,
        "free_cc": view.free_cc,
        "dice": view.dice,
        "first": view.founded < len(view.hand_counts),
    }


def _piece(view: View, kind: str, places: int, checked: bool, is_free: bool) -> PieceKind:
    costs: dict[str, Cards] = {
        "cc": view.figures.cc_cost,
        "uv": view.figures.uv_cost,
        "up": view.figures.upgrade_cost,
    }
    name = {"cc": "CC", "uv": "UV", "up": "UV**"}[kind]
    where = ngettext("%(number)d place", "%(number)d places", places) % {"number": places}
    return PieceKind(kind, name, _("free") if is_free else names.cards(costs[kind]), where, checked)


def playable(view: View, seat: int) -> tuple[Playable, ...]:
    """The one card of the turn; victory points are never played."""
    if view.played:
        return ()
    held = view.cards if view.options.play_same_turn else minus(view.cards, view.bought)
    found = []
    if held[ANCIEN] > 0:
        found.append(_play(ANCIEN, "ancien"))
    if held[ROADS] > 0 and len(view.cc[seat]) < view.figures.cc and places_for(view, seat, "roads")["cc"]:
        found.append(_play(ROADS, "roads"))
    if held[DISCOVERY] > 0 and sum(view.bank) >= DISCOVERED:
        found.append(_play(DISCOVERY, "", _in_bank(view)))
    if held[MONOPOLY] > 0:
        found.append(_play(MONOPOLY, "", tuple(monopoly_options())))
    return tuple(found)


def _in_bank(view: View) -> tuple[tuple[str, str], ...]:
    """Pairs of cards that the bank holds."""
    there = dict(zip(("beer", "sleep", "coffee", "course", "food"), view.bank, strict=True))
    found = []
    for value, words in discovery_options():
        one, other = value.split("-")[1:]
        if there[one] and there[other] and (one != other or there[one] > 1):
            found.append((value, words))
    return tuple(found)


def _play(kind: int, step: str, options: tuple[tuple[str, str], ...] = ()) -> Playable:
    name = KINDS[kind]
    return Playable(names.kind(name).capitalize(), names.kind_rule(name), step, options)


def robbing(view: View, bound: DecisionForm | None) -> dict[str, Any]:
    """Whom one can rob: everybody with a piece beside a hexagon and a card."""
    chosen = str(bound.data.get("victim", ANYBODY)) if isinstance(bound, RobberForm) else ANYBODY
    near = {seat for hexagon in range(len(view.board.land)) for seat in neighbours_at(view, hexagon)}
    victims = [Victim(ANYBODY, None, _("whoever is there, if it is one player"), chosen == ANYBODY)]
    for seat in sorted(near):
        count = view.hand_counts[seat]
        if count:
            words = f"{player_name(seat)} ({names.number_of_cards(count)})"
            victims.append(Victim(str(seat), lettered(seat), words, chosen == str(seat)))
    victims.append(Victim(NOBODY, None, _("nobody"), chosen == NOBODY))
    return {"victims": victims}
