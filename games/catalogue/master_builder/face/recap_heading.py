"""The heading of the recap: the reader's last decision before the news."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.names import k
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.faces import Scene


def heading(scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        said = _of(scene.scenario, event)
        if said:
            return said
    return ""


def _of(scenario: Scenario, event: Any) -> str:
    match event:
        case events.Hired():
            worker = names.worker(scenario, event.worker)
            return _("What happened since you hired %(worker)s") % {"worker": worker}
        case events.Left(why="fired"):
            worker = names.worker(scenario, event.worker)
            return _("What happened since you fired %(worker)s") % {"worker": worker}
        case events.Nominated() | events.Raised():
            what = {"contract": cards.contract(scenario, event.contract), "bid": k(event.bid)}
            return _("What happened since you bid %(bid)s for %(contract)s") % what
        case events.BidPassed() | events.Declined() | events.HirePassed():
            return _("What happened since you passed")
        case events.PlanConfirmed():
            return _("What happened since you planned")
        case events.Borrowed():
            return _("What happened since your loan")
        case events.Offered() | events.Rented() | events.OfferRefused() | events.TalksClosed():
            return _("What happened since your word about workers")
    return ""
