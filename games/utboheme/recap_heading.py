"""What the reader did when the news began."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.kit.faces import Scene
from games.utboheme.rules import events as told


def heading(_scene: Scene, decided: Sequence[Any]) -> str:
    """Whoever ends a turn makes the next one begin."""
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
