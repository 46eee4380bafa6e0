"""Dominyam's texts for the analysis of a played match."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.analysis.analyst import Intent, Keep, Take
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import DICE
from games.ui.analysis import AnalysisWords, MeasureName, counted, decimal


class DominyamWords(AnalysisWords):
    """See the base class."""

    reached: ClassVar[Any] = gettext_lazy("a meal in this turn")
    plain: ClassVar[Any] = gettext_lazy("going for the likeliest meal")

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        what, *dice = kind.split("-")
        text = _("throw or meal with %(dice)s") if what == "throw" else _("meal with %(dice)s")
        return text % {"dice": _apart(dice)}

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Intent) -> str:
        match intent:
            case Keep():
                return _kept(intent.dice)
            case Take():
                first, second = (names.domino(domino) for domino in intent.dominoes)
                told = {"first": first, "second": second, "point": intent.point}
                return _("eat %(first)s and %(second)s, point die %(point)d") % told
        return _("no meal")

    def judged(self, scenario: Scenario) -> MeasureName:
        if scenario.players == 1:
            return MeasureName(_("Score"), _("points"))
        return MeasureName(_("Lead"), _("points of lead"))

    def worth(self, scenario: Scenario, value: float) -> str:
        by = counted(value)
        if scenario.players == 1:
            text = ngettext("%(number)s\xa0point", "%(number)s\xa0points", by)
        else:
            text = ngettext("%(number)s\xa0point of lead", "%(number)s\xa0points of lead", by)
        return text % {"number": decimal(value)}

    def method(self, scenario: Scenario, playouts: int) -> str:
        exact = _("The dice of a turn are worked out exactly: all 252 throws, each with the best dice kept after it.")
        alone = _("After the turn, the mean of %(number)d matches that a strong bot plays to the end counts.")
        several = _(
            "After the turn, the mean of %(number)d courses counts: bots play until the player’s next turn, then the "
            "dominoes that stay are dealt evenly by lot (the last eight are played out). The lead is the score less "
            "the mean of the others."
        )
        return f"{exact} {(alone if scenario.players == 1 else several) % {'number': playouts}}"

    def repair(self, kind: str) -> str:
        return _("other dice fell: the strong bot decided")


def _kept(dice: tuple[int, ...]) -> str:
    if not dice:
        return _("throw all dice again")
    if len(dice) == DICE:
        return _("keep all dice")
    return _("keep %(dice)s, throw the others") % {"dice": _apart(dice)}


def _apart(dice: Iterable[object]) -> str:
    """The dice on one line, for example `6 6 3`."""
    return "\xa0".join(map(str, dice))


WORDS: Final = DominyamWords()
