"""The heading of the recap: the reader's last decision before the news."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.kit.faces import Scene
from games.utboheme.rules import events as told


def heading(_scene: Scene, decided: Sequence[Any]) -> str:
    """The heading for the first event that has one. The event of a new turn means that the reader ended a turn."""
    for event in decided:
        match event:
            case told.TurnBegun():
                return _("What happened since the end of your turn")
            case told.Rolled():
                return _("What happened since you threw the dice")
            case told.UvFounded() | told.CcFounded() | told.CcBuilt() | told.UvBuilt() | told.UvUpgraded():
                return _("What happened since you built")
            case told.CardBought() | told.CardPlayed():
                return _("What happened since your development card")
            case told.Offered() | told.OfferAnswered() | told.Traded() | told.BankTraded():
                return _("What happened since you traded")
            case told.RobberMoved():
                return _("What happened since you moved the binôme glandeur")
            case told.Discarded():
                return _("What happened since you discarded cards")
    return ""
