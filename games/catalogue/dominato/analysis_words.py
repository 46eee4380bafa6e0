"""Dominato's texts for the analysis of a played match. Pupils read them: they are short and do not blame."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.catalogue.dominato import names
from games.catalogue.dominato.analysis.meant import Beside, Intent, Lay
from games.catalogue.dominato.rules.scenario import Scenario
from games.ui.analysis import AnalysisWords, MeasureName, counted, decimal
from games.ui.sentences import listed_with_and


class DominatoWords(AnalysisWords):
    """See the base class."""

    reached: ClassVar[Any] = gettext_lazy("a win in this game")
    plain: ClassVar[Any] = gettext_lazy("laying the greatest link at once")
    turn: ClassVar[Any] = pgettext_lazy("part of a match", "Game")
    turns: ClassVar[Any] = pgettext_lazy("part of a match", "Games")
    luck_so_far: ClassVar[Any] = gettext_lazy("Luck of the deals so far, game by game: %(judged)s")
    promise: ClassVar[Any] = gettext_lazy(
        "What was the deal worth, and which tile was best in each turn? Everything that fits is looked at. It takes "
        "about a minute."
    )
    sizes: ClassVar[Mapping[str, Any]] = {
        "small": gettext_lazy("a better one was there"),
        "clear": gettext_lazy("a much better one was there"),
        "grave": gettext_lazy("here the game turned"),
    }
    mistakes: ClassVar[Any] = gettext_lazy("Where a better one was there")
    asks: ClassVar[Any] = pgettext_lazy("pupil", "what would you do?")
    not_kept: ClassVar[Any] = pgettext_lazy(
        "pupil", "Below is the table as it was. Try what you like: nothing of it is kept."
    )

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        return _("turn %(number)s") % {"number": kind.removeprefix("turn-")}

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Intent) -> str:
        if not isinstance(intent, Lay):
            return _("pass")
        told = {"tile": names.tile(intent.a, intent.b), "link": names.link_name(intent.order)}
        if not intent.beside:
            return _("“%(tile)s” as the first tile") % told
        told["where"] = listed_with_and([_where(each) for each in intent.beside])
        return _("“%(tile)s” %(where)s (%(link)s)") % told

    def judged(self, scenario: Scenario) -> MeasureName:
        return MeasureName(_("Lead"), _("points of lead"))

    def worth(self, scenario: Scenario, value: float) -> str:
        text = ngettext("%(number)s\xa0point of lead", "%(number)s\xa0points of lead", counted(value))
        return text % {"number": decimal(value)}

    def describe_sizes(self, sizes: Mapping[str, str]) -> str:
        return _(
            "A turn is named from %(small)s points of lead on: as many tiles fewer in hand than the others. Much "
            "better is from %(clear)s on; the game turned from %(grave)s on."
        ) % dict(sizes)

    def method(self, scenario: Scenario, playouts: int) -> str:
        fits = _("Every tile and every place that fits is looked at.")
        after = _(
            "After it, the mean of %(number)d games to the end counts, in which each lays the greatest link that fits "
            "and nobody is wrong. A suspected mistake is checked again by games of players who think of the next turn, "
            "and named only as far as it holds. Lead: points fewer than the others, on average."
        )
        known = _("Of two players all tiles are known.")
        dealt = _("Hands of others are dealt anew each time: nobody knew them.")
        wrong = _("Wrong tiles are not weighed here. Each player finds their own in their own report.")
        return " ".join((fits, after % {"number": playouts}, known if scenario.players == 2 else dealt, wrong))

    def repair(self, kind: str) -> str:
        return _("the tile or its place was no longer there: the greedy bot decided")


def _where(each: Beside) -> str:
    where = {
        "right": _("right of “%(tile)s”"),
        "left": _("left of “%(tile)s”"),
        "above": _("above “%(tile)s”"),
        "below": _("below “%(tile)s”"),
    }
    return where[each.side] % {"tile": names.tile(each.a, each.b)}


WORDS: Final = DominatoWords()
