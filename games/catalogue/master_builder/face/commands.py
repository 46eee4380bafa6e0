"""Decisions in text mode. Workers, contracts and sections are named as on their cards."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.names import letter, loan
from games.catalogue.master_builder.rules import moves as m
from games.engine.types import Choice, Prompt
from games.ui.faces import Scene


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A command such as `hire A` or `bid 6`. Lists of wishes have none, as they need a page."""
    move: Any = choice.move
    match move:
        case m.Hire(skill=skill):
            return _("hire %(skill)s") % {"skill": letter(skill)}
        case m.Look(skill=skill):
            return _("look %(skill)s") % {"skill": letter(skill)}
        case m.Take(worker=worker):
            return _("take %(worker)s") % {"worker": worker}
        case m.Fire(worker=worker):
            return _("dismiss %(worker)s") % {"worker": worker}
        case m.Pass():
            return _("pass")
        case m.Nominate(contract=contract):
            return _("propose %(contract)d for {bid}[ limit {limit}]") % {"contract": contract}
        case m.Decline():
            return _("propose nothing")
        case m.Raise():
            return _("bid {bid}[ limit {limit}]")
        case m.SetLimit(limit=0):
            return _("limit 0")
        case m.SetLimit():
            return _("limit {limit}")
        case m.Buy(contract=contract):
            return _("buy %(contract)d") % {"contract": contract}
        case m.PlayEvent(event=event):
            return _("play %(event)s") % {"event": cards.event(scene.view.sheet, event)}
        case m.Choose(workers=workers):
            return _("choose %(workers)s") % {"workers": ", ".join(workers) or _("nobody")}
        case m.Offer(worker=worker, to=to):
            return _("lend %(worker)s to %(letter)s for {price}") % {"worker": worker, "letter": "ABCD"[to]}
        case m.Answer():
            return _answer(move)
        case m.CloseTalks():
            return _("end the talks")
        case m.Build(sections=sections):
            built = ", ".join(cards.piece(scene.view.sheet, each) for each in sections)
            return _("build %(sections)s") % {"sections": built or _("nothing")}
        case m.Propose():
            return _("ask for a plan")
        case m.Borrow(loan=kind):
            return _("borrow %(loan)s") % {"loan": loan(kind)}
        case m.Repay(loan=kind):
            return _("repay %(loan)s") % {"loan": loan(kind)}
    return ""


def _answer(move: m.Answer) -> str:
    about = {"worker": move.worker, "letter": "ABCD"[move.renter], "price": move.price}
    match move.how:
        case "accept":
            return _("accept %(price)d for %(worker)s with %(letter)s") % about
        case "counter":
            return _("ask {price} for %(worker)s with %(letter)s") % about
        case _:
            return _("refuse %(worker)s with %(letter)s") % about
