"""The beer game's texts for the analysis of a played match."""

from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.beer_game.analysis.analyst import RECENT, Amount
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.analysis import AnalysisWords, MeasureName, decimal


class BeerWords(AnalysisWords):
    """See the base class."""

    reached: ClassVar[Any] = gettext_lazy("the cost target of the chain")
    plain: ClassVar[Any] = gettext_lazy("ordering what the customer asked for")
    turn: ClassVar[Any] = gettext_lazy("Week")
    turns: ClassVar[Any] = gettext_lazy("Weeks")
    no_luck: ClassVar[Any] = gettext_lazy(
        "Luck is not counted: the demand of the building sites was the same for all stages and all chains."
    )
    scored: ClassVar[Any] = gettext_lazy("units of cost")
    promise: ClassVar[Any] = gettext_lazy(
        "Which orders made the chain dearer, and by how much? Each is held against what the customer asked for and "
        "against what a bot that counts the supply line would have ordered. It takes less than a minute."
    )

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        return _("order")

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Amount) -> str:
        text = ngettext("%(number)d pallet", "%(number)d pallets", intent.pallets)
        return text % {"number": intent.pallets}

    def judged(self, scenario: Scenario) -> MeasureName:
        return MeasureName(_("Spared against the strong bot"), _("units of cost"))

    def worth(self, scenario: Scenario, value: float) -> str:
        return _("%(number)s\xa0units of cost of the chain") % {"number": decimal(value, 0)}

    def method(self, scenario: Scenario, playouts: int) -> str:
        against = _(
            "Each order is compared with two that need no foresight: the customer's order, and the order of the strong "
            "bot. The orders of others in the same week stay; from then on strong bots order everywhere."
        )
        demand = _(
            "The demand to come is not known: it is drawn %(number)d times from the latest %(weeks)d weeks. Nobody is "
            "blamed for a step of demand that could not be seen."
        )
        both = _("An order that is both of them is not among the decisions.")
        stock = _("Whether a stage could know what lay with its neighbours is not asked.")
        return f"{against} {both} {demand % {'number': playouts, 'weeks': RECENT}} {stock}"


WORDS: Final = BeerWords()
