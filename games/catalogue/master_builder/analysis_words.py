"""Master Builder's words for the analysis of a played match. Money is in k, as everywhere in the game."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.analysis.analyst import PLAYOUTS_A_PAIR, courses_of
from games.catalogue.master_builder.analysis.ways import Way
from games.catalogue.master_builder.names import k
from games.catalogue.master_builder.rules import moves as m
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.analysis import AnalysisWords, MeasureName, decimal


class MasterBuilderWords(AnalysisWords):
    """See the base class."""

    reached: ClassVar[Any] = gettext_lazy("winning")
    plain: ClassVar[Any] = gettext_lazy("what the thrifty bot would have done")
    turn: ClassVar[Any] = gettext_lazy("Round")
    turns: ClassVar[Any] = gettext_lazy("Rounds")
    luck_so_far: ClassVar[Any] = gettext_lazy("Luck of events and contracts so far, round by round, in %(judged)s")
    scored: ClassVar[Any] = pgettext_lazy("unit", "k")
    promise: ClassVar[Any] = gettext_lazy(
        "What did events and new contracts bring, and which hire, which price, which plan and which loan cost money? "
        "Each decision is held against what two bots would have done. It takes one to two minutes."
    )

    def decision(self, scenario: Scenario, topic: str, kind: str) -> str:
        return {
            "draft": _("worker of the first round"),
            "hire": _("hiring and firing"),
            "nominate": _("which contract, and how dear"),
            "bid": _("bid"),
            "buy": _("contract at its minimum bid"),
            "play_event": _("event from the hand"),
            "choose": _("whom an event touches"),
            "plan": _("plan of the round"),
            "borrow": _("loan for wages"),
        }.get(kind, kind)

    def intent(self, scenario: Scenario, topic: str, seat: int, intent: Way) -> str:
        return WAYS[type(intent.move)](scenario, intent)

    def judged(self, scenario: Scenario) -> MeasureName:
        return MeasureName(_("Money at the end"), pgettext("unit", "k"))

    def worth(self, scenario: Scenario, value: float) -> str:
        return _("%(number)sk at the end") % {"number": decimal(value)}

    def method(self, scenario: Scenario, playouts: int) -> str:
        luck = _(
            "Luck of a round: %(pairs)d courses after the event, the economy card and the contracts that came, less as "
            "many after others that might have come as well; the workers on the stacks are counted at the very start "
            "only."
        )
        against = _(
            "Each decision is compared with those that the strong and the thrifty bot would have taken with what the "
            "player could see, a bid also with leaving the contract. Decisions that all of them would have taken are "
            "left out."
        )
        courses = _(
            "The worth of each is the player's money at the end, on average of %(courses)d courses in which strong "
            "bots play on for everybody: payments less prices, wages and loans. Limits, wishes and hands of others are "
            "not used. The money of others is not judged, but it counts in the chance of winning."
        )
        numbers = {"courses": courses_of(scenario, playouts), "pairs": playouts // PLAYOUTS_A_PAIR}
        return f"{against} {courses % numbers} {luck % numbers}"

    def repair(self, kind: str) -> str:
        return _("another worker on top, or no longer allowed: the strong bot decided")


def _hired(scenario: Scenario, way: Way) -> str:
    told = {"worker": names.worker(scenario, way.worker), "wage": k(way.wage)}
    return _("hire %(worker)s for %(wage)s a round") % told


def _fired(scenario: Scenario, way: Way) -> str:
    told = {"worker": names.worker(scenario, way.worker), "wage": k(way.wage)}
    return _("fire %(worker)s, who is paid %(wage)s a round") % told


def _passed(scenario: Scenario, way: Way) -> str:
    if not way.contract:
        return _("neither hire nor fire")
    told = {"price": k(way.price), "contract": _contract(scenario, way.contract)}
    return _("leave %(contract)s at %(price)s") % told


def _contract(scenario: Scenario, number: int) -> str:
    """A text such as `Town Hall (pays 110k)`."""
    told = {"contract": cards.contract(scenario, number), "payment": k(scenario.contracts[number - 1].payment)}
    return _("%(contract)s (pays %(payment)s)") % told


def _bid(scenario: Scenario, way: Way, bid: int, limit: int) -> str:
    told = {"bid": k(bid), "limit": k(limit), "contract": _contract(scenario, way.contract)}
    if limit > bid:
        return _("bid %(bid)s for %(contract)s, going up to %(limit)s") % told
    return _("bid %(bid)s for %(contract)s") % told


def _bought(scenario: Scenario, way: Way) -> str:
    told = {"contract": _contract(scenario, way.contract), "price": k(scenario.contracts[way.contract - 1].min_bid)}
    return _("take %(contract)s for %(price)s") % told


def _chosen(scenario: Scenario, way: Way) -> str:
    """A text such as `Town fair: pay 2k each for Colin (T)`."""
    workers = way.move.workers if isinstance(way.move, m.Choose) else ()
    told = {"workers": names.workers(scenario, workers) or _("nobody"), "amount": k(way.price)}
    text = {
        "unavailable": _("%(workers)s away for the round"),
        "dismiss": _("dismiss %(workers)s"),
        "raise_or_leave": _("a raise of %(amount)s for %(workers)s"),
        "pay_or_unavailable": _("pay %(amount)s each for %(workers)s"),
    }[way.op]
    return f"{cards.event(scenario, way.event)}{pgettext('punctuation', ': ')}{text % told}"


def _built(scenario: Scenario, way: Way) -> str:
    """A text such as `Watch Tower: gable 1, side wall 1; 1 worker idle (4k of wages)`."""
    sections = way.move.sections if isinstance(way.move, m.Build) else ()
    built: dict[int, list[str]] = {}
    for each in sections:
        number, _slash, wanted = each.partition("/")
        of = scenario.contracts[int(number) - 1]
        part = next(one for one in of.sections if one.id == wanted)
        built.setdefault(of.number, []).append(cards.section(of, part))
    colon, comma = pgettext("punctuation", ": "), pgettext("punctuation", "; ")
    told = [f"{cards.contract(scenario, number)}{colon}{', '.join(parts)}" for number, parts in built.items()]
    return comma.join([*(told or [_("build nothing")]), *_idle(way)])


def _idle(way: Way) -> list[str]:
    if not way.idle:
        return []
    text = ngettext(
        "%(number)d worker idle (%(wages)s of wages)", "%(number)d workers idle (%(wages)s of wages)", way.idle
    )
    return [text % {"number": way.idle, "wages": k(way.idle_wages)}]


def _borrowed(scenario: Scenario, way: Way) -> str:
    loan = way.move.loan if isinstance(way.move, m.Borrow) else "small"
    told = {"loan": names.loan(loan), "cash": k(way.price), "back": k(way.back)}
    return _("%(loan)s: %(cash)s now for %(back)s back") % told


WAYS: Final[dict[type, Callable[[Scenario, Any], str]]] = {
    m.Hire: _hired,
    m.Fire: _fired,
    m.Pass: _passed,
    m.Nominate: lambda scenario, way: _bid(scenario, way, way.move.bid, way.move.limit),
    m.Raise: lambda scenario, way: _bid(scenario, way, way.move.bid, way.move.limit),
    m.Decline: lambda scenario, way: _("put no contract up"),
    m.Buy: _bought,
    m.PlayEvent: lambda scenario, way: cards.event(scenario, way.move.event),
    m.Choose: _chosen,
    m.Build: _built,
    m.Borrow: _borrowed,
}
WORDS: Final = MasterBuilderWords()
