"""Newsvendor's face towards people."""

from django.utils.translation import gettext_lazy

from games.ui.faces import Face
from newsvendor.game import GAME

FACE = Face(
    game=GAME,
    title=gettext_lazy("Newsvendor"),
    summary=gettext_lazy("How many papers do you order before you know the demand? For two to four players."),
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "mean": gettext_lazy("mean: the mean demand"),
        "exact": gettext_lazy("exact: the critical ratio"),
    },
    turn_count=lambda scenario: scenario.days,
)
