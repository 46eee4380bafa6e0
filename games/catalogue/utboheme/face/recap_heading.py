"""The heading of the recap: the reader's last decision before the news."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.utboheme.rules import events
from games.ui.faces import Scene


def heading(_scene: Scene, decided: Sequence[Any]) -> str:
    """The heading for the first event that has one. The event of a new turn means that the reader ended a turn."""
    for event in decided:
        match event:
            case events.TurnBegun():
                return _("What happened since the end of your turn")
            case events.Rolled():
                return _("What happened since you threw the dice")
            case events.UvFounded() | events.CcFounded() | events.CcBuilt() | events.UvBuilt() | events.UvUpgraded():
                return _("What happened since you built")
            case events.CardBought() | events.CardPlayed():
                return _("What happened since your development card")
            case events.Offered() | events.OfferAnswered() | events.Traded() | events.BankTraded():
                return _("What happened since you traded")
            case events.RobberMoved():
                return _("What happened since you moved the binôme glandeur")
            case events.Discarded():
                return _("What happened since you discarded cards")
    return ""
