"""The texts of Les colons de l'UTBohème for the analysis of a played match."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.analysis.analyst import PLAYOUTS_A_COURSE, PLAYOUTS_A_GAME
from games.catalogue.utboheme.analysis.ways import Region, Way
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import Cards
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.trade import given, wanted
from games.ui.analysis import AnalysisWords, MeasureName, counted, decimal
from games.ui.nouns import named
from games.ui.seats import players_named
from games.ui.sentences import listed_with_and


class UtbohemeWords(AnalysisWords):
    """See the base class."""

    reached: ClassVar[Any] = gettext_lazy("winning")
    plain: ClassVar[Any] = gettext_lazy("going for the most dots")

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        return {
            "found_uv": _("place of the foundation"),
            "robber": _("binôme glandeur"),
            "act": _("what the turn is used for"),
            "answer": _("answer to an offer"),
        }.get(kind, kind)

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Way) -> str:
        maker = WAYS.get(type(intent.move))
        return maker(intent) if maker is not None else _("something else")

    def judged(self, scenario: Scenario) -> MeasureName:
        return MeasureName(_("Chance of winning"), _("points of winning chance"))

    def worth(self, scenario: Scenario, value: float) -> str:
        text = ngettext(
            "%(number)s\xa0point of winning chance", "%(number)s\xa0points of winning chance", counted(value)
        )
        return text % {"number": decimal(value)}

    def fortune(self, scenario: Scenario) -> MeasureName:
        return MeasureName(_("Cards"), _("cards"))

    def brought(self, scenario: Scenario, value: float) -> str:
        return ngettext("%(number)s\xa0card", "%(number)s\xa0cards", counted(value)) % {"number": decimal(value)}

    def method(self, scenario: Scenario, playouts: int) -> str:
        luck = _(
            "Luck is exact: the cards that each throw brought a player, less what the same places bring on average "
            "over all 36 throws, with the binôme glandeur and the bank as they were."
        )
        courses = _(
            "A choice is played on %(courses)d times by a fast bot until the player’s next turn, with the same dice "
            "for all choices; what stands then is turned into a chance of winning by the strong bot’s outlook. Of what "
            "choices differ in by that outlook half is told: games to the end find about as much. Hands that the "
            "player could not see are dealt anew each time, but those of a trade."
        )
        winning = _(
            "The chances of winning over time are shares of %(games)d games that the fast bot plays to the end. "
            "Offers, discards, and which card is stolen or bought are not judged."
        )
        numbers = {"courses": playouts // PLAYOUTS_A_COURSE, "games": playouts // PLAYOUTS_A_GAME}
        return f"{luck} {courses % numbers} {winning % numbers}"

    def repair(self, kind: str) -> str:
        return _("other cards in hand: the strong bot decided")


def _region(region: Region) -> str:
    resource, number = region
    return _("Sevenans") if resource is None else f"{names.resource(resource)}\xa0{number}"


def _around(way: Way) -> str:
    return ", ".join(map(_region, way.regions)) or _("sea")


def _founded(way: Way) -> str:
    """A text such as `UV at beer 6, food 4 (8 cards in 36 throws, zone 2:1 beer)`."""
    zones = [_("zone %(zone)s") % {"zone": names.harbour(rate, resource)} for rate, resource in way.zones]
    cards = ngettext("%(number)d card in 36 throws", "%(number)d cards in 36 throws", way.dots) % {"number": way.dots}
    return _("UV at %(place)s (%(brings)s)") % {"place": _around(way), "brings": ", ".join([cards, *zones])}


def _upgraded(way: Way) -> str:
    return _("UV** at %(place)s") % {"place": _around(way)}


def _paved(way: Way) -> str:
    move = way.move
    number = move.path + 1 if isinstance(move, m.BuildCc) else 0
    return _("CC on path %(number)d (%(place)s)") % {"number": number, "place": _around(way)}


def _robbed(way: Way) -> str:
    if way.partner is None:
        return _("to %(place)s, nobody robbed") % {"place": _around(way)}
    return _("to %(place)s, %(the_player)s robbed") % {"place": _around(way), **players_named(player=way.partner)}


def _banked(way: Way) -> str:
    move = way.move
    if not isinstance(move, m.BankTrade):
        return ""
    told = {"give": names.resource(move.give), "take": names.resource(move.take)}
    return _("bank: %(give)s for %(take)s") % told


def _traded(way: Way, text: str) -> str:
    cards: Cards = way.cards or (0, 0, 0, 0, 0)
    player = players_named(player=way.partner) if way.partner is not None else named(player="")
    return text % {"gives": names.cards(given(cards)), "gets": names.cards(wanted(cards)), **player}


def _planned(way: Way) -> str:
    steps = way.move.steps if isinstance(way.move, m.Plan) else ()
    said = [STEPS[type(step)]() for step in steps if type(step) in STEPS]
    return _("plan: %(steps)s") % {"steps": listed_with_and(said)} if said else _("plan")


STEPS: Final[dict[type, Callable[[], str]]] = {
    m.BuildCc: lambda: _("a CC"),
    m.BuildUv: lambda: _("a UV"),
    m.UpgradeUv: lambda: _("a UV**"),
    m.BuyCard: lambda: _("a development card"),
    m.BankTrade: lambda: _("trade with the bank"),
    m.PlayAncien: lambda: _("an ancien"),
    m.EndTurn: lambda: _("end of the turn"),
}
WAYS: Final[dict[type, Callable[[Way], str]]] = {
    m.BuildUv: _founded,
    m.UpgradeUv: _upgraded,
    m.BuildCc: _paved,
    m.MoveRobber: _robbed,
    m.BankTrade: _banked,
    m.BuyCard: lambda way: _("buy a development card"),
    m.PlayAncien: lambda way: _("play an ancien"),
    m.EndTurn: lambda way: _("end the turn"),
    m.Plan: _planned,
    m.Confirm: lambda way: _traded(way, _("trade with %(the_player)s: %(gives)s for %(gets)s")),
    m.AcceptOffer: lambda way: _traded(way, _("accept: %(gives)s for %(gets)s (%(player)s)")),
    m.RefuseOffer: lambda way: _traded(way, _("refuse %(gives)s for %(gets)s (%(player)s)")),
}
WORDS: Final = UtbohemeWords()
