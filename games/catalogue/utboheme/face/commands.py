"""Decisions in text mode. Crossings, paths and hexagons are counted from 1, as in the description of the island."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.utboheme.names import resource
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.engine.types import Choice, Prompt
from games.ui.faces import Scene

PLAIN: Any = {
    m.Roll: lambda: _("roll"),
    m.BuyCard: lambda: _("buy a card"),
    m.PlayAncien: lambda: _("play an ancien"),
    m.PlayRoads: lambda: _("play road building"),
    m.StopRoads: lambda: _("no more roads"),
    m.EndTurn: lambda: _("end"),
    m.AcceptOffer: lambda: _("accept"),
    m.RefuseOffer: lambda: _("refuse"),
    m.SetRefusals: lambda: _("refuse all until my turn"),
}


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A short command such as `road 14` or `bank 4 beer`. Plans and standing orders have none, as they need a page."""
    move = choice.move
    if type(move) in PLAIN:
        return str(PLAIN[type(move)]())
    match move:
        case m.BuildCc(path=path):
            return _("road %(number)d") % {"number": path + 1}
        case m.BuildUv(crossing=crossing):
            return _("uv %(number)d") % {"number": crossing + 1}
        case m.UpgradeUv(crossing=crossing):
            return _("upgrade %(number)d") % {"number": crossing + 1}
        case m.PlayDiscovery():
            return _("discover %(cards)s") % {"cards": _cards(move)}
        case m.PlayMonopoly(resource=name):
            return _("monopoly %(resource)s") % {"resource": resource(name)}
        case m.Discard():
            return _("discard %(cards)s") % {"cards": _cards(move)}
        case m.BankTrade(give=give, take=take):
            return _("bank %(give)s for %(take)s") % {"give": resource(give), "take": resource(take)}
        case m.MoveRobber(hexagon=hexagon, victim=None):
            return _("glandeur %(hexagon)d") % {"hexagon": hexagon + 1}
        case m.MoveRobber(hexagon=hexagon, victim=victim):
            return _("glandeur %(hexagon)d from %(letter)s") % {"hexagon": hexagon + 1, "letter": _letter(victim)}
        case m.Confirm(offer=offer, partner=partner):
            return _("confirm %(offer)d with %(letter)s") % {"offer": offer, "letter": _letter(partner)}
        case m.Withdraw(offer=offer):
            return _("withdraw %(offer)d") % {"offer": offer}
        case m.Offer():
            given, asked = (span.field for span in choice.spans)
            words = {"give": resource(given), "get": resource(asked)}  # type: ignore[arg-type]
            said = _("offer %(many)s %(give)s for %(few)s %(get)s")
            return said % {**words, "many": f"{{{given}}}", "few": f"{{-{asked}}}"}
    return ""


def _cards(move: Any) -> str:
    held = [(name, getattr(move, name)) for name in RESOURCES]
    return " ".join(f"{number} {resource(name)}" for name, number in held if number)


def _letter(seat: int | None) -> str:
    return "ABCD"[seat] if seat is not None else ""
