"""Data of the charts: money by round, prices compared with worth, and the use of wages."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.debriefs import Bar, Bars, Chart, Lines, Numbers, Part, Range, Ranges, Series
from games.ui.sentences import counts

DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 3), (6, 3, 2, 3))


def charts(scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
    if not facts.rounds:
        return ()
    prices = (_prices(scenario, facts),) if facts.contracts else ()
    return (_cash(scenario, facts), *prices, _wages(scenario, facts))


def _cash(scenario: Scenario, facts: Facts) -> Lines:
    roles = names.role_names(scenario)[: facts.players]
    purses = []
    for seat in range(facts.players):
        own = [each for each in facts.rounds if each.seat == seat]
        purses.append((own[0].start, *(each.end for each in own)))
    ends = counts((role.name, names.k(purse[-1])) for role, purse in zip(roles, purses, strict=True))
    rows: list[tuple[str | int, ...]] = [
        (str(turn) if turn else _("start"), *(purse[turn] for purse in purses)) for turn in range(len(purses[0]))
    ]
    return Lines(
        name="cash",
        title=_("Cash after each round"),
        unit=pgettext("unit", "k"),
        alt=_("One line for each player. At the end: %(ends)s.") % {"ends": ends},
        table=Numbers((_("Round"), *(role.name for role in roles)), tuple(rows)),
        lines=tuple(
            Series(role.name, purse, "ink", role.letter, DASHES[seat], "ink")
            for seat, (role, purse) in enumerate(zip(roles, purses, strict=True))
        ),
        start=_("start"),
    )


def _prices(scenario: Scenario, facts: Facts) -> Ranges:
    """The range from the minimum bid to the contract's worth to its owner. For the drawing, that is at least the
    minimum bid.
    """
    rows: list[Range] = []
    cells: list[tuple[str | int, ...]] = []
    said = []
    for line in sorted(facts.contracts, key=lambda each: each.contract):
        name = cards.contract(scenario, line.contract)
        others = (line.runner_up,) if line.runner_up is not None else ()
        rows.append(Range(name, line.min_bid, max(line.min_bid, line.value), line.price, (), others))
        cells.append((name, line.min_bid, line.price, others[0] if others else "\u2013", line.value))
        both = _("%(price)s, worth %(value)s")
        said.append((name, both % {"price": names.k(line.price), "value": names.k(line.value)}))
    head = (_("Contract"), _("Minimum bid"), _("Price"), _("Next bid"), _("Worth"))
    return Ranges(
        name="prices",
        title=_("Price of each contract, and the span from its minimum bid to its worth"),
        unit=pgettext("unit", "k"),
        legend=(
            ("sw sw-range", _("from the minimum bid to the worth")),
            ("sign sign-price", _("price")),
            ("sign sign-down", _("next bid")),
        ),
        alt=_("Paid: %(list)s.") % {"list": counts(said)},
        table=Numbers(head, tuple(cells)),
        rows=tuple(rows),
    )


def _wages(scenario: Scenario, facts: Facts) -> Bars:
    roles = names.role_names(scenario)
    bars: list[Bar] = []
    cells: list[tuple[str | int, ...]] = []
    said = []
    for player in facts.seats:
        name = roles[player.seat].name
        working = max(0, player.wages - player.idle_wages - player.down_wages)
        parts = (
            Part(_("for work"), working, "ink-2"),
            Part(_("for idle workers"), player.idle_wages, "accent"),
            Part(_("for workers kept away"), player.down_wages, "rule"),
        )
        bars.append(Bar(name, _("wages"), parts))
        cells.append((name, *(part.value for part in parts)))
        said.append((name, names.k(player.idle_wages)))
    return Bars(
        name="wages",
        title=_("What wages were paid for"),
        unit=pgettext("unit", "k"),
        alt=_("For idle workers: %(list)s.") % {"list": counts(said)},
        table=Numbers((_("Player"), _("For work"), _("Idle"), _("Kept away")), tuple(cells)),
        bars=tuple(bars),
    )
