"""A turn planned and submitted at once: the possible steps, and their form."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.robbing import victims_at
from games.catalogue.utboheme.face.steps import LONGEST, NOBODY, NoStep, step_of
from games.catalogue.utboheme.face.targets import cc_places, uv_places
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.topology import bits, mask_of
from games.catalogue.utboheme.rules.types import ANCIEN, DISCOVERY, KINDS, MONOPOLY, ROADS
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm
from games.ui.seats import players_named

STEPS = 6
"""The number of lines of the form."""
AHEAD = 2
"""The number of further CC in a row beyond the built ones that the form offers."""
Option = tuple[str, str]
Group = tuple[str, tuple[Option, ...]]


class PlanForm(DecisionForm):
    """A form of steps in their order; empty lines are skipped."""

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        words = [word for word in self.sent() if word]
        if not words:
            raise forms.ValidationError(gettext_lazy("A plan has at least one step."))
        try:
            given["steps"] = tuple(step_of(word) for word in words)
        except NoStep:
            raise forms.ValidationError(gettext_lazy("This cannot be done here.")) from None
        return given

    def sent(self) -> list[str]:
        """The submitted lines."""
        listed = self.data.getlist("plan") if hasattr(self.data, "getlist") else [self.data.get("plan", "")]
        return [str(word)[:LONGEST] for word in listed[:STEPS]]

    def to_move(self) -> m.Plan:
        return m.Plan(self.cleaned_data["steps"])


def step_groups(view: View, prompt: Prompt) -> tuple[Group, ...]:
    """The steps of the present turn that are possible now, or only after other steps."""
    seat = prompt.seat
    robbing = prompt.kind in ("roll", "robber") or _holds(view, ANCIEN)
    groups = (
        (_("Dice and end"), _simple(prompt)),
        (_("Cards"), _cards(view)),
        (names.kind("ancien").capitalize() if prompt.kind == "act" else _("Seven"), _robber(view) if robbing else ()),
        (_("Bank"), () if view.building else _bank(view, seat)),
        (_("CC"), _roads(view, seat)),
        (_("UV"), _crossings(view, seat)),
        (_("UV**"), _upgrades(view, seat)),
    )
    return tuple((words, options) for words, options in groups if options)


def _simple(prompt: Prompt) -> tuple[Option, ...]:
    found = [("roll", _("throw the dice"))] if prompt.kind == "roll" else []
    found += [("stop", _("no more free CC"))] if prompt.kind == "roads" else []
    return (*found, ("end", _("end the turn")))


def _holds(view: View, kind: int) -> int:
    held = view.cards[kind]
    return 0 if view.played else held if view.options.play_same_turn else held - view.bought[kind]


def _cards(view: View) -> tuple[Option, ...]:
    found: list[Option] = [("card", _("buy a development card"))] if view.pile else []
    for kind, word in ((ANCIEN, "ancien"), (ROADS, "roads")):
        if _holds(view, kind):
            found.append((word, _("play: %(card)s") % {"card": names.kind(KINDS[kind])}))
    if _holds(view, DISCOVERY):
        found += discovery_options()
    if _holds(view, MONOPOLY):
        found += monopoly_options()
    return tuple(found)


def discovery_options() -> list[Option]:
    """Two cards of the bank, in the order of the resources."""
    found = []
    for first, one in enumerate(RESOURCES):
        for other in RESOURCES[first:]:
            handful = [(one == name) + (other == name) for name in RESOURCES]
            words = _("discovery: %(cards)s") % {"cards": names.cards(tuple(handful))}  # type: ignore[arg-type]
            found.append((f"discovery-{one}-{other}", words))
    return found


def monopoly_options() -> list[Option]:
    """The monopoly steps, by resource."""
    return [
        (f"monopoly-{name}", _("monopoly: %(resource)s") % {"resource": names.resource(name)}) for name in RESOURCES
    ]


def _robber(view: View) -> tuple[Option, ...]:
    found = []
    for hexagon in range(len(view.board.land)):
        where = names.hexagon(view.board, hexagon)
        for seat in victims_at(view, hexagon) if hexagon != view.robber else ():
            words = _("binôme glandeur to %(where)s, rob %(the_player)s")
            found.append((f"robber-{hexagon}-{seat}", words % {"where": where, **players_named(player=seat)}))
    free = next(hexagon for hexagon in range(len(view.board.land)) if hexagon != view.robber)
    words = _("binôme glandeur to %(where)s, rob nobody") % {"where": names.hexagon(view.board, free)}
    return (*found, (f"robber-{free}-{NOBODY}", words))


def _bank(view: View, seat: int) -> tuple[Option, ...]:
    return tuple(bank_options(view, seat, held_only=False))


def bank_options(view: View, seat: int, *, held_only: bool) -> list[Option]:
    """Trades with the bank at the seat's rates; `held_only`: those that the hand can pay now."""
    rates = layout(view.board).rates(mask_of((*view.uv[seat], *view.upgraded[seat])))
    found = []
    for give, rate in zip(RESOURCES, rates, strict=True):
        held = view.hand[RESOURCES.index(give)]
        if not held or (held_only and held < rate):
            continue
        for take, there in zip(RESOURCES, view.bank, strict=True):
            if take != give and there:
                words = _("%(given)s for %(taken)s")
                said = words % {"given": names.counted(give, rate), "taken": names.counted(take, 1)}
                found.append((f"bank-{give}-{take}", said))
    return found


def _planned_cc(view: View, seat: int) -> int:
    """Paths that can be built one after the other, nearest first."""
    found = 0
    for _step in range(AHEAD):
        found |= cc_places(view, seat, mask_of(view.cc[seat]) | found)
    return found


def _roads(view: View, seat: int) -> tuple[Option, ...]:
    return tuple((f"cc-{path}", f"CC, {names.path(view.board, path)}") for path in bits(_planned_cc(view, seat)))


def _crossings(view: View, seat: int) -> tuple[Option, ...]:
    free = uv_places(view, mask_of(view.cc[seat]) | _planned_cc(view, seat))
    return tuple((f"uv-{place}", f"UV, {names.crossing(view.board, place)}") for place in bits(free))


def _upgrades(view: View, seat: int) -> tuple[Option, ...]:
    return tuple((f"up-{place}", f"UV**, {names.crossing(view.board, place)}") for place in view.uv[seat])
