"""Domego's words for the analysis of a played match."""

from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.domego.analysis import Broken, Intent, Price
from games.catalogue.domego.names import role_names
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.catalogue.domego.rules.moves import Allocate, Buy
from games.catalogue.domego.rules.scenario import PartText, Scenario
from games.ui.analysis import AnalysisWords, MeasureName, counted, decimal
from games.ui.faces import RoleName
from games.ui.nouns import named
from games.ui.sentences import listed_with_and


class DomegoWords(AnalysisWords):
    """See the base class."""

    turn: ClassVar[Any] = gettext_lazy("Activity")
    chance: ClassVar[Any] = gettext_lazy("cards")
    chance_brought: ClassVar[Any] = gettext_lazy("What the cards brought")

    def measure(self, name: str) -> MeasureName:
        return {
            "delay": MeasureName(_("Duration"), _("days")),
            "cost": MeasureName(_("Cost"), _("cubes and k")),
            "failures": MeasureName(_("Failures"), _("risk cards")),
        }[name]

    def amount(self, name: str, value: float) -> str:
        by = counted(value)
        return {
            "delay": ngettext("%(number)s\xa0day", "%(number)s\xa0days", by),
            "cost": _("%(number)sk"),
            "failures": ngettext("%(number)s\xa0failure", "%(number)s\xa0failures", by),
        }[name] % {"number": decimal(value)}

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        if kind == "buy":
            return _("cubes at the special price")
        if kind == "allocate":
            return _("placement")
        payer, payee = _sides(scenario, topic)
        return _("price between %(the_payer)s and %(the_payee)s") % named(payer=payer, payee=payee)

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Intent) -> str:
        match intent:
            case Buy():
                return cubes(intent.quantity)
            case Allocate():
                return _placement(_part(scenario, topic), intent)
            case Price():
                return k(intent.price)
            case Broken():
                return _("broken off, contract drawn")

    def compared(self, scenario: Scenario, topic: str, seat: int, made: Allocate, other: Allocate) -> str:
        part, turn = _part(scenario, topic), topic.partition("/")[0].removeprefix("activity-")
        more = _cubes_of(part, made) - _cubes_of(part, other)
        if not more:
            return _("Choosing %(made)s instead of %(instead)s in activity %(turn)s") % {
                "made": _gain_of(part, made),
                "instead": _gain_of(part, other),
                "turn": turn,
            }
        text = (
            ngettext(
                "Placing %(number)d more cube in activity %(turn)s",
                "Placing %(number)d more cubes in activity %(turn)s",
                more,
            )
            if more > 0
            else ngettext(
                "Placing %(number)d fewer cube in activity %(turn)s",
                "Placing %(number)d fewer cubes in activity %(turn)s",
                -more,
            )
        )
        return text % {"number": abs(more), "turn": turn}

    def repair(self, kind: str) -> str:
        return {
            "purchase": _("purchase cut to the money"),
            "price": _("price cut to the money"),
            "delay_tier": _("duration tier dropped"),
            "risk_tier": _("risk tier dropped"),
            "more_cubes": _("more cubes bought at the full price"),
        }[kind]


def _sides(scenario: Scenario, topic: str) -> tuple[RoleName, RoleName]:
    names = {role.id: role for role in role_names(scenario)}
    payer, _sign, payee = topic.rpartition("/")[2].partition(">")
    return names[payer], names[payee]


def _part(scenario: Scenario, topic: str) -> PartText:
    """The line of the sheet that a placement is about."""
    turn, _kind, role = topic.split("/")
    activity = scenario.activities[int(turn.removeprefix("activity-")) - 1]
    return next(part for part in activity.participants if part.role == role)


def _placement(part: PartText, move: Allocate) -> str:
    """A text such as `5 cubes: 1 card and 2 days fewer, 3 of them at the full price`."""
    text = _("%(cubes)s (%(gain)s)") % {"cubes": cubes(_cubes_of(part, move)), "gain": _gain_of(part, move)}
    if not move.buy:
        return text
    bought = ngettext("%(number)d at the full price", "%(number)d at the full price", move.buy) % {"number": move.buy}
    return f"{text}, {bought}"


def _cubes_of(part: PartText, move: Allocate) -> int:
    tiers = (move.risk_tier, part.risk), (move.delay_tier, part.delay)
    return part.required + sum(table[tier - 1][0] for tier, table in tiers if tier)


def _gain_of(part: PartText, move: Allocate) -> str:
    """A text such as `1 card and 2 days fewer`."""
    tiers = (move.risk_tier, part.risk, cards), (move.delay_tier, part.delay, days)
    gains = [words(table[tier - 1][1]) for tier, table, words in tiers if tier]
    return _("%(what)s fewer") % {"what": listed_with_and(gains)} if gains else _("only what is required")


WORDS: Final = DomegoWords()
